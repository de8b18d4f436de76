"""What holds the service together: settings, routes, workers and the supervisor."""

from ttr_project.celery import app as celery_app

__all__ = ["celery_app"]
