"""The peers from the npm registry, measured in the same run: the server on one core, its load client
on the other. They are installed into var/peers, which is no part of the repository."""

import json
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.servers import CLIENT_CORE, SERVER_CORE, on_core
from tests.service import PROJECT, free_port

SOURCES = Path(__file__).parent
INSTALLED = PROJECT / "var" / "peers"
NAMES = ("boardgame_io", "colyseus")
PATIENCE = 120


def install(name: str) -> Path:
    """The peer's folder, with its packages; nothing to do when they are there."""
    folder = INSTALLED / name
    shutil.copytree(SOURCES, INSTALLED, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.py*"))
    if not (folder / "node_modules").is_dir():
        subprocess.run(
            ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"],
            cwd=folder,
            check=True,
        )
    return folder


def measure(
    name: str, storage: str, tables: int, seconds: float, spectators: int = 0, rate: float = 0
) -> dict[str, Any]:
    """One run: what the load client reports."""
    folder = install(name)
    port = str(free_port())
    with tempfile.TemporaryDirectory() as data:
        with on_core(SERVER_CORE):
            server = subprocess.Popen(
                ["node", "server.cjs", port, storage, data],
                cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                env={"NODE_ENV": "production", "PATH": "/usr/local/bin:/usr/bin:/bin"},
            )  # fmt: skip
        try:
            wait_until_ready(server)
            return load(folder, [port, *map(str, (tables, seconds, spectators, rate))])
        finally:
            server.kill()
            server.wait()


def wait_until_ready(server: subprocess.Popen[str]) -> None:
    assert server.stdout
    deadline = time.monotonic() + PATIENCE
    for line in server.stdout:
        if "READY" in line:
            return
        assert time.monotonic() < deadline
    raise RuntimeError("the peer did not start")


def load(folder: Path, arguments: Sequence[str]) -> dict[str, Any]:
    with on_core(CLIENT_CORE):
        ended = subprocess.run(
            ["node", "load.cjs", *arguments],
            cwd=folder, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
            timeout=PATIENCE,
        )  # fmt: skip
    report: dict[str, Any] = json.loads(ended.stdout.splitlines()[-1])
    return report
