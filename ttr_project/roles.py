"""What each process of the service runs: `python -m ttr_project.roles web`.

`make run`, the container image and the systemd units all start these commands, and no others.
"""

import os
import sys
from collections.abc import Callable
from importlib import import_module

from django.core.exceptions import ImproperlyConfigured

from ttr_project import environment

LONGEST_MESSAGE = (
    4096  # bytes that a socket may send us, where no move is longer than a tenth of that
)


def address() -> tuple[str, int]:
    """Where the web process listens."""
    return os.environ.get("HOST") or "127.0.0.1", environment.number("PORT", 8000)


def web() -> list[str]:
    host, port = address()
    return [
        "uvicorn", "ttr_project.asgi:application", "--host", host, "--port", str(port),
        "--lifespan", "on", "--no-access-log", "--log-level", "warning", "--no-server-header",
        "--http", "ttr_project.direct_moves:DirectMoves",
        "--ws", "ttr_project.wire:SharedFrames", "--ws-max-size", str(LONGEST_MESSAGE),
        "--timeout-graceful-shutdown", "3",
    ]  # fmt: skip


def worker_ai() -> list[str]:
    return worker("ai", environment.number("AI_PROCESSES", os.cpu_count() or 1))


def worker_default() -> list[str]:
    return worker("default", 1)


def worker(queue: str, processes: int) -> list[str]:
    # Celery puts the name of the machine for %h: workers of one queue may run on many.
    return [
        "celery", "-A", "ttr_project", "worker",
        "--queues", queue, "--concurrency", str(processes), "--hostname", f"{queue}@%h",
        "--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING",
    ]  # fmt: skip


def beat() -> list[str]:
    # The plain scheduler keeps its times in memory: no file to corrupt, and nothing to remember.
    return [
        "celery", "-A", "ttr_project", "beat",
        "--scheduler", "celery.beat:Scheduler", "--pidfile=", "--loglevel", "WARNING",
    ]  # fmt: skip


def migrate() -> list[str]:
    """Run once for each release, by the database's owner, before the others."""
    return ["ttr_project.migrating"]


ROLES: dict[str, Callable[[], list[str]]] = {
    "web": web,
    "worker-ai": worker_ai,
    "worker-default": worker_default,
    "beat": beat,
    "migrate": migrate,
}


def command(role: str) -> list[str]:
    return [sys.executable, "-m", *ROLES[role]()]


def main(arguments: list[str]) -> str:
    """Becomes that process; returns only to say why it can't."""
    if len(arguments) != 1 or arguments[0] not in ROLES:
        return f"Name one role: {', '.join(ROLES)}."
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_project.settings")
    try:
        import_module(os.environ["DJANGO_SETTINGS_MODULE"])
        words = command(arguments[0])
    except ImproperlyConfigured as error:
        return str(error)
    return os.execv(words[0], words)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
