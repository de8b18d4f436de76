"""A machine that lacks something is told so in one line."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.service import PROJECT


@pytest.fixture
def bare_checkout(tmp_path: Path) -> Path:
    """The Makefile and what its targets depend on, with nothing installed or built."""
    shutil.copy(PROJECT / "Makefile", tmp_path)
    for name in ("requirements/dev.txt", "frontend/package-lock.json"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    return tmp_path


def complaint(checkout: Path, *arguments: str, path: str | None = None) -> str:
    ended = subprocess.run(
        [shutil.which("make") or "make", *arguments],
        cwd=checkout,
        env={"PATH": path if path is not None else "/usr/bin:/bin"},
        capture_output=True,
        text=True,
    )
    assert ended.returncode != 0
    # Make itself adds a line that names the failed target.
    [line] = [line for line in ended.stderr.splitlines() if not line.startswith("make: ")]
    return line


def test_a_python_that_is_too_old_is_refused(bare_checkout: Path) -> None:
    old = bare_checkout / "old-python"
    old.write_text("#!/bin/sh\nexit 1\n")
    old.chmod(0o755)
    assert "needs Python 3.11 or newer" in complaint(bare_checkout, "setup", f"PYTHON={old}")


def test_a_missing_npm_is_named_with_its_remedy(bare_checkout: Path) -> None:
    tools = bare_checkout / "tools"
    tools.mkdir()
    for name in ("sh", "find", "touch"):
        (tools / name).symlink_to(shutil.which(name) or f"/bin/{name}")
    line = complaint(bare_checkout, "page", path=str(tools))
    assert "npm is missing: install Node.js 20 or newer" in line


def test_a_node_that_is_too_old_is_named(bare_checkout: Path) -> None:
    tools = bare_checkout / "tools"
    tools.mkdir()
    (tools / "npm").write_text("#!/bin/sh\n")
    (tools / "node").write_text('#!/bin/sh\n[ "$1" = --version ] && echo v12.0.0 || exit 1\n')
    for tool in tools.iterdir():
        tool.chmod(0o755)
    line = complaint(bare_checkout, "page", path=f"{tools}:/usr/bin:/bin")
    assert "Node.js v12.0.0 is too old" in line
