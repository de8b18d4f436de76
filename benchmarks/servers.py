"""The service as a benchmark needs it: PostgreSQL with default durability, Valkey, one web process,
all of it on the first core; whoever measures runs on the other."""

import contextlib
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import psutil

from tests.postgres import postgres
from tests.service import free_port

SERVER_CORE, CLIENT_CORE = {0}, {1}
ALL_CORES = os.sched_getaffinity(0)  # before anything was put on one of them
PATIENCE = 60


@contextmanager
def on_core(core: set[int]) -> Iterator[None]:
    """What is started inside runs there."""
    before = os.sched_getaffinity(0)
    if core <= ALL_CORES:
        os.sched_setaffinity(0, core)
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def data_stores() -> Iterator[Path]:
    """PostgreSQL and Valkey in a folder of their own; Django is set up to use them."""
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-benchmark-"))
    try:
        with on_core(SERVER_CORE), contextlib.ExitStack() as running:
            running.enter_context(postgres(folder / "postgres", durable=True))
            os.environ |= {
                "DATA_DIR": str(folder),
                "DATABASE_URL": f"postgresql://roundhouse@/postgres?host={folder}/postgres",
                "REDIS_URL": f"unix://{folder}/valkey.sock",
                "DJANGO_SETTINGS_MODULE": "ttr_project.settings",
                "LOG_LEVEL": "WARNING",
                # Everybody comes from one address here, and as fast as they can.
                "COMMANDS_PER_PERSON": "0",
                "COMMANDS_PER_ADDRESS": "0",
                "SOCKETS_PER_ADDRESS": "0",
            }
            import django

            django.setup()
            from django.core.management import call_command

            from ttr_project import children, supervisor

            valkey = children.valkey(folder)
            running.callback(supervisor.stop_together, [valkey])
            supervisor.wait_until_silent(supervisor.valkey_complaint, [valkey])
            call_command("migrate", verbosity=0, interactive=False)
            os.sched_setaffinity(0, CLIENT_CORE)
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


class Web(NamedTuple):
    port: int
    process: psutil.Process
    postgres: psutil.Process

    def cpu_seconds(self) -> tuple[float, float]:
        """Of the web process, and of PostgreSQL with all its backends."""
        postgres = [self.postgres, *self.postgres.children(recursive=True)]
        return cpu_seconds([self.process]), cpu_seconds(postgres)


def cpu_seconds(processes: list[psutil.Process]) -> float:
    times = [process.cpu_times() for process in processes]
    return sum(time.user + time.system for time in times)


@contextmanager
def web(folder: Path) -> Iterator[Web]:
    """One web process, as the supervisor starts it."""
    from ttr_project import roles

    port = free_port()
    os.environ |= {"HOST": "127.0.0.1", "PORT": str(port)}
    with on_core(SERVER_CORE), (folder / "web.log").open("wb") as log:
        process = subprocess.Popen(roles.command("web"), stdout=log, stderr=log)
    try:
        wait_until_it_answers(port)
        pid = int((folder / "postgres" / "data" / "postmaster.pid").read_text().split()[0])
        yield Web(port, psutil.Process(process.pid), psutil.Process(pid))
    finally:
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def wait_until_it_listens(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        time.sleep(0.05)
    raise TimeoutError("nobody listens")


def wait_until_it_answers(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=2)
            return
        time.sleep(0.1)
    raise TimeoutError("the web process does not answer")
