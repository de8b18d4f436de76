"""CG-F: the end of the game."""

from collections.abc import Sequence

from rules import editions, evolve
from rules.editions.card_game.final_scoring import final_result
from rules.editions.card_game.round_end import ScoreRound
from rules.editions.card_game.state import CompletedTicket
from rules.editions.card_game.turns import RoundEnded
from rules.kernel.result import Result, ScoreLine, Standing
from tests.rules.editions.card_game.table import table, ticket

EDITION = editions()["card_game"]


def result(
    completed: Sequence[Sequence[str]],
    held: Sequence[Sequence[str]] = (),
    forfeited: Sequence[int] = (),
) -> Result:
    """The end of a game in which each seat completed and still holds these tickets."""
    game = table(seats=len(completed), held=held)
    game.state.forfeited = list(forfeited)
    for seat, ids in enumerate(completed):
        for id in ids:
            game.state.completed.append(CompletedTicket(seat, ticket(id), 1, (0,) * 9))
    return final_result(game.state)


def bonuses(outcome: Result, seat: int) -> list[str]:
    return [line.subject for line in outcome.scores[seat].lines if line.what == "bonus"]


def test_cg_f1_every_ticket_not_completed_costs_its_points() -> None:
    outcome = result([["dallas-miami"], []], held=[["seattle-miami", "chicago-dallas"], []])
    assert ScoreLine("CG-F1", "failed_ticket", "seattle-miami", 0, -22) in outcome.scores[0].lines
    assert outcome.scores[0].total == 9 + 10 + 8 - 22 - 6
    assert outcome.scores[1].total == 0


def test_cg_f1_with_four_players_failed_tickets_cost_only_at_the_very_end() -> None:
    game = table(seats=4, last_turns=0, held=[["seattle-miami"], [], [], []])
    evolve(EDITION, game.state, RoundEnded(1, "deck_ran_out", ()))
    game.when(ScoreRound())
    assert game.state.scores == [0, 0, 0, 0]


def test_cg_f2_each_bonus_goes_to_the_most_completed_tickets_that_name_the_city() -> None:
    outcome = result([["dallas-raleigh", "dallas-helena"], ["dallas-winnipeg"]])
    assert bonuses(outcome, 0) == ["dallas"]
    assert bonuses(outcome, 1) == []


def test_cg_f2_a_ticket_between_two_big_cities_counts_for_both() -> None:
    assert bonuses(result([["dallas-miami"], []]), 0) == ["dallas", "miami"]


def test_cg_f2_both_chicago_new_york_tickets_count_for_both_cities() -> None:
    outcome = result([["chicago-new_york", "new_york-chicago"], ["chicago-montreal"]])
    assert bonuses(outcome, 0) == ["chicago", "new_york"]
    assert outcome.scores[0].total == 5 + 5 + 12 + 15


def test_cg_f2_everyone_tied_for_most_gets_the_full_bonus() -> None:
    outcome = result([["dallas-raleigh"], ["dallas-helena"], ["chicago-montreal"]])
    assert [bonuses(outcome, seat) for seat in range(3)] == [["dallas"], ["dallas"], ["chicago"]]
    assert outcome.scores[1].total == 10 + 10


def test_cg_f2_a_city_that_nobody_served_gives_no_bonus() -> None:
    outcome = result([["dallas-raleigh"], []])
    assert [bonuses(outcome, seat) for seat in range(2)] == [["dallas"], []]


def test_cg_f3_most_points_win() -> None:
    assert result([["dallas-raleigh"], ["seattle-miami"]]).standings == (
        Standing(1, 1, ""),
        Standing(0, 2, "points"),
    )


def test_cg_f3_then_most_completed_tickets() -> None:
    # 5 + 12 + 15 with one ticket, 10 + 14 + 8 with two.
    outcome = result([["chicago-new_york"], ["seattle-denver", "seattle-saint_louis"]])
    assert [score.total for score in outcome.scores] == [32, 32]
    assert outcome.standings == (Standing(1, 1, ""), Standing(0, 2, "completed_tickets"))


def test_cg_f3_then_most_bonuses() -> None:
    # 20 + 8 with one bonus, 6 + 12 + 10 with two.
    outcome = result([["miami-las_vegas"], ["chicago-dallas"]])
    assert [score.total for score in outcome.scores] == [28, 28]
    assert outcome.standings == (Standing(1, 1, ""), Standing(0, 2, "bonuses"))


def test_cg_f3_still_tied_the_victory_is_shared() -> None:
    outcome = result([[], [], ["dallas-raleigh"]], held=[[], [], []])
    assert outcome.standings == (
        Standing(2, 1, ""),
        Standing(0, 2, "points"),
        Standing(1, 2, "shared"),
    )
    nobody = result([[], []])
    assert nobody.standings == (Standing(0, 1, ""), Standing(1, 1, "shared"))


def test_rh_f1_a_seat_that_forfeited_ranks_behind_all_that_did_not() -> None:
    outcome = result([["seattle-miami"], []], forfeited=[0])
    assert outcome.standings == (Standing(1, 1, ""), Standing(0, 2, "not_forfeited"))
    assert outcome.scores[0].total == 22 + 8 + 8


def test_the_lines_of_a_score_sheet_add_up_to_its_total() -> None:
    outcome = result(
        [["dallas-miami", "seattle-chicago"], ["los_angeles-miami"]], held=[["miami-omaha"], []]
    )
    for score in outcome.scores:
        assert sum(line.points for line in score.lines) == score.total
