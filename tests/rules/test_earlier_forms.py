"""Games that an earlier release has recorded: they are read and proved as ever."""

import json
from typing import Any

import pytest

from rules import Chance, editions
from rules.kernel.codec import decode_event
from rules.kernel.decider import advance, due_command, fold, legal_moves, sample, start
from rules.kernel.illegal import IllegalMove
from rules.kernel.rulings import ForfeitSeat, HandOverSeat
from rules.simulation import PlayedGame, export_game
from rules.verify import Discrepancy, verify
from tests.rules.verify.forging import refreshed

EDITION = editions()["card_game"]
CHANCE = Chance(bytes(range(32)), ("north", "south"))


@pytest.fixture(scope="module")
def played() -> PlayedGame:
    """One seat is handed over and taken back, the other forfeits."""
    rulings = [
        HandOverSeat(0, "any_legal", "left"),
        HandOverSeat(0, "", "is back"),
        ForfeitSeat(1, "any_legal", "cheated"),
    ]
    state, opening = start(EDITION, 2, {}, CHANCE)
    dice = CHANCE.dice("players")
    moves = []
    while not state.revealed:
        command = rulings.pop(0) if rulings else due_command(EDITION, state, CHANCE)
        if command is None:
            command = sample(EDITION, legal_moves(EDITION, state, state.waiting_on[0])[0], dice)
        events = advance(EDITION, state, command, CHANCE)
        assert not isinstance(events, IllegalMove)
        moves.append(("judge", command, events))
    return PlayedGame(EDITION, dict(state.options), CHANCE, state, opening, moves)


def as_recorded_then(raw: bytes, for_good: dict[bool, str]) -> bytes:
    """The file with its seats handed over as the first release said it."""
    document = json.loads(raw)
    for event in handed_over(document):
        event["type"] = for_good[event["payload"].pop("for_good")]
        event["version"] = 1
    return refreshed(document)


def handed_over(document: dict[str, Any]) -> list[dict[str, Any]]:
    return [event for event in document["events"] if event["type"] == "seat_handed_over"]


THEN = {False: "seat_handed_over", True: "seat_forfeited"}


def test_rh_f1_a_game_with_a_forfeit_of_an_earlier_release_is_verified(played: PlayedGame) -> None:
    today = export_game(played, "a game of two")
    then = as_recorded_then(today, THEN)
    assert len(handed_over(json.loads(today))) == 3
    assert b'"type":"seat_forfeited","version":1' in then
    assert verify(then).result == verify(today).result == played.state.result


def test_rh_f1_its_log_leads_to_the_same_state(played: PlayedGame) -> None:
    document = json.loads(as_recorded_then(export_game(played, ""), THEN))
    events = [
        decode_event(EDITION, row["type"], row["version"], row["payload"])
        for row in document["events"]
    ]
    assert events == played.events
    assert fold(EDITION, events).equals(played.state)


@pytest.mark.parametrize(
    "lie", [{**THEN, True: "seat_handed_over"}, {**THEN, False: "seat_forfeited"}]
)
def test_rh_f1_what_was_no_forfeit_then_is_none_today(
    played: PlayedGame, lie: dict[bool, str]
) -> None:
    with pytest.raises(Discrepancy, match="diverges"):
        verify(as_recorded_then(export_game(played, ""), lie))


def test_an_event_cut_off_from_such_a_game_is_missed(played: PlayedGame) -> None:
    document = json.loads(export_game(played, ""))
    del document["events"][handed_over(document)[0]["seq"] - 1 :]
    with pytest.raises(Discrepancy, match="must follow"):
        verify(refreshed(document))
