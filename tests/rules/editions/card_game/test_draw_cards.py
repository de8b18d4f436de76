"""CG-A: draw train cards."""

from rules import SPECTATOR, editions, legal_moves, redact, seated
from rules.editions.card_game.draw_cards import (
    BlindCardDrawn,
    DeclineSecondDraw,
    DrawBlind,
    DrawDeckRanOut,
    FaceUpCardTaken,
    SecondDrawDeclined,
    TakeFaceUpCard,
)
from rules.editions.card_game.draw_tickets import DrawTickets
from rules.editions.card_game.setup import FaceUpCardsTurned
from rules.editions.card_game.turns import RoundEnded, TurnBegan
from tests.given import typed
from tests.rules.editions.card_game.table import (
    BLUE,
    GREEN,
    LOCOMOTIVE,
    RED,
    counts,
    in_order,
    table,
)

EDITION = editions()["card_game"]


def test_cg_a1_two_cards_one_at_a_time_from_the_row_or_blind() -> None:
    game = table(row="blue green", deck="white white red")
    game.when(TakeFaceUpCard(0, BLUE)).then(
        FaceUpCardTaken(0, 0, BLUE), FaceUpCardsTurned((0,), (RED,))
    )
    game.when(DrawBlind(0)).then(BlindCardDrawn(0, 3), TurnBegan(1))
    assert game.state.hands[0] == counts("1 blue, 1 white")


def test_cg_a1_a_card_that_does_not_lie_face_up_cannot_be_taken() -> None:
    table(row="blue green", deck="red").when(TakeFaceUpCard(0, RED)).refused(
        "CG-A1", "No red lies face up", "blue, green"
    )
    table(deck="red").when(TakeFaceUpCard(0, RED)).refused("CG-A1", "shows no card")


def test_cg_a1_a_blind_card_is_for_the_drawer_alone() -> None:
    drawn = BlindCardDrawn(0, RED)
    assert redact(EDITION, drawn, seated(0), {})["card"] == "red"
    assert redact(EDITION, drawn, seated(1), {})["card"] is None
    assert redact(EDITION, drawn, SPECTATOR, {})["card"] is None


def test_cg_a2_the_gap_is_filled_before_the_next_draw() -> None:
    game = table(row="blue green red", deck="white white yellow")
    game.when(TakeFaceUpCard(0, GREEN))
    assert game.state.row == in_order("blue yellow red")
    game.when(TakeFaceUpCard(0, 5)).then_among_others(TurnBegan(1))


def test_cg_a3_a_face_up_locomotive_ends_the_turn() -> None:
    game = table(row="blue locomotive", deck="white white red")
    game.when(TakeFaceUpCard(0, LOCOMOTIVE)).then(
        FaceUpCardTaken(0, 1, LOCOMOTIVE), FaceUpCardsTurned((1,), (RED,)), TurnBegan(1)
    )


def test_cg_a4_a_face_up_locomotive_cannot_be_the_second_card() -> None:
    lay_there = table(row="blue locomotive", deck="white white red")
    lay_there.when(DrawBlind(0), TakeFaceUpCard(0, LOCOMOTIVE)).refused("CG-A4", "second card")
    just_turned = table(row="blue green", deck="white white locomotive")
    just_turned.when(TakeFaceUpCard(0, BLUE))
    assert LOCOMOTIVE in just_turned.state.row
    just_turned.when(TakeFaceUpCard(0, LOCOMOTIVE)).refused("CG-A4", "second card")
    assert not just_turned.is_offered(TakeFaceUpCard(0, LOCOMOTIVE))


def test_cg_a5_a_locomotive_drawn_blind_counts_as_one_card() -> None:
    game = table(row="blue", deck="white white locomotive")
    game.when(DrawBlind(0)).then(BlindCardDrawn(0, LOCOMOTIVE))
    game.when(DrawBlind(0)).then(BlindCardDrawn(0, 3), TurnBegan(1))


def test_cg_a6_three_face_up_locomotives_change_nothing() -> None:
    game = table(row="locomotive locomotive blue green red", deck="white white locomotive")
    game.when(TakeFaceUpCard(0, BLUE)).then(
        FaceUpCardTaken(0, 2, BLUE), FaceUpCardsTurned((2,), (LOCOMOTIVE,))
    )
    assert game.state.row == in_order("locomotive locomotive locomotive green red")


