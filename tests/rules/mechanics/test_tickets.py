"""TR-S2, TR-C: tickets."""

import pytest

from rules import (
    SPECTATOR,
    Chance,
    advance,
    commands_of,
    editions,
    legal_moves,
    redact,
    seated,
    start,
    view,
)
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.tickets import (
    DrawTickets,
    FirstTicketsSettled,
    KeepTickets,
    KeepTicketsOffer,
    TicketsDrawn,
    TicketsKept,
)
from rules.mechanics.turns import TurnBegan
from tests.given import Given
from tests.rules.boards import table, tickets

USA = editions()["usa"]
TOP = ("boston-miami", "calgary-phoenix", "chicago-santa_fe")  # the last is drawn first


def at_set_up(seats: int = 3) -> Given:
    chance = Chance(bytes(32), [str(seat) for seat in range(seats)])
    state, _ = start(USA, seats, {}, chance)
    return Given(USA, state, chance)


def test_tr_s2_three_are_dealt_and_all_choose_at_the_same_time() -> None:
    game = at_set_up()
    assert [len(offered) for offered in game.state.offered] == [3, 3, 3]
    assert game.state.waiting_on == [0, 1, 2]
    first = game.state.offered[2]
    game.when(KeepTickets(2, first))
    assert game.state.waiting_on == [0, 1]
    game.when(KeepTickets(2, first)).refused("TR-S2", "others still choose")


def test_tr_s2_at_least_two_are_kept() -> None:
    game = at_set_up()
    offered = game.state.offered[0]
    game.when(KeepTickets(0, offered[:1])).refused("TR-S2", "at least 2")
    game.when(KeepTickets(0, ())).refused("TR-S2", "at least 2")
    (offer,) = legal_moves(USA, game.state, 0)
    assert offer == KeepTicketsOffer(0, offered, 2)
    assert len(list(commands_of(USA, offer))) == 4


def test_tr_s2_only_offered_tickets_are_kept_and_each_once() -> None:
    game = at_set_up()
    mine, others = game.state.offered[0], game.state.offered[1]
    game.when(KeepTickets(0, (mine[0], others[0]))).refused("TR-S2", "offered to you")
    game.when(KeepTickets(0, (mine[0], mine[0]))).refused("TR-S2", "offered to you")


def test_tr_s2_returned_tickets_go_under_the_deck_in_seat_order() -> None:
    game = at_set_up()
    offered = list(game.state.offered)
    # They choose in another order than they sit.
    game.when(
        KeepTickets(1, offered[1][:2]),
        KeepTickets(2, offered[2][1:]),
        KeepTickets(0, offered[0][:2]),
    ).then_among_others(
        FirstTicketsSettled((2, 2, 2), (offered[0][2], offered[1][2], offered[2][0])),
        TurnBegan(0),
    )
    # The bottom of the deck is its first; the first seat's ticket is the first to come up.
    assert game.state.ticket_deck[:3] == [offered[2][0], offered[1][2], offered[0][2]]
    assert game.state.tickets[1] == list(offered[1][:2])


def test_tr_s2_a_player_may_say_in_which_order_tickets_go_back() -> None:
    game = table(ticket_deck=TOP)
    drawn = tickets("usa", *reversed(TOP))
    game.when(DrawTickets(0), KeepTickets(0, drawn[:1], (drawn[2], drawn[1])))
    assert game.state.ticket_deck == [drawn[1], drawn[2]]
    game = table(ticket_deck=TOP)
    game.when(DrawTickets(0), KeepTickets(0, drawn[:1], drawn)).refused("TR-C1", "exactly the 2")


def test_tr_s2_nobody_learns_how_many_were_kept_while_others_choose() -> None:
    game = at_set_up()
    before = view(USA, game.state, SPECTATOR)
    game.when(KeepTickets(0, game.state.offered[0][:2]))
    (kept,) = game.events
    two = redact(USA, kept, SPECTATOR, {})
    assert two == {
        "type": "tickets_kept",
        "seat": 0,
        "kept": None,
        "returned": None,
        "how_many": None,
    }
    after = view(USA, game.state, SPECTATOR)
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"waiting_on", "offered"}
    assert after["chosen"] == [None, None, None]
    mine = view(USA, game.state, seated(0))
    assert len(mine["chosen"][0]) == 2


def test_tr_s3_seat_one_starts_and_play_goes_clockwise() -> None:
    game = at_set_up(4)
    for seat in (3, 1, 0, 2):
        game.when(KeepTickets(seat, game.state.offered[seat]))
    assert game.state.phase == "turns"
    for seat in (0, 1, 2, 3, 0):
        assert game.state.turn == seat
        game.when(DrawBlind(seat), DrawBlind(seat))


def test_tr_c1_the_top_three_are_drawn_and_at_least_one_is_kept() -> None:
    game = table(ticket_deck=("denver-el_paso", *TOP))
    drawn = tickets("usa", *reversed(TOP))
    game.when(DrawTickets(0)).then(TicketsDrawn(0, drawn))
    game.when(KeepTickets(0, ())).refused("TR-C1", "at least 1")
    game.when(KeepTickets(0, drawn[1:2])).then(
        TicketsKept(0, drawn[1:2], (drawn[0], drawn[2]), 1), TurnBegan(1)
    )
    assert game.state.tickets[0] == [drawn[1]]
    assert game.state.ticket_deck == [drawn[2], drawn[0], *tickets("usa", "denver-el_paso")]


@pytest.mark.parametrize("left", [1, 2])
def test_tr_c1_with_fewer_than_three_left_those_are_drawn(left: int) -> None:
    game = table(ticket_deck=TOP[:left])
    game.when(DrawTickets(0))
    assert len(game.state.offered[0]) == left


def test_tr_c1_with_none_left_c_is_not_available() -> None:
    game = table(ticket_deck=())
    game.when(DrawTickets(0)).refused("TR-C1", "empty")
    assert not game.is_offered(DrawTickets(0))


def test_tr_c1_nothing_else_is_done_before_the_choice() -> None:
    game = table(ticket_deck=TOP).when(DrawTickets(0))
    game.when(DrawBlind(0)).refused("TR-T1")
    game.when(DrawTickets(0)).refused("TR-T1")
    (offer,) = legal_moves(USA, game.state, 0)
    assert isinstance(offer, KeepTicketsOffer)


def test_tr_c1_tickets_are_chosen_after_they_were_drawn() -> None:
    table().when(KeepTickets(0, tickets("usa", TOP[0]))).refused("TR-C1", "draw some first")


def test_tr_c2_tickets_are_secret_and_their_number_is_public() -> None:
    game = table(held=[TOP, ("denver-el_paso",)])
    assert view(USA, game.state, SPECTATOR)["tickets"] == [3, 1]
    mine = view(USA, game.state, seated(1))["tickets"]
    assert mine == [3, ["denver-el_paso"]]
    game.when(DrawTickets(1)).refused("TR-S3")


def test_tr_c2_there_is_no_limit_on_tickets() -> None:
    game = table(seats=2)
    for _ in range(10):
        game.when(DrawTickets(0))
        game.when(KeepTickets(0, game.state.offered[0]))
        if game.state.ticket_deck:
            game.when(DrawBlind(1), DrawBlind(1))
    assert len(game.state.tickets[0]) == 30


def test_the_same_seed_deals_the_same_tickets() -> None:
    first, again = at_set_up(), at_set_up()
    assert first.state.offered == again.state.offered
    advance(USA, first.state, KeepTickets(0, first.state.offered[0]), first.chance)
    assert first.state.offered != again.state.offered
