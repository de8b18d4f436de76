"""CG-E2, CG-R: the second round, and what is left of the first."""

import pytest

from rules import SPECTATOR, decode_command, editions, evolve, seated, view
from rules.editions.card_game.draw_cards import DrawDeckRanOut
from rules.editions.card_game.final_scoring import GameEnded
from rules.editions.card_game.railyard import PlayTrains
from rules.editions.card_game.round_end import ScoreRound
from rules.editions.card_game.setup import FaceUpCardsTurned, TrainCardsDealt, TrainCardsShuffled
from rules.editions.card_game.state import CompletedTicket
from rules.editions.card_game.turns import RoundEnded, TurnBegan
from tests.given import CHANCE, Given
from tests.rules.editions.card_game.ended_round import cards, ended
from tests.rules.editions.card_game.table import BLUE, LOCOMOTIVE, RED, YELLOW, table, ticket

EDITION = editions()["card_game"]


def test_cg_e2_too_few_cards_are_dealt_round_by_round_as_far_as_they_reach() -> None:
    game = hoarders(
        "10 red, 10 green, 10 white, 10 black",
        "10 blue, 10 orange, 10 purple",
        "10 yellow",
        "8 locomotive",
    )
    # 88 of the 96 cards are hoarded; the other 8 are locomotives.
    game.when(ScoreRound()).then_among_others(
        TrainCardsDealt(((LOCOMOTIVE,) * 2,) * 4), DrawDeckRanOut(), TurnBegan(1)
    )
    assert game.state.row == []
    assert not [event for event in game.events if type(event) is FaceUpCardsTurned]


def test_cg_e2_the_row_comes_after_the_deal() -> None:
    game = hoarders(
        "10 red, 10 green, 10 white, 10 black", "10 blue, 10 orange, 10 purple", "8 yellow", ""
    )
    game.when(ScoreRound())
    turned = next(event for event in game.events if type(event) is FaceUpCardsTurned)
    assert len(turned.cards) == 2
    assert [sum(hand) for hand in game.state.hands] == [44, 34, 12, 4]


def test_cg_e2_a_deck_that_is_empty_at_the_start_gives_everyone_one_turn() -> None:
    game = hoarders(
        "10 red, 10 green, 10 white, 10 black",
        "10 blue, 10 orange, 10 purple",
        "10 yellow",
        "16 locomotive",
    )
    game.when(ScoreRound()).then_among_others(
        TrainCardsShuffled(2, 0, ()),
        TrainCardsDealt(((), (), (), ())),
        DrawDeckRanOut(),
        TurnBegan(1),
    )
    game.when(PlayTrains(1, BLUE, 2, 0), PlayTrains(2, YELLOW, 2, 0))
    game.when(decode_command(EDITION, {"type": "draw_tickets", "seat": 3}))
    game.when(decode_command(EDITION, {"type": "keep_tickets", "seat": 3, "tickets": []}))
    game.when(PlayTrains(0, RED, 2, 0)).then_among_others(RoundEnded(2, "deck_ran_out", ()))


def hoarders(*hands: str) -> Given:
    """The first round of four has just ended, with seat 1 the last to play."""
    game = table(seats=4, hands=hands, last_turns=0, held=[["seattle-miami"]])
    evolve(EDITION, game.state, RoundEnded(1, "deck_ran_out", ()))
    return game


def second_round(**laid_out: object) -> Given:
    game = ended(seats=4, **laid_out)  # type: ignore[arg-type]
    return game.when(ScoreRound())


def test_cg_r1_open_tickets_and_hands_stay_and_nothing_is_subtracted() -> None:
    game = second_round(
        hands=["2 blue", "1 red"],
        tracks=["1 green, 1 red"],
        held=[["dallas-miami", "seattle-miami"], [], [], []],
    )
    assert game.state.tickets[0] == [ticket("seattle-miami")]
    assert game.state.scores == [9, 0, 0, 0]
    assert game.state.hands[0][BLUE] >= 2
    assert view(EDITION, game.state, seated(1))["tickets"][0] == 1


def test_cg_r2_every_other_train_card_is_shuffled_into_a_new_deck() -> None:
    game = second_round(
        hands=["2 blue", "1 red"],
        tracks=["1 green, 1 red", "3 white"],
        railyards={"blue": (2, 2, 1)},
        row="red green locomotive",
        held=[["dallas-miami"]],
    )
    shuffled = game.events[[type(e) for e in game.events].index(TrainCardsShuffled)]
    assert shuffled.round == 2
    assert [shuffled.order.count(card) for card in range(9)] == [10, 8, 10, 10, 10, 10, 10, 9, 16]
    assert shuffled.order == tuple(CHANCE.shuffled(sorted(shuffled.order), "train_deck:2"))
    assert game.state.railyards == [None] * 8
    assert game.state.on_track == [[0] * 9] * 4
    assert game.state.discard == [0] * 9
    assert not game.state.tracks_turned_up


def test_cg_r3_four_cards_are_dealt_to_each_and_five_turned_up() -> None:
    game = second_round(hands=["2 blue", "1 red"])
    assert [sum(hand) for hand in game.state.hands] == [6, 5, 4, 4]
    assert len(game.state.row) == 5
    assert len(game.state.deck) == 96 - 3 - 16 - 5


@pytest.mark.parametrize("last", range(4))
def test_cg_r4_the_player_to_the_left_of_the_last_turn_starts(last: int) -> None:
    game = second_round(turn=last)
    game.then_among_others(TurnBegan((last + 1) % 4))
    assert game.state.waiting_on == [(last + 1) % 4]


def test_cg_r5_the_second_round_is_scored_as_the_first_and_points_add_up() -> None:
    game = ended(seats=4, round=2, tracks=["1 green, 1 red"], held=[["dallas-miami"], [], [], []])
    first = ticket("chicago-new_york")
    game.state.ticket_deck.remove(first)
    game.state.completed.append(CompletedTicket(0, first, 1, cards("1 yellow")))
    game.state.scores[0] = 5
    game.when(ScoreRound())
    result = game.state.result
    assert [
        (line.subject, line.round) for line in result.scores[0].lines if line.what == "ticket"
    ] == [
        ("chicago-new_york", 1),
        ("dallas-miami", 2),
    ]
    assert type(game.events[-1]) is GameEnded


def test_cg_t2_in_the_second_round_the_tracks_are_hidden_again() -> None:
    game = second_round(tracks=["3 white"])
    game.when(decode_command(EDITION, {"type": "draw_blind", "seat": 1}))
    assert view(EDITION, game.state, SPECTATOR)["on_track"] == [0, 0, 0, 0]
