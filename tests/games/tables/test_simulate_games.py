"""manage.py simulate_games plays whole games in memory and says what came of them."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from rules import Edition, editions
from rules.verify import verify


def simulate(*arguments: str) -> str:
    out = StringIO()
    edition = () if "--edition" in arguments else ("--edition", "card_game")
    call_command("simulate_games", *edition, *arguments, stdout=out)
    return out.getvalue()


def report(*arguments: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(simulate(*arguments, "--json"))
    return found


def test_it_prints_games_commands_events_seconds_and_mean_scores() -> None:
    found = report("--edition", "card_game", "--seats", "4", "--games", "3", "--seed", "7")
    assert found["games"] == 3
    assert found["commands"] > 300
    assert found["events"] > found["commands"]
    assert found["seconds"] > 0
    assert len(found["mean_scores"]) == 4
    assert sum(found["win_shares"]) == pytest.approx(1, abs=0.001)


def test_the_same_seed_gives_the_same_games() -> None:
    one, other, third = (report("--games", "2", "--seed", seed) for seed in ("7", "7", "8"))
    assert one["mean_scores"] == other["mean_scores"]
    assert one["events"] == other["events"]
    assert one["events"] != third["events"]


def test_it_says_so_in_words_without_json() -> None:
    words = simulate("--games", "1", "--seats", "2", "--policies", "any_legal", "any_legal")
    assert "1 games of card_game" in words
    assert "seat 2  any_legal" in words


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stderr", [Terminal(), StringIO()], ids=["terminal", "pipe"])
def test_who_watches_sees_how_far_it_is_and_a_file_stays_clean(stderr: StringIO) -> None:
    call_command(
        "simulate_games", "--edition", "usa", "--seats", "2", "--games", "2", "--json",
        stdout=(out := StringIO()), stderr=stderr,
    )  # fmt: skip
    assert json.loads(out.getvalue())["games"] == 2
    shown = stderr.getvalue()
    if isinstance(stderr, Terminal):
        assert "1 of 2 games" in shown
        assert shown.endswith("[##############################] 2 of 2 games\n")
    else:
        assert shown == ""


@pytest.mark.parametrize("edition", editions().values(), ids=list(editions()))
def test_every_exported_game_is_verified(edition: Edition, tmp_path: Path) -> None:
    folder = tmp_path / "games"
    how = ("--edition", edition.id, "--games", "2", "--seats", "3", "--export", str(folder))
    simulate(*how, "--options", *edition.options)
    files = sorted(folder.iterdir())
    assert len(files) == 2
    for file in files:
        verified = verify(file.read_bytes()).file
        assert verified["edition"] == edition.id
        assert all(verified["options"].values())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--edition", "whist"], "no edition 'whist'"),
        (["--seats", "7"], "for 2 to 4 seats"),
        (["--games", "0"], "at least one game"),
        (["--policies", "any_legal", "any_legal"], "one for each of the 4 seats"),
        (["--policies", "clairvoyant"], "no 'clairvoyant' among its policies"),
        (["--options", "fog"], "no 'fog' among its options"),
    ],
)
def test_what_it_cannot_play_is_said_clearly(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        simulate(*arguments)
