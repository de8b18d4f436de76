"""What is said of a file: verified, or not and why."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rules.verify import describe, main, verify


def test_a_played_game_is_verified_and_says_what_was_checked(raw: bytes) -> None:
    words = "\n".join(describe(verify(raw)))
    events = len(json.loads(raw)["events"])
    assert f"{events} events, unbroken" in words
    assert "3 follow from the seed and 2 salts" in words
    assert "place 1" in words


def test_the_command_says_so_and_exits_with_1_when_something_is_off(
    raw: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "sub" / "bad.json"
    bad.parent.mkdir()
    good.write_bytes(raw)
    bad.write_bytes(raw[:-1])
    assert main([str(good)]) == 0
    assert "verified." in capsys.readouterr().out
    assert main([str(bad)]) == 1
    assert "NOT verified" in capsys.readouterr().out
    assert main(["--many", str(tmp_path)]) == 0
    assert "1 of 1 games verified" in capsys.readouterr().out
    assert main(["--many", str(bad.parent)]) == 1
    assert "0 of 1 games verified" in capsys.readouterr().out
    assert main([str(tmp_path / "none.json")]) == 1
    assert "can't be read" in capsys.readouterr().err


def test_it_needs_nothing_but_the_standard_library(raw: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(raw)
    project = Path(__file__).parents[3]
    # -S: without the folder where other packages are installed.
    command = [sys.executable, "-S", "-m", "rules.verify", str(file)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
