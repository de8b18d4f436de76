"""TR-T, TR-E: turns, passes and the last round."""

import pytest

from rules import editions, legal_moves
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.final_turns import LastRoundBegan, PlayEnded
from rules.mechanics.game_end import GameEnded
from rules.mechanics.tickets import DrawTickets, KeepTickets
from rules.mechanics.turns import Pass, TurnBegan, TurnPassed
from tests.given import Given
from tests.rules.boards import RED, claim, table

USA = editions()["usa"]


def stuck(seats: int = 2) -> Given:
    """No card and no ticket is to be had, and only the last seat has a hand."""
    return table(seats=seats, row="", deck="", rest="last_hand", ticket_deck=())


def test_tr_t1_a_player_who_can_do_nothing_passes() -> None:
    game = stuck()
    assert legal_moves(USA, game.state, 0) == [Pass(0)]
    game.when(Pass(0)).then(TurnPassed(0), TurnBegan(1))


def test_tr_t1_nobody_else_may_pass() -> None:
    table().when(Pass(0)).refused("TR-T1")
    table(row="", deck="", rest="last_hand").when(Pass(0)).refused("TR-T1")  # tickets are left
    game = stuck().when(Pass(0))
    game.when(Pass(1)).refused("TR-T1")  # has cards for a route
    assert not game.is_offered(Pass(1))


def test_tr_t1_nobody_passes_in_the_middle_of_an_action() -> None:
    game = table(deck="red red").when(DrawBlind(0))
    game.when(Pass(0)).refused("TR-T1")


def test_tr_t2_the_game_ends_when_every_seat_has_passed_in_a_row() -> None:
    game = table(
        seats=2,
        row="",
        deck="",
        rest="last_hand",
        ticket_deck=(),
        trains=[45, 0],
    )
    game.when(Pass(0))
    assert legal_moves(USA, game.state, 1) == [Pass(1)], "cards enough, but no trains"
    game.when(Pass(1))
    kinds = [type(event) for event in game.events]
    assert kinds == [TurnPassed, PlayEnded, GameEnded]
    assert game.events[1] == PlayEnded("nobody_can_move")


def test_tr_t2_a_move_between_two_passes_starts_the_count_again() -> None:
    game = stuck(3)
    game.when(Pass(0), Pass(1))
    game.when(claim(game, 2, "atlanta-charleston-grey", RED, 2))
    assert game.state.passes == 0
    assert game.state.turn == 0


def test_tr_s3_only_the_seat_whose_turn_it_is_may_act() -> None:
    table().when(DrawBlind(1)).refused("TR-S3", "seat 1's turn")
    table(turn=1).when(DrawBlind(0)).refused("TR-S3", "seat 2's turn")
    table().when(DrawBlind(5)).refused("TR-S3", "no seat 6")


@pytest.mark.parametrize("left", [0, 1, 2])
def test_tr_e1_two_trains_or_fewer_begin_the_last_round(left: int) -> None:
    game = table(seats=3, hands=["2 red"], trains=[left + 2])
    game.when(claim(game, 0, "atlanta-charleston-grey", RED, 2)).then_among_others(
        LastRoundBegan(0), TurnBegan(1)
    )
    assert game.state.trains[0] == left
    assert game.state.last_turns == 2


def test_tr_e1_three_trains_do_not() -> None:
    game = table(hands=["2 red"], trains=[5])
    game.when(claim(game, 0, "atlanta-charleston-grey", RED, 2))
    assert game.state.last_turns is None


def test_tr_e1_every_player_that_one_too_has_one_last_turn() -> None:
    game = table(seats=3, turn=1, hands=["", "2 red"], trains=[45, 4])
    game.when(claim(game, 1, "atlanta-charleston-grey", RED, 2))
    for seat in (2, 0):
        game.when(DrawBlind(seat), DrawBlind(seat))
        assert game.state.phase == "turns"
    game.when(DrawTickets(1))
    game.when(KeepTickets(1, game.state.offered[1]))
    assert game.events[1] == PlayEnded("last_round")
    assert game.state.result is not None


def test_tr_e1_the_last_round_begins_once() -> None:
    game = table(seats=2, hands=["2 red", "2 red"], trains=[4, 4])
    game.when(claim(game, 0, "atlanta-charleston-grey", RED, 2))
    game.when(claim(game, 1, "dallas-little_rock-grey", RED, 2))
    assert not any(isinstance(event, LastRoundBegan) for event in game.events)
    assert game.state.last_turns == 0, "seat 1's last turn has begun"
