"""Reads the environment, and says in one line what is wrong with it."""

import hashlib
import os
import secrets
import socket
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PROJECT_DIR = Path(__file__).resolve().parent.parent
# The kernel keeps 108 bytes for the path of a unix socket, the closing zero included.
LONGEST_SOCKET_PATH = 107


def data_dir() -> Path:
    """Everything the embedded default keeps lies here."""
    return Path(os.environ.get("DATA_DIR") or PROJECT_DIR / "var").absolute()


def flag(name: str, default: bool = False) -> bool:
    value = os.environ.get(name, "").strip().lower()
    return value in {"1", "true", "yes", "on"} if value else default


def words(name: str, default: str = "") -> list[str]:
    return [word for part in os.environ.get(name, default).split(",") if (word := part.strip())]


def number(name: str, default: int) -> int:
    value = os.environ.get(name) or str(default)
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is '{value}': give a whole number, such as {default}.")
    return int(value)


def runtime_folder(data_dir: Path) -> Path:
    """Where the embedded Valkey's socket lies: in the data folder, unless that path is too long."""
    if len(os.fsencode(data_dir / "valkey.sock")) <= LONGEST_SOCKET_PATH:
        return data_dir
    key = hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"roundhouse-{os.getuid()}-{key}"


def database(url: str, data_dir: Path) -> dict[str, Any]:
    """Django's description of the database that DATABASE_URL names, or of the embedded one."""
    if not url:
        return sqlite(data_dir / "roundhouse.sqlite3")
    example = "give postgresql://user:password@host:5432/name or sqlite:///path/to/file"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        # The URL may hold a password, so it is not repeated.
        raise ImproperlyConfigured(f"DATABASE_URL cannot be read: {example}.") from None
    name = unquote(parts.path.removeprefix("/"))
    if parts.scheme not in {"postgres", "postgresql", "sqlite"}:
        scheme = parts.scheme or "missing"
        raise ImproperlyConfigured(f"DATABASE_URL has the unknown scheme '{scheme}': {example}.")
    if not name:
        raise ImproperlyConfigured(f"DATABASE_URL names no database: {example}.")
    if parts.scheme == "sqlite":
        return sqlite(Path(name))
    more = dict(parse_qsl(parts.query))
    threshold = more.pop("prepare_threshold", "5")
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(port or ""),
        # After a restart of the server the pool's old connections are dead: ask before use.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            "connect_timeout": 5,
            # A machine that is gone says nothing: without these a move would wait for minutes.
            "keepalives_idle": 10,
            "keepalives_interval": 3,
            "keepalives_count": 3,
            "tcp_user_timeout": 15_000,
            # Values travel apart from the statement, which so stays the same and prepared.
            "server_side_binding": True,
            "prepare_threshold": None if threshold == "off" else int(threshold),
            "pool": {"min_size": 1, "max_size": 16, "timeout": 10},
            # ?host=/folder/of/the/socket, ?sslmode=verify-full and the like
            **more,
        },
    }


def sqlite(path: Path) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "OPTIONS": {
            # A transaction that will write asks for the lock when it begins: waiting there is
            # safe, while upgrading a read lock half way fails at once with "database is locked".
            "transaction_mode": "IMMEDIATE",
            "timeout": 20,  # seconds, SQLite's busy_timeout
            # An event that was answered survives a power cut: WAL alone would not promise that.
            # And a row that REPLACE would remove is guarded by the triggers of a log as any other.
            "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
            " PRAGMA recursive_triggers=ON;",
        },
    }


def channel_host(redis_url: str) -> dict[str, Any]:
    """The channel layer's Redis. Who only listens never notices that the other machine is gone,
    unless the connection itself asks now and then."""
    if redis_url.startswith("unix:"):
        return {"address": redis_url}
    patience = {socket.TCP_KEEPIDLE: 10, socket.TCP_KEEPINTVL: 3, socket.TCP_KEEPCNT: 3}
    return {
        "address": redis_url,
        "socket_connect_timeout": 2,
        "socket_keepalive": True,
        "socket_keepalive_options": patience,
    }


def celery_broker(redis_url: str) -> str:
    """Celery's spelling of a Redis address that is a unix socket."""
    return redis_url.replace("unix://", "redis+socket://", 1)


def is_secret(key: str) -> bool:
    """Long and mixed enough to have been drawn at random, and none of Django's samples."""
    return len(key) >= 50 and len(set(key)) >= 5 and not key.startswith("django-insecure-")


def secret_key(data_dir: Path) -> str:
    """The key of the embedded default: made once, kept in the data folder, readable by us only."""
    path = data_dir / "secret_key"
    try:
        return path.read_text()
    except FileNotFoundError:
        data_dir.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(50))
    try:
        # Of two processes that start together, one links first and both read that one's key.
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
    return path.read_text()
