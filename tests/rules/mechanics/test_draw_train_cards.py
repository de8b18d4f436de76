"""TR-A: draw train cards."""

from rules import SPECTATOR, editions, legal_moves, redact, seated
from rules.mechanics.draw_train_cards import (
    BlindCardDrawn,
    DrawBlind,
    FaceUpCardTaken,
    TakeFaceUpCard,
)
from rules.mechanics.tickets import DrawTickets
from rules.mechanics.train_cards import FaceUpCardsTurned
from rules.mechanics.turns import TurnBegan
from tests.rules.boards import BLUE, GREEN, LOCOMOTIVE, RED, WHITE, claim, counts, in_order, table

USA = editions()["usa"]


def test_tr_a1_two_cards_one_at_a_time_from_the_row_or_blind() -> None:
    game = table(row="blue green white red red", deck="white red")
    game.when(TakeFaceUpCard(0, BLUE)).then(
        FaceUpCardTaken(0, 0, BLUE), FaceUpCardsTurned((0,), (RED,))
    )
    game.when(DrawBlind(0)).then(BlindCardDrawn(0, WHITE), TurnBegan(1))
    assert game.state.hands[0] == counts("1 blue, 1 white")


def test_tr_a1_a_card_that_does_not_lie_face_up_cannot_be_taken() -> None:
    table(row="blue green").when(TakeFaceUpCard(0, RED)).refused(
        "TR-A1", "No red lies face up", "blue, green"
    )


def test_tr_a1_a_blind_card_is_for_the_drawer_alone() -> None:
    drawn = BlindCardDrawn(0, RED)
    assert redact(USA, drawn, seated(0), {})["card"] == "red"
    assert redact(USA, drawn, seated(1), {})["card"] is None
    assert redact(USA, drawn, SPECTATOR, {})["card"] is None


def test_tr_a2_the_gap_is_filled_in_its_place_before_the_next_draw() -> None:
    game = table(row="blue green red red white", deck="blue")
    game.when(TakeFaceUpCard(0, GREEN))
    assert game.state.row == in_order("blue blue red red white")


def test_tr_a3_a_face_up_locomotive_is_the_only_card() -> None:
    game = table(row="locomotive green red red white", deck="blue")
    game.when(TakeFaceUpCard(0, LOCOMOTIVE)).then_among_others(TurnBegan(1))
    assert game.state.hands[0] == counts("1 locomotive")


def test_tr_a4_a_face_up_locomotive_cannot_be_the_second_card() -> None:
    game = table(row="locomotive green red red white", deck="blue blue")
    game.when(DrawBlind(0), TakeFaceUpCard(0, LOCOMOTIVE)).refused("TR-A4", "second card")
    assert not game.is_offered(TakeFaceUpCard(0, LOCOMOTIVE))


def test_tr_a4_a_locomotive_just_turned_up_cannot_be_the_second_card() -> None:
    game = table(row="blue green red red white", deck="locomotive")
    game.when(TakeFaceUpCard(0, BLUE), TakeFaceUpCard(0, LOCOMOTIVE)).refused("TR-A4")


def test_tr_a5_a_locomotive_drawn_blind_counts_as_one_card() -> None:
    game = table(deck="red locomotive")
    game.when(DrawBlind(0))
    assert game.state.turn == 0
    game.when(DrawBlind(0)).then_among_others(TurnBegan(1))
    assert game.state.hands[0] == counts("1 locomotive, 1 red")


def test_tr_a7_a_hand_has_no_limit() -> None:
    game = table(hands=["12 blue, 12 red, 12 green, 12 black, 12 white"], row="", deck="yellow")
    game.when(DrawBlind(0), DrawBlind(0))
    assert sum(game.state.hands[0]) == 62


def test_tr_a9_without_any_card_a_is_not_available() -> None:
    game = table(row="", deck="", rest="last_hand")
    game.when(DrawBlind(0)).refused("TR-A9", "empty")
    assert not game.is_offered(DrawBlind(0))


def test_tr_a9_the_turn_ends_when_only_one_card_can_be_drawn() -> None:
    game = table(row="", deck="red", rest="last_hand")
    game.when(DrawBlind(0)).then_among_others(TurnBegan(1))


def test_tr_a9_the_turn_ends_when_only_face_up_locomotives_are_left() -> None:
    game = table(row="blue locomotive", deck="", rest="last_hand")
    game.when(TakeFaceUpCard(0, BLUE)).then(FaceUpCardTaken(0, 0, BLUE), TurnBegan(1))


def test_tr_a9_a_second_card_that_can_be_drawn_must_be_drawn() -> None:
    game = table(hands=["2 red"], deck="red red")
    game.when(DrawBlind(0))
    offers = legal_moves(USA, game.state, 0)
    assert offers
    assert all(isinstance(offer, TakeFaceUpCard | DrawBlind) for offer in offers)
    game.when(claim(game, 0, "atlanta-charleston-grey", RED, 2)).refused("TR-T1")
    game.when(DrawTickets(0)).refused("TR-T1")
