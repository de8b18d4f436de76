from collections.abc import Iterator

import pytest
from django.test import Client

from games.accounts.models import User
from ttr_project.celery import app

PASSWORD = "nine-fast-wagons"


@pytest.fixture
def rolf(db: None) -> User:
    return User.objects.create_user(
        "rolf", "rolf@example.org", PASSWORD, display_name="Rolf from Aarhus"
    )


@pytest.fixture
def as_rolf(rolf: User) -> Client:
    client = Client()
    client.force_login(rolf)
    return client


@pytest.fixture
def tasks_run_at_once() -> Iterator[None]:
    app.conf.task_always_eager = True
    yield
    app.conf.task_always_eager = False
