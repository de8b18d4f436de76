"""Starts the whole service as `make run` does, on a free port and a data folder of its own."""

import os
import queue
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import psutil

PROJECT = Path(__file__).resolve().parent.parent
READY = "Roundhouse is ready: "
PATIENCE = 120


@dataclass
class Service:
    """A running service: its address, its supervisor, and what it printed before it was ready."""

    address: str
    supervisor: psutil.Process
    said: str

    def child(self, *words: str) -> psutil.Process:
        """The child of the supervisor whose command line has all of these words."""
        [found] = [
            child
            for child in self.supervisor.children()
            if set(words) <= {Path(part.split(" ")[0]).name for part in child.cmdline()}
        ]
        return found


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def service_environment(data_dir: Path, **changes: str) -> dict[str, str]:
    """What a newcomer's shell has, without the settings of this test process."""
    ours = (
        "DATABASE_URL",
        "REDIS_URL",
        "DJANGO_SETTINGS_MODULE",
        "PRODUCTION",
        "DEBUG",
        "SECRET_KEY",
    )
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {"DATA_DIR": str(data_dir), "PORT": str(free_port())} | changes


@contextmanager
def running_service(
    data_dir: Path, *, project: Path = PROJECT, **changes: str
) -> Iterator[Service]:
    """The service, from its ready line until the block ends; `project` is where its code lies."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ttr_project.supervisor"],
        cwd=project,
        env=service_environment(data_dir, **changes),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    try:
        said = lines_until_ready(process)
        address = said[-1].removeprefix(READY).strip()
        yield Service(address, psutil.Process(process.pid), "".join(said))
    finally:
        process.terminate()
        process.wait(PATIENCE)


def lines_until_ready(process: subprocess.Popen[str]) -> list[str]:
    """Read in a thread, so that waiting is bounded and the pipe never fills up afterwards."""
    lines: queue.Queue[str] = queue.Queue()

    def read() -> None:
        assert process.stdout
        for line in process.stdout:
            lines.put(line)
        lines.put("")

    threading.Thread(target=read, daemon=True).start()
    said: list[str] = []
    while not said or not said[-1].startswith(READY):
        said.append(lines.get(timeout=PATIENCE))
        assert said[-1], f"The service ended before it was ready: {''.join(said)}"
    return said
