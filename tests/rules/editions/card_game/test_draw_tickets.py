"""CG-C: draw tickets."""

from rules import SPECTATOR, editions, legal_moves, redact, seated, view
from rules.editions.card_game.draw_tickets import (
    DrawTickets,
    KeepTickets,
    KeepTicketsOffer,
    TicketsDrawn,
    TicketsKept,
)
from rules.editions.card_game.turns import TurnBegan
from tests.rules.editions.card_game.table import table, tickets

EDITION = editions()["card_game"]
FIVE = ("seattle-miami", "dallas-miami", "chicago-miami", "new_york-miami", "miami-boston")
TOP_FOUR = tickets(*FIVE[:0:-1])


def test_cg_c1_the_top_four_are_drawn_in_secret() -> None:
    game = table(ticket_deck=FIVE)
    game.when(DrawTickets(0)).then(TicketsDrawn(0, TOP_FOUR))
    assert game.state.ticket_deck == list(tickets(FIVE[0]))
    assert view(EDITION, game.state, seated(1))["offered"][0] == 4
    assert view(EDITION, game.state, seated(0))["offered"][0] == list(FIVE[:0:-1])


def test_cg_c1_any_number_is_kept_and_the_others_go_under_the_deck_as_drawn() -> None:
    game = table(ticket_deck=FIVE)
    a, b, c, d = TOP_FOUR
    game.when(DrawTickets(0), KeepTickets(0, (b,))).then(
        TicketsKept(0, (b,), (a, c, d), 1), TurnBegan(1)
    )
    # The top is the last: the ticket that lay there is drawn next, then the returned in order.
    assert game.state.ticket_deck == [d, c, a, *tickets(FIVE[0])]
    assert game.state.tickets[0] == [b]


def test_cg_c1_the_player_may_choose_the_order_of_the_returned() -> None:
    game = table(ticket_deck=FIVE)
    a, b, c, d = TOP_FOUR
    game.when(DrawTickets(0), KeepTickets(0, (b,), (d, a, c)))
    assert game.state.ticket_deck == [c, a, d, *tickets(FIVE[0])]


def test_cg_c1_all_or_none_may_be_kept() -> None:
    table(ticket_deck=FIVE).when(DrawTickets(0), KeepTickets(0, TOP_FOUR)).then_among_others(
        TicketsKept(0, TOP_FOUR, (), 4)
    )
    table(ticket_deck=FIVE).when(DrawTickets(0), KeepTickets(0, ())).then_among_others(
        TicketsKept(0, (), TOP_FOUR, 0)
    )


def test_cg_c1_what_was_not_offered_cannot_be_kept_or_returned() -> None:
    game = table(ticket_deck=FIVE)
    a, b, c, _ = TOP_FOUR
    game.when(KeepTickets(0, (a,))).refused("CG-C1", "draw some first")
    game.when(DrawTickets(0))
    game.when(KeepTickets(0, tickets(FIVE[0]))).refused("CG-C1", "among the 4 offered")
    game.when(KeepTickets(0, (a, a))).refused("CG-C1", "among the 4 offered")
    game.when(KeepTickets(0, (a,), (b, c))).refused("CG-C1", "exactly the 3 tickets")
    game.when(KeepTickets(0, (a,), (b, c, a))).refused("CG-C1", "exactly the 3 tickets")


def test_cg_c2_with_fewer_than_four_left_those_are_drawn() -> None:
    game = table(ticket_deck=FIVE[:2])
    game.when(DrawTickets(0)).then(TicketsDrawn(0, tickets(*FIVE[1::-1])))
    assert legal_moves(EDITION, game.state, 0) == [KeepTicketsOffer(0, tickets(*FIVE[1::-1]), 0)]
    game.when(KeepTickets(0, tickets(*FIVE[:2])))
    assert game.state.ticket_deck == []


def test_cg_c2_with_none_left_no_tickets_are_drawn() -> None:
    game = table(deck="red", ticket_deck=[])
    game.when(DrawTickets(0)).refused("CG-C2", "ticket deck is empty")
    assert not game.is_offered(DrawTickets(0))


def test_cg_c3_which_tickets_are_held_is_secret_but_not_how_many() -> None:
    state = table(held=[["seattle-miami", "dallas-miami"], ["chicago-miami"]]).state
    assert view(EDITION, state, SPECTATOR)["tickets"] == [2, 1]
    assert view(EDITION, state, seated(1))["tickets"] == [2, ["chicago-miami"]]


def test_cg_c3_a_choice_tells_the_others_only_how_many_were_kept() -> None:
    kept = TicketsKept(0, TOP_FOUR[:1], TOP_FOUR[1:], 1)
    assert redact(EDITION, kept, seated(1), {}) == {
        "type": "tickets_kept",
        "seat": 0,
        "kept": None,
        "returned": None,
        "how_many": 1,
    }


def test_an_offer_of_tickets_stands_for_every_subset() -> None:
    at_setup = KeepTicketsOffer(0, tuple(range(6)), 1)
    assert len({frozenset(command.tickets) for command in at_setup.commands()}) == 63
    in_turn = KeepTicketsOffer(0, tuple(range(4)), 0)
    assert len({frozenset(command.tickets) for command in in_turn.commands()}) == 16
