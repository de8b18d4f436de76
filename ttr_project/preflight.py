"""What must hold before anything starts. Each check says in one line what is wrong and what helps."""

import fcntl
import os
import shutil
import socket
import stat
from pathlib import Path
from typing import IO

import django
import redis
from django.core.exceptions import ImproperlyConfigured
from django.db import Error as DatabaseFailure
from django.db import connection

from ttr_project import environment


class CannotStart(Exception):
    """A cause and a remedy, in one line."""


def first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0].rstrip(".")


def lock_data_folder(data_dir: Path) -> IO[str]:
    """Two services on one data folder would fight: the lock is gone with its process, however it dies."""
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
        lock = (data_dir / "lock").open("a+")
    except OSError as error:
        raise CannotStart(
            f"The data folder {data_dir} cannot be written ({error.strerror}): "
            "make it writable, or name another one with DATA_DIR=/path."
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        lock.seek(0)
        raise CannotStart(
            f"The data folder {data_dir} is in use by a running Roundhouse (process {lock.read()}): "
            "stop that one, or name another folder with DATA_DIR=/path."
        ) from None
    lock.truncate(0)
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def load_settings() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_project.settings")
    try:
        django.setup()
    except ImproperlyConfigured as error:
        raise CannotStart(str(error)) from None


def check_port(host: str, port: int) -> None:
    remedy = "choose a free one with PORT=8001."
    if not 0 < port < 65536:
        raise CannotStart(f"PORT is {port}, but ports go from 1 to 65535: {remedy}")
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, socket.SOCK_STREAM) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        raise CannotStart(
            f"Port {port} on {host} cannot be used ({error.strerror}): {remedy}"
        ) from None


def prepare_runtime_folder(folder: Path) -> None:
    """A folder in the shared temp directory has to be ours alone, since a socket will lie in it."""
    folder.mkdir(mode=0o700, exist_ok=True)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
        raise CannotStart(f"{folder} belongs to somebody else: name a shorter DATA_DIR=/path.")


def remove_runtime_folder(data_dir: Path) -> None:
    folder = environment.runtime_folder(data_dir)
    if folder != data_dir:
        shutil.rmtree(folder, ignore_errors=True)


def redis_answers(url: str) -> bool:
    with redis.from_url(url, socket_connect_timeout=2, socket_timeout=2) as client:
        return bool(client.ping())


def check_redis(url: str) -> None:
    try:
        redis_answers(url)
    except (redis.RedisError, ValueError, OSError) as error:
        raise CannotStart(
            f"Redis cannot be reached ({first_line(error)}): "
            "check REDIS_URL, or unset it to use the embedded server."
        ) from None


def check_database() -> None:
    # Without the pool the error is the server's own and comes at once.
    connection.settings_dict["OPTIONS"].pop("pool", None)
    try:
        connection.ensure_connection()
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except (DatabaseFailure, ImproperlyConfigured) as error:
        remedy = (
            "check DATABASE_URL, or unset it to use the embedded SQLite"
            if os.environ.get("DATABASE_URL")
            else f"check {environment.data_dir()}"
        )
        raise CannotStart(
            f"The database cannot be reached ({first_line(error)}): {remedy}."
        ) from None
