"""Points and tie-breaks: every line says what put it there."""

from games.tournaments import events as e
from games.tournaments.plan import Stage
from games.tournaments.scoring import Tally, shared_points, table_places
from games.tournaments.standings import rank, standings
from tests.games.tournaments.given import Weekend, a_plan, an_outcome


def a_table(scores: list[int], places: list[int], **chosen: object) -> Weekend:
    weekend = Weekend(a_plan(Stage("swiss", 1), **chosen), len(places))
    weekend.append(e.StageBegan(0, tuple(range(1, len(places) + 1))))
    draw = e.Draw(1, tuple(range(1, len(places) + 1)))
    weekend.append(e.RoundPaired(1, 0, "s", "pods/1", (draw,)))
    weekend.append(e.GameOpened(1, 1, 1, "x"))
    weekend.append(e.ResultRecorded(1, 1, 1, an_outcome(places, scores), "d"))
    return weekend


def test_places_give_5_3_2_1_at_a_table_of_four() -> None:
    lines = standings(a_table([90, 80, 70, 60], [1, 2, 3, 4]).state)
    assert [(x.entrant, x.figures["points"]) for x in lines] == [(1, 5), (2, 3), (3, 2), (4, 1)]


def test_a_shared_place_shares_what_the_places_are_worth() -> None:
    assert [p / 60 for p in shared_points([1, 1, 1, 4], [5, 3, 2, 1])] == [
        10 / 3,
        10 / 3,
        10 / 3,
        1,
    ]
    assert [p / 60 for p in shared_points([1, 2, 2, 4], [5, 3, 2, 1])] == [5, 2.5, 2.5, 1]


def test_a_tie_is_broken_by_the_first_line_that_differs_and_says_so() -> None:
    lines = standings(
        a_table([90, 80, 80, 60], [1, 2, 2, 4], tie_breaks=("points", "raw_score")).state
    )
    assert [(x.place, x.decided_by) for x in lines] == [
        (1, ""),
        (2, "points"),
        (2, "shared"),
        (4, "points"),
    ]
    assert (lines[1].figure_before, lines[1].figure_here) == (5, 2.5)


def test_raw_score_splits_whom_points_leave_tied() -> None:
    weekend = a_table([90, 85, 70, 60], [1, 1, 3, 4], tie_breaks=("points", "wins", "raw_score"))
    lines = standings(weekend.state)
    assert [x.entrant for x in lines] == [1, 2, 3, 4]
    assert (lines[1].decided_by, lines[1].figure_before, lines[1].figure_here) == (
        "raw_score",
        90,
        85,
    )


def test_head_to_head_counts_only_among_the_tied() -> None:
    tallies = {
        1: Tally(1, points=300, beaten={2: 1, 3: -1}),
        2: Tally(2, points=300, beaten={1: -1, 3: -1}),
        3: Tally(3, points=60, beaten={1: 1, 2: 1}),
    }
    splits = rank(tallies, ("points", "head_to_head"))
    assert [(x.entrant, x.decided_by) for x in splits] == [
        (1, ""),
        (2, "head_to_head"),
        (3, "points"),
    ]


def test_opponents_points_are_a_mean_with_and_without_the_lowest() -> None:
    tallies = {
        1: Tally(1, points=300, opponents=[3, 4]),
        2: Tally(2, points=300, opponents=[5, 6]),
        3: Tally(3, points=240),
        4: Tally(4, points=60),
        5: Tally(5, points=180),
        6: Tally(6, points=180),
    }
    by_mean = rank(tallies, ("points", "opponents_points"))
    assert [x.entrant for x in by_mean][:2] == [2, 1]
    without = rank(tallies, ("points", "opponents_points_without_lowest"))
    assert [x.entrant for x in without][:2] == [1, 2]
    assert (without[1].before, without[1].here) == (4, 3)


def test_wins_tickets_and_bonuses_break_ties() -> None:
    tallies = {
        1: Tally(1, points=60, wins=1, tickets=2, bonuses=1),
        2: Tally(2, points=60, wins=1, tickets=2, bonuses=3),
        3: Tally(3, points=60, wins=1, tickets=9),
        4: Tally(4, points=60, wins=2),
    }
    splits = rank(tallies, ("points", "wins", "tickets", "bonuses"))
    assert [(x.entrant, x.decided_by) for x in splits] == [
        (4, ""),
        (3, "wins"),
        (2, "tickets"),
        (1, "bonuses"),
    ]


def test_a_penalty_costs_points_and_a_disqualified_entrant_stands_last() -> None:
    weekend = a_table([90, 80, 70, 60], [1, 2, 3, 4])
    weekend.append(e.PenaltyGiven(1, 3))
    weekend.append(e.EntrantDisqualified(2))
    lines = standings(weekend.state)
    assert [(x.entrant, x.place, x.figures["points"]) for x in lines] == [
        (1, 1, 2),
        (3, 2, 2),
        (4, 3, 1),
        (2, 4, 3),
    ]
    assert lines[1].decided_by == "wins"
    assert lines[-1].decided_by == "disqualified"


def test_several_games_rank_a_table_by_all_their_points_and_then_by_raw_score() -> None:
    plan = a_plan(Stage("swiss", 1, games=3))
    games = [an_outcome([1, 2, 3], [50, 40, 30]), an_outcome([2, 1, 3], [60, 61, 10])]
    assert table_places(plan, games) == [1, 2, 3]


def test_a_bye_is_worth_what_the_plan_says() -> None:
    weekend = Weekend(a_plan(Stage("swiss", 1), bye_points=2), 5)
    weekend.append(e.StageBegan(0, (1, 2, 3, 4, 5)))
    weekend.append(e.RoundPaired(1, 0, "s", "pods/1", (e.Draw(1, (1, 2, 3, 4)),), (5,)))
    [line] = [x for x in standings(weekend.state) if x.entrant == 5]
    assert line.figures["points"] == 2
