"""CG-E: when a round ends, and what counts then."""

import pytest

from rules import editions, legal_moves
from rules.editions.card_game.draw_cards import (
    DeclineSecondDraw,
    DrawBlind,
    DrawDeckRanOut,
    TakeFaceUpCard,
)
from rules.editions.card_game.final_scoring import GameEnded
from rules.editions.card_game.round_end import ScoreRound
from rules.editions.card_game.turns import RoundEnded, TurnBegan
from tests.rules.editions.card_game.ended_round import completed_by, completion, ended
from tests.rules.editions.card_game.table import BLUE, GREEN, table

EDITION = editions()["card_game"]


def test_cg_e1_every_player_gets_one_more_turn_the_one_who_drew_the_last_card_last() -> None:
    game = table(seats=3, turn=1, row="blue green red white yellow", deck="red")
    game.when(DrawBlind(1)).then_among_others(DrawDeckRanOut())
    game.when(DeclineSecondDraw(1)).then_among_others(TurnBegan(2))
    for seat in (2, 0, 1):
        assert game.state.waiting_on == [seat]
        game.when(TakeFaceUpCard(seat, game.state.row[0]))
        game.when(DeclineSecondDraw(seat))
    game.then_among_others(RoundEnded(1, "deck_ran_out", ()))


def test_cg_e1_a_round_can_end_while_cards_still_lie_in_the_row() -> None:
    game = table(row="blue green", last_turns=0)
    game.when(TakeFaceUpCard(0, BLUE), DeclineSecondDraw(0)).then_among_others(
        RoundEnded(1, "deck_ran_out", ())
    )
    assert game.state.row == [GREEN]


def test_the_end_of_a_round_awaits_nobody_but_the_service() -> None:
    game = table(row="blue", last_turns=0)
    game.when(TakeFaceUpCard(0, BLUE))
    assert (game.state.phase, game.state.waiting_on) == ("scoring", [])
    assert game.state.due == "score_round"
    game.when(DrawBlind(1)).refused("CG-E3", "being scored")
    assert [legal_moves(EDITION, game.state, seat) for seat in range(2)] == [[], []]


def test_cg_e3_what_is_still_in_the_railyard_does_not_count() -> None:
    game = ended(
        tracks=["1 yellow"],
        railyards={"blue": (0, 1, 0)},
        held=[["chicago-new_york", "new_york-chicago"]],
    )
    game.when(ScoreRound())
    assert completed_by(game, 0).completions == (completion("chicago-new_york", "1 yellow"),)


def test_cg_e3_a_round_is_not_scored_before_its_end() -> None:
    table(deck="red").when(ScoreRound()).refused("CG-E3", "after its last turn")


@pytest.mark.parametrize("seats", [2, 3])
def test_cg_e7_with_two_or_three_players_the_game_is_over_after_one_round(seats: int) -> None:
    game = ended(seats=seats)
    game.when(ScoreRound())
    assert type(game.events[-1]) is GameEnded
    assert game.state.phase == "over"
