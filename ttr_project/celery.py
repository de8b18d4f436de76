"""The Celery application: two queues, so that thinking AIs never hold up the housekeeping."""

import os
import sys
import time
from datetime import datetime
from typing import Any

import structlog
from celery import Celery, Task, bootsteps
from celery.signals import task_postrun

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_project.settings")

QUEUES = ("ai", "default")

log = structlog.get_logger()


class RoundhouseTask(Task):
    """Says in logs, figures and traces what a worker does, and for whom."""

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        from games import metrics, tracing

        origin = self.request.headers or {}
        about = {"task": self.name, "task_id": self.request.id, "request": origin.get("request")}
        if "sent_at" in origin:
            due = max(origin["sent_at"], seconds_of(self.request.eta))
            metrics.TASK_WAIT_SECONDS.labels(self.name).observe(max(0, time.time() - due))
        with structlog.contextvars.bound_contextvars(**about), tracing.span(self.name, origin):
            try:
                return super().__call__(*args, **kwargs)
            except Exception:
                metrics.TASK_FAILURES.labels(self.name).inc()
                log.error("task_failed", exc_info=True)
                raise


def seconds_of(eta: str | None) -> float:
    return datetime.fromisoformat(eta).timestamp() if eta else 0.0


class Roundhouse(Celery):
    task_cls = RoundhouseTask

    def send_task(self, name: str, *args: Any, **options: Any) -> Any:
        """Every task carries when it was sent, and by which request."""
        from games import tracing

        headers = {"sent_at": time.time(), **(options.pop("headers", None) or tracing.here())}
        return super().send_task(name, *args, headers=headers, **options)


@task_postrun.connect
def give_back_the_connection(sender: Task, **_: Any) -> None:
    """To the pool, which asks whether it still lives before somebody else gets it."""
    from django.db import close_old_connections

    if not sender.request.is_eager:
        close_old_connections()


class FiguresStep(bootsteps.StartStopStep):
    """A worker that shares no machine with a web process tells its own figures, at METRICS_PORT."""

    def start(self, worker: Any) -> None:
        from django.conf import settings
        from prometheus_client import start_http_server

        from ttr_project.metrics import counted

        if settings.METRICS_PORT:
            start_http_server(settings.METRICS_PORT, registry=counted())


app = Roundhouse("roundhouse")
# Celery would throw away the whole pool before and after every task, and PostgreSQL would start a process
# for each.
app.conf.CELERY_DB_REUSE_MAX = sys.maxsize
app.steps["worker"].add(FiguresStep)
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["ttr_project"], related_name="readiness")
