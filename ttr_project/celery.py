"""The Celery application: two queues, so that thinking AIs never hold up the housekeeping."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_project.settings")

QUEUES = ("ai", "default")

app = Celery("roundhouse")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.autodiscover_tasks(["ttr_project"], related_name="readiness")
