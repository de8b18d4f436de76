"""RH: what is decided about a game from outside it."""

from rules import editions, legal_moves
from rules.editions.card_game.draw_cards import DrawBlind
from rules.kernel.lifecycle import RevealSeed
from rules.kernel.rulings import (
    ExtendTime,
    ForfeitSeat,
    GamePaused,
    GameResumed,
    HandOverSeat,
    PauseGame,
    ResumeGame,
    SeatHandedOver,
    TimeExtended,
)
from tests.given import CHANCE, Given
from tests.rules.editions.card_game.table import table

EDITION = editions()["card_game"]


def running() -> Given:
    return table(deck="red red red")


def test_rh_p1_while_a_game_is_paused_no_seat_may_act() -> None:
    game = running().when(PauseGame("dinner"))
    game.when(DrawBlind(0)).refused("RH-P1", "paused")
    assert legal_moves(EDITION, game.state, 0) == []
    game.when(ResumeGame("fed")).then(GameResumed("fed"))
    game.when(DrawBlind(0))


def test_rh_p1_the_service_waits_too() -> None:
    game = running().when(PauseGame("dinner"))
    game.when(RevealSeed(CHANCE.seed.hex())).refused("RH-P1")


def test_rh_p2_only_a_running_game_is_paused_and_only_a_paused_one_resumed() -> None:
    game = running()
    game.when(ResumeGame("")).refused("RH-P2", "not paused")
    game.when(PauseGame("dinner")).then(GamePaused("dinner"))
    game.when(PauseGame("again")).refused("RH-P2", "already")


def test_rh_h1_a_seat_is_handed_to_a_policy_and_back_to_its_player() -> None:
    game = running()
    game.when(HandOverSeat(1, "any_legal", "left")).then(
        SeatHandedOver(1, "any_legal", "left", for_good=False)
    )
    assert game.state.handed_to == ["", "any_legal"]
    game.when(HandOverSeat(1, "any_legal", "left")).refused("RH-H1", "already")
    game.when(HandOverSeat(1, "", "is back"))
    assert game.state.handed_to == ["", ""]


def test_rh_h1_there_is_no_seat_beyond_the_last() -> None:
    running().when(HandOverSeat(2, "any_legal", "")).refused("RH-H1", "no seat 3 in a game of 2")
    running().when(ForfeitSeat(2, "any_legal", "")).refused("RH-H1", "no seat 3 in a game of 2")


def test_rh_h1_a_seat_can_be_handed_over_while_the_game_is_paused() -> None:
    game = running().when(PauseGame("a player left"), HandOverSeat(0, "any_legal", "left"))
    assert game.state.handed_to[0] == "any_legal"


def test_rh_f1_a_policy_plays_on_for_a_seat_that_forfeits() -> None:
    game = running()
    game.when(ForfeitSeat(1, "", "cheated")).refused("RH-F1", "Name the policy")
    game.when(ForfeitSeat(1, "any_legal", "cheated")).then(
        SeatHandedOver(1, "any_legal", "cheated", for_good=True)
    )
    assert (game.state.forfeited, game.state.handed_to[1]) == ([1], "any_legal")


def test_rh_f1_a_forfeit_is_final() -> None:
    game = running().when(ForfeitSeat(1, "any_legal", "cheated"))
    game.when(ForfeitSeat(1, "any_legal", "again")).refused("RH-F1", "already")
    game.when(HandOverSeat(1, "", "sorry")).refused("RH-F1", "has forfeited")


def test_rh_t1_time_is_added_for_every_seat_and_never_taken_away() -> None:
    game = running()
    game.when(ExtendTime(300, "the lights went out")).then(TimeExtended(300, "the lights went out"))
    game.when(ExtendTime(0, "nothing")).refused("RH-T1", "at least")


def test_rh_t1_time_is_added_while_the_game_is_paused() -> None:
    game = running().when(PauseGame("a judge is called"))
    game.when(ExtendTime(60, "for the wait")).then(TimeExtended(60, "for the wait"))
