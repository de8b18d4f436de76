"""`make run`: one process that starts all the others, in order, and keeps them running."""

import os
import shutil
import signal
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from types import FrameType

import redis
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command, get_commands
from django.db import Error as DatabaseFailure
from django.db import connections

from ttr_project import children, environment, preflight, roles
from ttr_project.children import Child
from ttr_project.preflight import CannotStart

START_PATIENCE = 120  # seconds until everything must be ready
STOP_PATIENCE = 8  # seconds until a child that does not stop is killed


class Stopped(Exception):
    """Somebody pressed Ctrl-C or sent SIGTERM."""


def start(running: list[Child]) -> str:
    """Start all of it, in order, and return the address once everything answers."""
    data_dir = environment.data_dir()
    host, port = roles.address()
    preflight.check_port(host, port)
    preflight.load_settings()
    shutil.rmtree(children.figures_folder(), ignore_errors=True)
    if os.environ.get("REDIS_URL"):
        preflight.check_redis(settings.REDIS_URL)
    else:
        preflight.prepare_runtime_folder(environment.runtime_folder(data_dir))
        running.append(children.valkey(environment.runtime_folder(data_dir)))
        wait_until_silent(valkey_complaint, running)
    prepare_database()
    running.extend(map(children.role, ("web", "worker-ai", "worker-default", "beat")))
    address = f"http://{address_of(host)}:{port}/"
    wait_until_silent(lambda: service_complaint(address), running)
    return address


def address_of(host: str) -> str:
    """How a browser on this machine writes the host that we listen on."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{host}]" if ":" in host else host


def prepare_database() -> None:
    """Migrate, and give an empty database something to look at."""
    preflight.check_database()
    try:
        call_command("migrate", interactive=False, verbosity=0)
        is_first_start = not get_user_model().objects.exists()
        if is_first_start and not settings.PRODUCTION and "seed_demo" in get_commands():
            call_command("seed_demo")
    except (DatabaseFailure, CommandError) as error:
        raise CannotStart(
            f"The database could not be prepared ({preflight.first_line(error)}): "
            "restore it from a backup, or name another one with DATABASE_URL or DATA_DIR."
        ) from None
    connections.close_all()


def wait_until_silent(complaint: Callable[[], str], running: list[Child]) -> None:
    """Watch over the children until there is no more complaint."""
    deadline = time.monotonic() + START_PATIENCE
    while reason := complaint():
        for child in running:
            child.keep_running()
            if child.failures > 3:
                raise CannotStart(f"{child.name} does not start: {child.log} tells why.")
        if time.monotonic() > deadline:
            logs = environment.data_dir() / "log"
            raise CannotStart(f"Not ready after {START_PATIENCE} s ({reason}): {logs} tells why.")
        time.sleep(0.1)


def valkey_complaint() -> str:
    try:
        return "" if preflight.redis_answers(settings.REDIS_URL) else "Valkey does not answer"
    except redis.RedisError as error:
        return preflight.first_line(error)


def service_complaint(address: str) -> str:
    try:
        with urllib.request.urlopen(f"{address}readyz", timeout=10):
            return ""
    except urllib.error.HTTPError as error:
        return error.read().decode(errors="replace")
    except OSError as error:
        return str(error)


def stop(running: list[Child]) -> None:
    """First and together those who use Valkey, then Valkey."""
    ignore_signals()
    last = [child for child in running if child.name == "valkey"]
    first = [child for child in running if child not in last]
    stop_together(first)
    stop_together(last)
    preflight.remove_runtime_folder(environment.data_dir())


def stop_together(group: list[Child]) -> None:
    deadline = time.monotonic() + STOP_PATIENCE
    for child in group:
        child.process.terminate()
    for child in group:
        child.stop(deadline)


def on_signal(signum: int, frame: FrameType | None) -> None:
    ignore_signals()
    raise Stopped


def ignore_signals() -> None:
    """An impatient second Ctrl-C must not interrupt the stopping, which is bounded in time."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def main() -> int:
    os.umask(0o077)  # seeds, sessions and keys lie in the data folder: nobody else reads them
    signal.signal(signal.SIGINT, on_signal)
    signal.signal(signal.SIGTERM, on_signal)
    try:
        with preflight.lock_data_folder(environment.data_dir()):
            running: list[Child] = []
            try:
                print(f"Roundhouse is ready: {start(running)}", flush=True)
                while True:
                    for child in running:
                        child.keep_running()
                    time.sleep(0.1)
            finally:
                stop(running)
    except Stopped:
        return 0
    except (CannotStart, ImproperlyConfigured) as error:
        print(error, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
