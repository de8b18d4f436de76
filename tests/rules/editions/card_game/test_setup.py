"""CG-S: set-up."""

import pytest

from rules import SPECTATOR, Chance, Malformed, editions, legal_moves, seated, start, view
from rules.editions.card_game.cards import ALL_TRAIN_CARDS, TICKETS
from rules.editions.card_game.draw_cards import DrawBlind
from rules.editions.card_game.draw_tickets import DrawTickets, KeepTickets, TicketsKept
from rules.editions.card_game.setup import (
    FaceUpCardsTurned,
    TicketsShuffled,
    TrainCardsDealt,
    TrainCardsShuffled,
)
from rules.editions.card_game.turns import TurnBegan
from tests.given import Given, given
from tests.rules.editions.card_game.table import LOCOMOTIVE

EDITION = editions()["card_game"]
CHANCE = Chance(bytes(range(32)), ("a", "b", "c"))


@pytest.fixture
def opened() -> Given:
    _, events = start(EDITION, 3, {}, CHANCE)
    game = given("card_game", events, CHANCE)
    game.events = events
    return game


def choose(game: Given, seat: int, count: int) -> KeepTickets:
    return KeepTickets(seat, game.state.offered[seat][:count])


def test_cg_s1_every_player_gets_a_locomotive_that_is_not_in_the_shuffled_deck(
    opened: Given,
) -> None:
    shuffled = next(event for event in opened.events if type(event) is TrainCardsShuffled)
    assert shuffled.locomotives == 1
    assert sorted(shuffled.order) == sorted(ALL_TRAIN_CARDS)[:-3]
    assert all(hand[LOCOMOTIVE] >= 1 for hand in opened.state.hands)


def test_cg_s2_every_player_is_dealt_7_from_the_top_one_at_a_time(opened: Given) -> None:
    shuffled = next(event for event in opened.events if type(event) is TrainCardsShuffled)
    dealt = next(event for event in opened.events if type(event) is TrainCardsDealt)
    top_first = shuffled.order[::-1]
    assert dealt.cards == tuple(top_first[seat : 21 + seat : 3][:7] for seat in range(3))
    assert [sum(hand) for hand in opened.state.hands] == [8, 8, 8]


def test_cg_s2_the_rest_is_the_draw_deck(opened: Given) -> None:
    assert len(opened.state.deck) == 96 - 3 * 8 - 5


def test_cg_s3_the_next_five_cards_are_turned_up(opened: Given) -> None:
    shuffled = next(event for event in opened.events if type(event) is TrainCardsShuffled)
    opened.then_among_others(
        FaceUpCardsTurned((0, 1, 2, 3, 4), shuffled.order[-22:-27:-1]),
    )
    assert opened.state.row == list(shuffled.order[-22:-27:-1])


def test_cg_s5_every_player_is_dealt_six_tickets_in_secret(opened: Given) -> None:
    assert [len(offered) for offered in opened.state.offered] == [6, 6, 6]
    assert len(opened.state.ticket_deck) == 46 - 18
    assert view(EDITION, opened.state, seated(1))["offered"] == [
        6,
        [TICKETS[index].id for index in opened.state.offered[1]],
        6,
    ]


def test_cg_s5_all_choose_at_the_same_time_and_in_any_order(opened: Given) -> None:
    assert sorted(opened.state.waiting_on) == [0, 1, 2]
    opened.when(choose(opened, 2, 1), choose(opened, 0, 6))
    assert opened.state.waiting_on == [1]
    opened.when(choose(opened, 0, 1)).refused("CG-S5", "You have chosen your tickets")


def test_cg_s5_at_least_one_ticket_is_kept(opened: Given) -> None:
    opened.when(KeepTickets(0, ())).refused("CG-S5", "at least 1 of the 6")


def test_cg_s5_only_offered_tickets_and_each_once_can_be_kept(opened: Given) -> None:
    mine, theirs = opened.state.offered[0], opened.state.offered[1]
    opened.when(KeepTickets(0, (theirs[0],))).refused("CG-S5", "among the 6 offered")
    opened.when(KeepTickets(0, (mine[0], mine[0]))).refused("CG-S5", "among the 6 offered")
    opened.when(KeepTickets(0, mine[:2], mine[:4])).refused("CG-S5", "exactly the 4 tickets")


def test_cg_s5_nobody_learns_how_many_a_player_kept_while_others_choose(opened: Given) -> None:
    opened.when(choose(opened, 0, 4))
    for other in (SPECTATOR, seated(1)):
        seen = view(EDITION, opened.state, other)
        assert (seen["chosen"][0], seen["tickets"][0], seen["offered"][0]) == (None, 0, 6)


def test_cg_s5_returned_tickets_are_shuffled_into_the_deck_by_the_sealed_seed(
    opened: Given,
) -> None:
    rest = list(opened.state.ticket_deck)
    returned = [t for seat in range(3) for t in opened.state.offered[seat][2:]]
    opened.when(choose(opened, 0, 2), choose(opened, 1, 2), choose(opened, 2, 2))
    order = tuple(CHANCE.shuffled(rest + returned, "ticket_deck:2"))
    kept = opened.events[0]
    assert type(kept) is TicketsKept
    opened.then(kept, TicketsShuffled((2, 2, 2), order), TurnBegan(0))
    assert len(opened.state.ticket_deck) == 40
    assert [len(held) for held in opened.state.tickets] == [2, 2, 2]


def test_cg_s6_seat_1_starts_and_has_a_whole_turn(opened: Given) -> None:
    opened.when(choose(opened, 1, 1), choose(opened, 2, 1), choose(opened, 0, 1))
    assert (opened.state.turn, opened.state.waiting_on) == (0, [0])
    assert [e for e in opened.events if type(e) is TurnBegan] == [TurnBegan(0)]
    opened.when(DrawBlind(0), DrawBlind(0)).then_among_others(TurnBegan(1))


def test_cg_s6_there_is_no_seat_beyond_the_last(opened: Given) -> None:
    opened.when(DrawTickets(3)).refused("CG-S6", "no seat 4 in a game of 3")


def test_cg_t3_no_action_before_the_tickets_are_chosen(opened: Given) -> None:
    opened.when(DrawBlind(0)).refused("CG-T3")
    opened.when(DrawTickets(0)).refused("CG-T3")
    assert len(legal_moves(EDITION, opened.state, 0)) == 1


@pytest.mark.parametrize("seats", [1, 5])
def test_the_game_is_for_two_to_four(seats: int) -> None:
    with pytest.raises(Malformed, match=f"2 to 4 players, not {seats}"):
        start(EDITION, seats, {}, Chance(bytes(32), ["x"] * seats))


def test_what_can_happen_is_told_in_fewer_than_25_kinds_of_events() -> None:
    assert len(EDITION.event_layouts) < 25
