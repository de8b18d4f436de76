"""A tournament is its log: folded from zero it is always the same."""

import random

import pytest

from games.tournaments import events as e
from games.tournaments.folding import Inconsistent, fold
from games.tournaments.plan import POINT, Stage
from games.tournaments.schedule import replay_pairing
from games.tournaments.standings import standings
from tests.games.tournaments.given import SEATS, Weekend, a_plan, an_outcome


def test_a_log_folded_twice_gives_the_same_standings() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 3)), 14)
    weekend.play_all()
    assert standings(fold(weekend.log)) == standings(fold(weekend.log))
    assert fold(weekend.log) == fold(weekend.log)


def test_every_pairing_can_be_made_again_from_the_log_and_its_seed() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 3), Stage("knockout", cut=8)), 21)
    state = weekend.play_all()
    recorded = [r.event for r in weekend.log if isinstance(r.event, e.RoundPaired)]
    assert len(recorded) == len(state.rounds) == 5
    for event in recorded:
        again = replay_pairing(weekend.log, event.round, SEATS).events[-1]
        assert again == event


def test_an_undone_event_counts_no_more_and_stays_in_the_log() -> None:
    weekend = Weekend(a_plan(), 4)
    dropped = weekend.append(e.EntrantDropped(3))
    assert weekend.state.entrants[3].status == "dropped"
    weekend.append(e.Undone(dropped), why="He is back from the station.")
    assert weekend.state.entrants[3].status == "checked_in"
    assert weekend.log[dropped - 1].event == e.EntrantDropped(3)


def test_an_undone_result_changes_the_standings_as_if_it_had_never_been() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 1)), 4)
    weekend.pair()
    weekend.append(e.RoundPublished(1))
    weekend.append(e.RoundStarted(1))
    weekend.append(e.GameOpened(1, 1, 1, "x"))
    before = standings(weekend.state)
    result = weekend.append(e.ResultRecorded(1, 1, 1, an_outcome([1, 2, 3, 4]), "d"))
    assert standings(weekend.state) != before
    weekend.append(e.Undone(result))
    assert standings(weekend.state) == before


def test_an_event_about_somebody_unknown_does_not_fold() -> None:
    weekend = Weekend(a_plan(), 4)
    weekend.append(e.EntrantDropped(9))
    with pytest.raises(Inconsistent, match="event 10"):
        fold(weekend.log)


def test_what_others_depend_on_cannot_simply_vanish() -> None:
    """An undo is legal as long as the rest still folds; here it would not."""
    weekend = Weekend(a_plan(), 4)
    weekend.pair()
    weekend.append(e.Undone(2))
    with pytest.raises(Inconsistent):
        fold(weekend.log)


def test_a_round_paired_again_replaces_the_draft() -> None:
    weekend = Weekend(a_plan(), 16)
    weekend.pair("one")
    first = weekend.state.rounds
    weekend.pair("two")
    second = weekend.state.rounds
    assert len(first) == len(second) == 1
    assert first[0].tables != second[0].tables


def test_a_judges_result_stands_however_the_game_ends() -> None:
    weekend = Weekend(a_plan(), 4)
    weekend.pair()
    weekend.append(e.RoundStarted(1))
    weekend.append(e.GameOpened(1, 1, 1, "x"))
    weekend.append(e.ResultAdjudicated(1, 1, 1, an_outcome([4, 3, 2, 1])))
    weekend.append(e.ResultRecorded(1, 1, 1, an_outcome([1, 2, 3, 4]), "d"))
    outcome = weekend.state.table(1, 1).games[0].outcome
    assert outcome is not None
    assert outcome.places == (4, 3, 2, 1)


def test_a_void_game_does_not_count_and_another_is_played() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 1)), 4)
    weekend.pair()
    weekend.append(e.RoundStarted(1))
    weekend.append(e.GameOpened(1, 1, 1, "x"))
    weekend.append(e.ResultRecorded(1, 1, 1, an_outcome([1, 2, 3, 4]), "d"))
    weekend.append(e.GameVoided(1, 1, 1))
    assert all(line.figures["points"] == 0 for line in standings(weekend.state))
    weekend.append(e.GameOpened(1, 1, 2, "y"))
    weekend.append(e.ResultRecorded(1, 1, 2, an_outcome([4, 3, 2, 1]), "d"))
    winner = weekend.state.table(1, 1).seats[3]
    assert standings(weekend.state)[0].entrant == winner


def test_a_penalty_counts_in_the_stage_it_was_given_in() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 1), Stage("knockout", cut=4)), 8)
    weekend.append(e.PenaltyGiven(1, 2))
    weekend.pair()
    weekend.play(random.Random(1))
    weekend.append(e.PenaltyGiven(2, 1))
    weekend.pair()
    weekend.append(e.PenaltyGiven(3, 4))
    penalties = {n: entrant.penalties for n, entrant in weekend.state.entrants.items()}
    assert (penalties[1], penalties[2]) == ({0: 2 * POINT}, {0: POINT})
    assert penalties[3] == {1: 4 * POINT}
