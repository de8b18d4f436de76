"""Action C: draw tickets and choose which to keep; the same choice opens the game."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.dice import between, some_of
from rules.kernel.edition import Event, Mechanic, Offer, new
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT, MOST_SEATS, SEAT, optional, tuple_of, unseen
from rules.kernel.layout import Layout, owner, public, sealed
from rules.kernel.lifecycle import GameOpened
from rules.mechanics.board_state import NOTHING, TICKETS, BoardState
from rules.pieces.board import Board


class Deal(NamedTuple):
    """So many tickets are dealt and at least `keep` of them kept; `rule` says so."""

    tickets: int
    keep: int
    rule: str


class DrawTickets(NamedTuple):
    seat: int


_DRAWS: Final = [(DrawTickets(seat),) for seat in range(MOST_SEATS)]  # each is made once


class TicketsDrawn(NamedTuple):
    seat: int
    tickets: tuple[int, ...]


class KeepTickets(NamedTuple):
    seat: int
    tickets: tuple[int, ...]
    # The order in which the others go under the deck; as drawn, unless given.
    returned: tuple[int, ...] | None = None


class TicketsKept(NamedTuple):
    seat: int
    kept: tuple[int, ...]
    returned: tuple[int, ...]
    how_many: int | None  # were kept; nobody learns it while all choose at set-up


class TicketsShuffled(NamedTuple):
    order: tuple[int, ...]


class FirstTicketsSettled(NamedTuple):
    """All have chosen: what each keeps is theirs, the others go under the deck in this order."""

    kept: tuple[int, ...]  # how many, by seat
    returned: tuple[int, ...]


class KeepTicketsOffer(NamedTuple):
    """Any set of these tickets with at least so many of them."""

    seat: int
    tickets: tuple[int, ...]
    at_least: int

    def commands(self) -> Iterator[KeepTickets]:
        for count in range(self.at_least, len(self.tickets) + 1):
            for kept in combinations(self.tickets, count):
                yield KeepTickets(self.seat, kept)

    def sample(self, dice: Random) -> KeepTickets:
        count = between(dice, self.at_least, len(self.tickets))
        return new(KeepTickets, (self.seat, some_of(dice, self.tickets, count), None))


class Tickets:
    def __init__(self, board: Board, *, first: Deal, later: Deal) -> None:
        self.board = board
        self.first = first
        self.later = later
        self.mechanic = Mechanic(
            commands=_commands(board),
            events=_events(board),
            offers=_offers(board),
            decides={DrawTickets: self.draw, KeepTickets: self.keep},
            evolves={
                TicketsShuffled: _tickets_shuffled,
                TicketsDrawn: _tickets_drawn,
                TicketsKept: _tickets_kept,
                FirstTicketsSettled: _first_tickets_settled,
            },
            legal={"choosing_tickets": self.legal, "turns": self.legal},
        )

    def shuffle(self, state: BoardState, event: GameOpened, chance: Chance) -> list[Event]:
        order = chance.shuffled(range(len(self.board.tickets)), "ticket_deck:1")
        return [TicketsShuffled(tuple(order))]

    def offer_first(self, state: BoardState, event: TicketsShuffled, chance: Chance) -> list[Event]:
        # TR-S2: every player is dealt tickets, in secret, and all choose at the same time.
        from_top = state.ticket_deck[::-1]
        number = self.first.tickets
        return [
            TicketsDrawn(seat, tuple(from_top[number * seat : number * (seat + 1)]))
            for seat in range(state.seats)
        ]

    def draw(
        self, state: BoardState, command: DrawTickets, chance: Chance
    ) -> list[Event] | IllegalMove:
        if state.phase != "turns" or state.pending:
            return IllegalMove("TR-T1", "One action a turn: finish the one that you have begun.")
        # TR-C1: with fewer left those are drawn; with none C is not available.
        if not state.ticket_deck:
            return IllegalMove(self.later.rule, "The ticket deck is empty.")
        # TR-C1: the top tickets are drawn.
        drawn = state.ticket_deck[: -self.later.tickets - 1 : -1]
        return [new(TicketsDrawn, (command.seat, tuple(drawn)))]

    def keep(
        self, state: BoardState, command: KeepTickets, chance: Chance
    ) -> list[Event] | IllegalMove:
        seat, kept, _ = command
        offered = state.offered[seat]
        deal = self.first if state.phase == "choosing_tickets" else self.later
        if not offered:
            return IllegalMove(deal.rule, "You have no tickets to choose from: draw some first.")
        for ticket in kept:
            if ticket not in offered or kept.count(ticket) > 1:
                return IllegalMove(
                    deal.rule, f"Keep only tickets among the {len(offered)} offered to you."
                )
        # TR-S2, TR-C1: at least so many are kept.
        if len(kept) < deal.keep:
            return IllegalMove(
                deal.rule,
                f"Keep at least {deal.keep} of the {len(offered)} tickets.",
                {"at_least": deal.keep, "offered": len(offered)},
            )
        returned = tuple([ticket for ticket in offered if ticket not in kept])
        if command.returned is not None:
            # TR-S2: in the order the player chose, else as dealt.
            if sorted(command.returned) != sorted(returned):
                return IllegalMove(
                    deal.rule, f"Return exactly the {len(returned)} tickets not kept."
                )
            returned = command.returned
        how_many = None if state.phase == "choosing_tickets" else len(kept)
        return [new(TicketsKept, (seat, kept, returned, how_many))]

    def legal(self, state: BoardState, seat: int) -> Sequence[Offer]:
        offered = state.offered[seat]
        if offered:
            deal = self.later if state.phase == "turns" else self.first
            return [new(KeepTicketsOffer, (seat, offered, deal.keep))]
        if state.pending or not state.ticket_deck:
            return ()
        return _DRAWS[seat]


def return_in_seat_order(state: BoardState, event: TicketsKept, chance: Chance) -> list[Event]:
    if state.phase != "choosing_tickets" or state.waiting_on:
        return []
    # TR-S2: returned tickets go under the ticket deck, in seat order.
    return [_settled(state, _all_returned(state))]


def return_shuffled(state: BoardState, event: TicketsKept, chance: Chance) -> list[Event]:
    if state.phase != "choosing_tickets" or state.waiting_on:
        return []
    # In an edition that says so they are shuffled first, then put under the deck.
    shuffled = chance.shuffled(sorted(_all_returned(state)), "returned_tickets:1")
    return [_settled(state, tuple(shuffled))]


def _all_returned(state: BoardState) -> tuple[int, ...]:
    return tuple(ticket for returned in state.returned for ticket in returned or ())


def _settled(state: BoardState, returned: tuple[int, ...]) -> FirstTicketsSettled:
    return FirstTicketsSettled(tuple(len(chosen or ()) for chosen in state.chosen), returned)


def _tickets_shuffled(state: BoardState, event: TicketsShuffled) -> None:
    state.ticket_deck = list(event.order)


def _tickets_drawn(state: BoardState, event: TicketsDrawn) -> None:
    state.offered[event.seat] = event.tickets
    state.ticket_deck = state.ticket_deck[: -len(event.tickets)]
    if state.phase == "turns":
        state.pending = TICKETS
        state.passes = 0
    else:
        state.phase = "choosing_tickets"
        state.waiting_on.append(event.seat)


def _tickets_kept(state: BoardState, event: TicketsKept) -> None:
    state.offered[event.seat] = ()
    if event.how_many is None:
        state.chosen[event.seat] = event.kept
        state.returned[event.seat] = event.returned
        state.waiting_on.remove(event.seat)
        return
    state.tickets[event.seat] = [*state.tickets[event.seat], *event.kept]
    state.ticket_deck = [*event.returned[::-1], *state.ticket_deck]
    state.pending = NOTHING


def _first_tickets_settled(state: BoardState, event: FirstTicketsSettled) -> None:
    state.tickets = [list(chosen or ()) for chosen in state.chosen]
    state.ticket_deck = [*event.returned[::-1], *state.ticket_deck]
    state.chosen = [None] * state.seats
    state.returned = [None] * state.seats


def _commands(board: Board) -> tuple[Layout, ...]:
    return (
        Layout(DrawTickets, seat=public(SEAT)),
        Layout(
            KeepTickets,
            seat=public(SEAT),
            tickets=owner(board.TICKET_LIST),
            returned=owner(optional(board.TICKET_LIST)),
        ),
    )


def _events(board: Board) -> tuple[Layout, ...]:
    return (
        Layout(TicketsShuffled, "The tickets are shuffled.", order=sealed(board.TICKET_LIST)),
        Layout(
            TicketsDrawn,
            "{seat} draws tickets.",
            seat=public(SEAT),
            tickets=owner(board.TICKET_LIST),
        ),
        Layout(
            TicketsKept,
            "{seat} has chosen which tickets to keep.",
            seat=public(SEAT),
            kept=owner(unseen(board.TICKET_LIST)),
            returned=owner(unseen(board.TICKET_LIST)),
            how_many=public(optional(COUNT)),
        ),
        Layout(
            FirstTicketsSettled,
            "All have chosen their tickets: {kept}.",
            kept=public(tuple_of(COUNT)),
            returned=sealed(board.TICKET_LIST),
        ),
    )


def _offers(board: Board) -> tuple[Layout, ...]:
    return (
        Layout(
            KeepTicketsOffer,
            seat=public(SEAT),
            tickets=owner(board.TICKET_LIST),
            at_least=public(COUNT),
        ),
    )