def test_cg_a7_a_hand_has_no_limit() -> None:
    game = table(
        hands=["10 red, 10 green, 10 white, 16 locomotive"], row="blue", deck="blue blue blue"
    )
    game.when(DrawBlind(0), DrawBlind(0))
    assert sum(game.state.hands[0]) == 48


def test_cg_a7_the_only_card_there_is_may_be_drawn() -> None:
    game = table(row="blue", last_turns=1)
    game.when(TakeFaceUpCard(0, BLUE)).then(FaceUpCardTaken(0, 0, BLUE), TurnBegan(1))


def test_cg_a7_with_only_face_up_locomotives_left_there_is_no_second_draw() -> None:
    game = table(row="locomotive locomotive blue", last_turns=1)
    game.when(TakeFaceUpCard(0, BLUE)).then(FaceUpCardTaken(0, 2, BLUE), TurnBegan(1))


def test_cg_a8_the_second_draw_can_be_declined() -> None:
    game = table(row="blue", deck="red red red")
    assert not game.is_offered(DeclineSecondDraw(0))
    game.when(DrawBlind(0))
    assert game.is_offered(DeclineSecondDraw(0))
    game.when(DeclineSecondDraw(0)).then(SecondDrawDeclined(0), TurnBegan(1))


def test_cg_a8_the_first_draw_cannot_be_declined() -> None:
    table(deck="red").when(DeclineSecondDraw(0)).refused("CG-A8", "second of two")


def test_cg_a8_nothing_is_left_to_decline_once_the_round_is_over() -> None:
    game = table(row="blue", last_turns=0, options=["choose_completion"])
    game.when(TakeFaceUpCard(0, BLUE)).then_among_others(RoundEnded(1, "deck_ran_out", (0, 1)))
    game.when(DeclineSecondDraw(0)).refused("CG-T3", "no turn is being played")


def test_cg_a9_an_empty_deck_does_not_refill_the_row() -> None:
    game = table(row="blue green", last_turns=1)
    game.when(TakeFaceUpCard(0, BLUE)).then(FaceUpCardTaken(0, 0, BLUE))
    assert game.state.row == [GREEN]
    game.when(TakeFaceUpCard(0, GREEN)).then(FaceUpCardTaken(0, 0, GREEN), TurnBegan(1))


def test_cg_a9_nothing_is_drawn_blind_from_an_empty_deck() -> None:
    table(row="blue", last_turns=1).when(DrawBlind(0)).refused("CG-A9", "deck is empty")


def test_cg_a9_with_row_and_deck_empty_cards_cannot_be_drawn() -> None:
    game = table(last_turns=1)
    assert typed(legal_moves(EDITION, game.state, 0)) == typed([DrawTickets(0)])


def test_cg_e1_the_deck_can_run_out_on_a_refill() -> None:
    game = table(row="blue green", deck="red")
    game.when(TakeFaceUpCard(0, BLUE)).then(
        FaceUpCardTaken(0, 0, BLUE), FaceUpCardsTurned((0,), (RED,)), DrawDeckRanOut()
    )
    assert game.state.last_turns == 2
    game.when(TakeFaceUpCard(0, RED)).then(FaceUpCardTaken(0, 0, RED), TurnBegan(1))


def test_cg_e1_the_deck_can_run_out_on_a_blind_draw_and_the_second_card_comes_from_the_row() -> (
    None
):
    game = table(row="blue green", deck="red")
    game.when(DrawBlind(0)).then(BlindCardDrawn(0, RED), DrawDeckRanOut())
    game.when(TakeFaceUpCard(0, BLUE)).then(FaceUpCardTaken(0, 0, BLUE), TurnBegan(1))


def test_cg_e1_the_deck_runs_out_once() -> None:
    game = table(seats=2, row="blue green white", deck="red")
    game.when(DrawBlind(0), DeclineSecondDraw(0)).when(TakeFaceUpCard(1, BLUE)).then(
        FaceUpCardTaken(1, 0, BLUE)
    )
    assert game.state.last_turns == 1
