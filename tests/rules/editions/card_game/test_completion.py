"""CG-E4 to CG-E6: what a completion takes and scores, and which one is proposed."""

from rules import SPECTATOR, editions, view
from rules.editions.card_game.cards import TICKETS
from rules.editions.card_game.round_end import (
    ConfirmCompletion,
    ScoreRound,
    TicketsCompleted,
    propose,
)
from tests.rules.editions.card_game.ended_round import CHOOSE, completed_by, completion, ended
from tests.rules.editions.card_game.table import ticket

EDITION = editions()["card_game"]


def test_cg_e4_a_locomotive_stands_for_any_card() -> None:
    game = ended(tracks=["1 green, 1 locomotive"], held=[["dallas-miami"]])
    game.when(ScoreRound())
    assert completed_by(game, 0) == TicketsCompleted(
        0, 1, (completion("dallas-miami", "1 green, 1 locomotive"),), 9
    )


def test_cg_e4_a_card_serves_one_ticket_only() -> None:
    game = ended(tracks=["1 green, 1 red"], held=[["dallas-miami", "dallas-raleigh"]])
    game.when(ScoreRound())
    assert completed_by(game, 0).completions == (completion("dallas-miami", "1 green, 1 red"),)


def test_cg_e5_completed_tickets_score_at_once_and_lie_open() -> None:
    game = ended(
        tracks=["1 green, 1 red", ""], held=[["dallas-miami"], ["seattle-miami"]], options=CHOOSE
    )
    game.when(ConfirmCompletion(0))
    assert game.state.scores == [9, 0]
    seen = view(EDITION, game.state, SPECTATOR)
    assert [done["ticket"] for done in seen["completed"]] == ["dallas-miami"]
    assert seen["tickets"] == [0, 1]


def test_cg_e6_by_default_the_best_completion_is_taken_not_the_greedy_one() -> None:
    # Greedily seattle-miami (22) would take both reds and the white; the others are 9 + 15 + 10.
    game = ended(
        tracks=["1 orange, 1 white, 1 black, 2 red, 1 green, 1 yellow, 1 blue"],
        held=[["seattle-miami", "dallas-miami", "los_angeles-chicago", "new_york-miami"]],
    )
    game.when(ScoreRound())
    assert completed_by(game, 0).points == 9 + 15 + 10


def test_cg_e6_of_equal_points_most_tickets_decide() -> None:
    # 20 points: los_angeles-new_york alone, or two tickets of 10.
    game = ended(
        tracks=["2 blue, 2 white, 1 green, 1 black"],
        held=[["los_angeles-new_york", "los_angeles-dallas", "los_angeles-vancouver"]],
    )
    game.when(ScoreRound())
    assert {TICKETS[done.ticket].id for done in completed_by(game, 0).completions} == {
        "los_angeles-dallas",
        "los_angeles-vancouver",
    }


def test_cg_e6_the_order_in_which_tickets_are_held_changes_nothing() -> None:
    held = list(range(len(TICKETS)))
    assert propose(held, [4] * 9) == propose(held[::-1], [4] * 9)


def test_cg_e6_then_most_big_city_ends_decide() -> None:
    # Both are worth 9 and take green and another: dallas-miami names two big cities.
    game = ended(tracks=["1 green, 1 locomotive"], held=[["chicago-santa_fe", "dallas-miami"]])
    game.when(ScoreRound())
    assert completed_by(game, 0).completions[0].ticket == ticket("dallas-miami")


def test_cg_e6_then_the_fewest_locomotives_decide() -> None:
    # Both are worth 10 and have one big-city end.
    game = ended(
        tracks=["1 green, 1 black, 1 locomotive"], held=[["dallas-washington", "dallas-helena"]]
    )
    game.when(ScoreRound())
    assert completed_by(game, 0).completions == (completion("dallas-helena", "1 green, 1 black"),)


def test_cg_e6_then_the_lowest_ticket_ids_decide() -> None:
    game = ended(tracks=["1 green, 1 locomotive"], held=[["seattle-denver", "dallas-helena"]])
    game.when(ScoreRound())
    assert completed_by(game, 0).completions[0].ticket == ticket("dallas-helena")


def test_cg_e6_a_player_with_no_tickets_to_complete_completes_none() -> None:
    game = ended(tracks=["5 blue", "5 red"], held=[[], ["seattle-chicago"]])
    game.when(ScoreRound()).then_among_others(
        TicketsCompleted(0, 1, (), 0), TicketsCompleted(1, 1, (), 0)
    )
