"""The example of docs/NEW_EDITION.md plays, keeps its promises, and can be drawn."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rules import SPECTATOR, Chance, fold, view
from rules.simulation import PlayedGame, play_game
from tests.fifth_edition.edition import EDITION
from tests.fifth_edition.lighthouse import LighthouseLit
from tests.fifth_edition.state import BOARD
from tests.rules.conformance import test_declarations as declarations
from tests.rules.maps import check_parallel_tracks, crossings, is_connected


def played(seats: int, number: int, policy: str = "any_legal") -> PlayedGame:
    chance = Chance(number.to_bytes(32), [str(seat) for seat in range(seats)])
    return play_game(EDITION, {}, chance, [policy] * seats)


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("policy", ["any_legal", "easy", "planner"])
def test_it_plays_to_a_result(seats: int, policy: str) -> None:
    for number in range(5):
        game = played(seats, number, policy)
        assert game.state.result is not None
        assert EDITION.conserved(game.state) is None
        folded = fold(EDITION, game.events)
        assert EDITION.state.encode(folded) == EDITION.state.encode(game.state)


@pytest.mark.parametrize(
    "check",
    [
        declarations.test_every_field_of_every_event_and_of_the_state_names_its_audience,
        declarations.test_every_event_is_folded_and_every_command_decided,
        declarations.test_every_event_is_a_sentence_that_a_spectator_could_say,
    ],
)
def test_it_keeps_the_promises_of_every_edition(check: object) -> None:
    check(EDITION)  # type: ignore[operator]


def test_is_b1_the_first_route_to_the_lighthouse_scores_five() -> None:
    lit = [
        (event, game.state.result)
        for game in (played(2, number) for number in range(10))
        for event in game.events
        if isinstance(event, LighthouseLit)
    ]
    assert lit
    for event, result in lit:
        (line,) = [line for line in result.scores[event.seat].lines if line.rule == "IS-B1"]
        assert line.points == event.points == 5


def test_it_renders_from_its_catalog() -> None:
    catalog = json.loads(json.dumps(EDITION.catalog))
    places = {city["id"]: (city["x"], city["y"]) for city in catalog["cities"]}
    for track in catalog["tracks"]:
        assert {track["a"], track["b"]} <= set(places)
        assert track["length"] > 0
        assert 0 <= track["parallel_index"] < track["parallel_count"]
    assert crossings(BOARD) == []
    check_parallel_tracks(BOARD)
    assert is_connected(BOARD)


def test_a_spectator_sees_the_table_and_no_hand() -> None:
    game = played(2, 0)
    seen = view(EDITION, fold(EDITION, game.opening), SPECTATOR)
    assert seen["hands"] == [4, 4]
    assert seen["lit_by"] is None


DROPPED_IN = """
import sys
from rules import Chance, editions
sys.modules["rules.editions"].__path__.append(sys.argv[1])
from rules.simulation import export_game, play_game
from rules.verify import verify
game = play_game(editions()["island"], {}, Chance(bytes(32), "ab"), ["planner", "any_legal"])
print(sorted(editions()), verify(export_game(game, "on the island")).result.standings[0].place)
"""


HERE = Path(__file__).parent


def drop_in(editions: Path) -> None:
    """Puts the folder there. In its own place it calls itself by its own name."""
    folder = editions / "island"
    shutil.copytree(HERE, folder, ignore=shutil.ignore_patterns("test_*", "__pycache__"))
    for module in folder.glob("*.py"):
        text = module.read_text("utf-8").replace("tests.fifth_edition", "rules.editions.island")
        module.write_text(text, "utf-8")


def test_a_folder_beside_the_other_editions_is_all_it_takes(tmp_path: Path) -> None:
    drop_in(tmp_path)
    ran = subprocess.run(
        [sys.executable, "-c", DROPPED_IN, str(tmp_path)],
        capture_output=True,
        text=True,
        cwd=HERE.parents[1],
        timeout=60,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    assert "'island'" in ran.stdout
    assert ran.stdout.endswith(" 1\n")
