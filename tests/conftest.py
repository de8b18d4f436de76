"""Real servers for every test process: a Valkey always, a PostgreSQL where it is asked for.

And the same luck each time: what a change breaks, it breaks in every run.
"""

import random
import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest
from django.conf import settings

from tests.postgres import postgres
from tests.service import Service, running_service
from tests.settings import DATABASE, FOLDER
from ttr_project import children, supervisor

# The same examples in every run, and no time limit for one: a machine may be slow.
hypothesis.settings.register_profile("repeatable", derandomize=True, deadline=None)
hypothesis.settings.load_profile("repeatable")


def pytest_report_header() -> str:
    return f"roundhouse: service tests on {DATABASE}"


def pytest_unconfigure() -> None:
    shutil.rmtree(FOLDER, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def valkey() -> Iterator[None]:
    """The channel layer and the broker of this test process."""
    server = children.valkey(FOLDER)
    try:
        supervisor.wait_until_silent(supervisor.valkey_complaint, [server])
        yield
    finally:
        supervisor.stop_together([server])


@pytest.fixture(autouse=True)
def same_luck(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seeds and salts of a test's own games: by its name, so that its shuffles are the same in every run."""
    dice = random.Random(request.node.nodeid)
    monkeypatch.setattr(secrets, "token_bytes", lambda length=32: dice.randbytes(length))


@pytest.fixture(scope="session")
def django_db_keepdb() -> bool:
    """Nothing to tear down: server and folder are thrown away as a whole."""
    return True


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None,
) -> Iterator[None]:
    if DATABASE == "postgresql":
        with postgres(FOLDER / "postgres"):
            yield
    else:
        yield


@pytest.fixture(scope="session")
def live_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The whole service as a newcomer starts it, shared by the tests of one process."""
    with running_service(tmp_path_factory.mktemp("data")) as service:
        yield service


@pytest.fixture(scope="session")
def built_page() -> Path:
    """The page as `make page` builds it."""
    index: Path = settings.PAGE_DIR / "index.html"
    assert index.exists(), "The page is not built: run `make page`."
    return index
