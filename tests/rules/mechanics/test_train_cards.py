"""TR-S1, TR-A6, TR-A8: the deal, the face-up row and the deck, on the USA board."""

from typing import Any

import pytest

from rules import Chance, editions, start
from rules.mechanics.draw_train_cards import BlindCardDrawn, DrawBlind, TakeFaceUpCard
from rules.mechanics.train_cards import (
    MOST_CLEARINGS,
    DiscardShuffled,
    FaceUpCardsTurned,
    FaceUpRowCleared,
    TrainCardsDealt,
)
from rules.mechanics.turns import TurnBegan
from tests.rules.boards import (
    BLUE,
    GREEN,
    LOCOMOTIVE,
    RED,
    WHITE,
    claim,
    counts,
    in_order,
    table,
)

USA = editions()["usa"]


def opened(seats: int, seed: int) -> tuple[Any, list[Any]]:
    return start(USA, seats, {}, Chance(seed.to_bytes(32), [str(s) for s in range(seats)]))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tr_s1_every_player_is_dealt_four_and_five_are_turned_up(seats: int) -> None:
    state, events = opened(seats, seed=1)
    dealt = next(event for event in events if isinstance(event, TrainCardsDealt))
    assert [len(cards) for cards in dealt.cards] == [4] * seats
    assert [sum(hand) for hand in state.hands] == [4] * seats
    assert len(state.row) == 5
    assert len(state.deck) + sum(state.discard) == 110 - 4 * seats - 5


def test_tr_s1_a_first_row_with_three_locomotives_is_cleared_already() -> None:
    cleared = 0
    for seed in range(120):
        state, events = opened(2, seed)
        cleared += any(isinstance(event, FaceUpRowCleared) for event in events)
        assert state.row.count(LOCOMOTIVE) < 3
    assert 0 < cleared < 12  # 2 % of all first rows


def test_tr_a6_the_third_locomotive_clears_the_row() -> None:
    game = table(
        row="locomotive locomotive blue green white",
        deck="red red green green blue white locomotive",
    )
    game.when(TakeFaceUpCard(0, WHITE)).then_among_others(
        FaceUpCardsTurned((4,), (LOCOMOTIVE,)),
        FaceUpRowCleared(tuple(in_order("locomotive locomotive blue green locomotive"))),
        FaceUpCardsTurned((0, 1, 2, 3, 4), tuple(in_order("white blue green green red"))),
    )
    assert game.state.discard == counts("3 locomotive, 1 blue, 1 green")
    assert game.state.turn == 0, "the turn goes on with its second card"


def test_tr_a6_it_happens_again_if_it_happens_again() -> None:
    three = "locomotive locomotive locomotive"
    game = table(
        row="locomotive locomotive blue green white",
        deck=f"red red green green blue {three} blue blue locomotive",
    )
    game.when(TakeFaceUpCard(0, WHITE))
    cleared = [event for event in game.events if isinstance(event, FaceUpRowCleared)]
    assert [sorted(event.cards) for event in cleared] == [
        sorted(in_order("locomotive locomotive locomotive blue green")),
        sorted(in_order(f"blue blue {three}")),
    ]
    assert game.state.row == in_order("blue green green red red")


def test_tr_a6_the_row_stays_when_fewer_than_three_other_cards_are_about() -> None:
    # All but two colored cards are in hands: the row could never be free of locomotives.
    game = table(
        row="locomotive locomotive blue",
        deck="locomotive green",
        rest="last_hand",
    )
    game.when(TakeFaceUpCard(0, BLUE))
    assert game.state.row.count(LOCOMOTIVE) == 3
    assert not any(isinstance(event, FaceUpRowCleared) for event in game.events)


def test_tr_a6_the_row_is_cleared_once_enough_other_cards_are_discarded() -> None:
    game = table(
        hands=["3 red", ""],
        row="locomotive locomotive locomotive",
        deck="",
        rest="last_hand",
        turn=0,
    )
    game.when(claim(game, 0, "chicago-duluth-red", RED, 3))
    assert any(isinstance(event, FaceUpRowCleared) for event in game.events)


def test_tr_a6_an_endless_clearing_stops_after_ten_times() -> None:
    # Three colored cards and eleven locomotives: most rows of five show three locomotives.
    most = 0
    for salt in range(60):
        game = table(
            hands=["3 red", ""],
            row="locomotive locomotive locomotive locomotive locomotive",
            deck="locomotive locomotive locomotive locomotive locomotive locomotive",
            rest="last_hand",
        )
        game.chance = Chance(bytes(32), (str(salt), "b"))
        game.when(claim(game, 0, "chicago-duluth-red", RED, 3))
        cleared = sum(isinstance(event, FaceUpRowCleared) for event in game.events)
        assert cleared <= MOST_CLEARINGS
        if cleared < MOST_CLEARINGS:
            assert game.state.row.count(LOCOMOTIVE) < 3
        most = max(most, cleared)
        assert game.state.turn == 1, "the game goes on"
    assert most == MOST_CLEARINGS


def test_tr_a8_the_discard_becomes_the_deck_in_the_middle_of_a_turn() -> None:
    game = table(deck="red", discard="2 green, 1 blue", rest="last_hand")
    game.when(DrawBlind(0))
    assert [type(event) for event in game.events] == [BlindCardDrawn, DiscardShuffled]
    assert sorted(game.state.deck) == sorted([GREEN, GREEN, BLUE])
    assert game.state.discard == counts("")
    game.when(DrawBlind(0)).then_among_others(TurnBegan(1))


def test_tr_a8_a_gap_waits_until_there_are_discards_again() -> None:
    game = table(hands=["", "2 red"], row="blue green", deck="", rest="last_hand")
    game.when(TakeFaceUpCard(0, BLUE), TakeFaceUpCard(0, GREEN))
    assert game.state.row == []
    game.when(claim(game, 1, "atlanta-charleston-grey", RED, 2))
    assert game.state.row == [RED, RED], "both cards of the claim were turned up at once"
    assert game.state.deck == []
    assert game.state.discard == counts("")


def test_tr_a8_each_new_deck_is_a_shuffle_of_its_own() -> None:
    game = table(deck="red", discard="6 green, 6 blue", rest="last_hand")
    game.state.shuffles = 4
    game.when(DrawBlind(0))
    cards = [BLUE] * 6 + [GREEN] * 6
    assert game.state.deck == game.chance.shuffled(cards, "train_deck:5")
    assert game.state.shuffles == 5
