"""Everything can be made again from one file, and nothing is made from a file that is not whole."""

import json
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor, wait
from pathlib import Path
from zipfile import ZipFile

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from games.audit.chains import broken_link
from games.backups import archive
from games.tables import selectors
from games.tables.models import Game
from tests.games.tables.given import a_game, play_on
from tests.service import PROJECT
from tests.settings import DATABASE

# On another machine, so to say: nothing is there but the file.
ELSEWHERE = """
import django, json, sys
django.setup()
from django.core.management import call_command
from games.tables.models import Game
from tests.games.tables.given import play_on
call_command("restore", sys.argv[1], stdout=sys.stderr)
restored = {str(game.id): game.head_seq for game in Game.objects.all()}
further = {str(game.id): play_on(game, steps=5).head_seq for game in Game.objects.all()}
call_command("verify_chains", stdout=sys.stderr)
print(json.dumps([restored, further]))
"""


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("committed")
def test_a_backup_made_while_tables_play_restores_elsewhere_and_they_play_on(
    tmp_path: Path,
) -> None:
    """The whole service is destroyed and restored by tests.operations.backup_drill."""
    games = [a_game(seats=2) for _ in range(3)]
    with ThreadPoolExecutor() as players:
        played = [players.submit(play_some, game) for game in games]
        wait(played, timeout=0.2)
        call_command("backup", str(tmp_path / "backup.zip"), verbosity=0)
        reached = {str(game.id): seq.result() for game, seq in zip(games, played, strict=True)}
    environment = os.environ | {
        "DATA_DIR": str(tmp_path / "data"),
        "DATABASE_URL": an_empty_database(tmp_path),
        "DJANGO_SETTINGS_MODULE": "ttr_project.settings",
    }
    ended = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(tmp_path / "backup.zip")],
        cwd=PROJECT, env=environment, capture_output=True, text=True,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.count("3 chains") == 2
    restored, further = json.loads(ended.stdout)
    assert restored.keys() == reached.keys()
    assert all(0 < restored[game] <= reached[game] for game in reached)
    assert all(further[game] > restored[game] for game in restored)


def play_some(game: Game) -> int:
    try:
        return play_on(game, steps=30).head_seq
    finally:
        connection.close()


def an_empty_database(tmp_path: Path) -> str:
    if DATABASE == "sqlite":
        return f"sqlite:///{tmp_path}/elsewhere.sqlite3"
    with connection.cursor() as cursor:
        cursor.execute("DROP DATABASE IF EXISTS elsewhere")
        cursor.execute("CREATE DATABASE elsewhere")
    return os.environ["DATABASE_URL"].replace("/roundhouse?", "/elsewhere?")


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("committed")
def test_a_backup_is_for_our_eyes_only_and_says_what_it_is(tmp_path: Path) -> None:
    a_game(seats=2)
    call_command("backup", str(tmp_path / "backup.zip"), verbosity=0)
    [file] = tmp_path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    manifest = json.loads(ZipFile(file).read(archive.MANIFEST))
    assert (manifest["format"], manifest["database"]) == (archive.FORMAT, DATABASE)
    assert manifest["migrations"]["tables"] >= "0004_seed_held"


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("committed")
def test_a_database_with_something_in_it_is_not_restored_into(tmp_path: Path) -> None:
    a_game(seats=2)
    call_command("backup", str(tmp_path / "backup.zip"), verbosity=0)
    with pytest.raises(CommandError, match="not empty"):
        call_command("restore", str(tmp_path / "backup.zip"))


@pytest.mark.django_db
def test_a_file_that_lost_a_byte_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "backup.zip"
    with ZipFile(file, "w") as good:
        good.writestr(archive.MANIFEST, "{}" * 100)
    damaged = bytearray(file.read_bytes())
    damaged[60] ^= 1
    file.write_bytes(damaged)
    with pytest.raises(CommandError, match=r"damaged|can't be read"), archive.opened(file):
        pass


@pytest.mark.django_db
def test_a_chain_is_checked_while_its_game_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    game = play_on(a_game(seats=2), steps=5)
    assert broken_link(game) == ""
    commands, rows = selectors.records_of(game)
    changed = [row | {"type": "something_else"} if row["seq"] == 3 else row for row in rows]
    for stored, complaint in (
        (changed, "Event 3 does not have the digest"),
        (rows[:2] + rows[3:], "Event 3 is missing"),
        (rows[:-1], f"ends at {len(rows) - 1}"),
    ):
        monkeypatch.setattr(selectors, "records_of", lambda game, now=stored: (commands, now))
        assert complaint in broken_link(game)
