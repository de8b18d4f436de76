"""The processes of a service, each started by the command of its role and stopped by its own id."""

import contextlib
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from tests.service import PROJECT

PATIENCE = 300


class Fleet:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(
        self,
        name: str,
        command: Sequence[str | Path],
        environment: Mapping[str, str] = {},
        tree: Path = PROJECT,
    ) -> None:
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command,
                cwd=tree,
                env=os.environ | environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,
            )

    def stop(self, name: str) -> int:
        """Politely, and until it is gone: it may finish what it has in hand."""
        process = self.running.pop(name)
        process.terminate()
        code = process.wait(PATIENCE)
        self._sweep(process)
        return code

    def kill(self, name: str) -> None:
        process = self.running.pop(name)
        self._sweep(process)
        process.wait()

    def _sweep(self, process: subprocess.Popen[bytes]) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)

    def kill_all(self) -> None:
        for process in self.running.values():
            self._sweep(process)
            process.wait()


def role(name: str) -> list[str]:
    return [sys.executable, "-m", "ttr_project.roles", name]


def told_to_stop(signum: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + signum)


@contextmanager
def fleet(folder: Path) -> Iterator[Fleet]:
    # Whoever ends a drill ends all that it has started.
    signal.signal(signal.SIGTERM, told_to_stop)
    started = Fleet(folder)
    try:
        yield started
    finally:
        started.kill_all()


def wait_until_it_answers(address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(urllib.error.URLError, OSError):
            urllib.request.urlopen(f"{address}healthz", timeout=5)
            return
        time.sleep(0.2)
    raise TimeoutError(address)
