"""Action C: draw tickets and choose which to keep; the same choice opens the game."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from random import Random
from typing import Final, NamedTuple

from rules.editions.card_game.cards import TICKET_LIST
from rules.editions.card_game.state import MOST_SEATS, State
from rules.kernel.chance import Chance
from rules.kernel.dice import between, some_of
from rules.kernel.edition import Event, Mechanic, Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT, SEAT, optional, unseen
from rules.kernel.layout import Layout, owner, public

TICKETS_TO_DRAW: Final = 4


class DrawTickets(NamedTuple):
    seat: int


_DRAW_OFFERS: Final = [(DrawTickets(seat),) for seat in range(MOST_SEATS)]


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
        return KeepTickets(self.seat, some_of(dice, self.tickets, count))


def _draw(state: State, command: DrawTickets, chance: Chance) -> list[Event] | IllegalMove:
    if state.phase != "turns" or state.cards_drawn or state.offered[command.seat]:
        return IllegalMove("CG-T3", "One action a turn: you have begun another one.")
    # CG-C2: with fewer than 4 left the player draws those; with none C is not available.
    if not state.ticket_deck:
        return IllegalMove("CG-C2", "The ticket deck is empty.")
    # CG-C1: the player draws the top 4 tickets.
    return [TicketsDrawn(command.seat, tuple(state.ticket_deck[: -TICKETS_TO_DRAW - 1 : -1]))]


def _keep(state: State, command: KeepTickets, chance: Chance) -> list[Event] | IllegalMove:
    seat, kept, in_order = command
    offered = state.offered[seat]
    rule = "CG-S5" if state.phase == "choosing_tickets" else "CG-C1"
    if not offered:
        return IllegalMove(rule, "You have no tickets to choose from: draw some first.")
    returned = tuple([ticket for ticket in offered if ticket not in kept])
    if len(kept) + len(returned) != len(offered):
        return IllegalMove(rule, f"Keep only tickets among the {len(offered)} offered to you.")
    # CG-S5: at set-up at least 1 is kept.  CG-C1: later any number, none included.
    if len(kept) < _at_least(state):
        return IllegalMove(rule, f"Keep at least 1 of the {len(offered)} tickets.")
    if in_order is not None:
        # CG-C1: the others go under the deck in an order the player chooses.
        if sorted(in_order) != sorted(returned):
            return IllegalMove(rule, f"Return exactly the {len(returned)} tickets not kept.")
        returned = in_order
    count = None if state.phase == "choosing_tickets" else len(kept)
    return [TicketsKept(seat, kept, returned, count)]


def _at_least(state: State) -> int:
    return 1 if state.phase == "choosing_tickets" else 0


def legal_choices(state: State, seat: int) -> Sequence[Offer]:
    offered = state.offered[seat]
    if offered:
        return [KeepTicketsOffer(seat, offered, _at_least(state))]
    if state.cards_drawn or not state.ticket_deck:
        return ()
    return _DRAW_OFFERS[seat]


def _tickets_drawn(state: State, event: TicketsDrawn) -> None:
    seat, tickets = event
    state.offered[seat] = tickets
    state.ticket_deck = state.ticket_deck[: -len(tickets)]
    if state.phase != "turns":
        state.phase = "choosing_tickets"
        state.waiting_on.append(seat)


def _tickets_kept(state: State, event: TicketsKept) -> None:
    seat, kept, returned, how_many = event
    if how_many is None:
        state.chosen[seat] = kept
        state.waiting_on.remove(seat)
        return
    state.offered[seat] = ()
    state.tickets[seat] = [*state.tickets[seat], *kept]
    state.ticket_deck = [*returned[::-1], *state.ticket_deck]
    if kept:
        state.quiet_turns = 0


DRAW_TICKETS = Mechanic(
    commands=(
        Layout(DrawTickets, seat=public(SEAT)),
        Layout(
            KeepTickets,
            seat=public(SEAT),
            tickets=owner(TICKET_LIST),
            returned=owner(optional(TICKET_LIST)),
        ),
    ),
    events=(
        Layout(
            TicketsDrawn,
            "{seat} draws tickets.",
            seat=public(SEAT),
            tickets=owner(TICKET_LIST),
        ),
        Layout(
            TicketsKept,
            "{seat} has chosen which tickets to keep.",
            seat=public(SEAT),
            kept=owner(unseen(TICKET_LIST)),
            returned=owner(unseen(TICKET_LIST)),
            how_many=public(optional(COUNT)),
        ),
    ),
    offers=(
        Layout(
            KeepTicketsOffer,
            seat=public(SEAT),
            tickets=owner(TICKET_LIST),
            at_least=public(COUNT),
        ),
    ),
    decides={DrawTickets: _draw, KeepTickets: _keep},
    evolves={TicketsDrawn: _tickets_drawn, TicketsKept: _tickets_kept},
    legal={"choosing_tickets": legal_choices, "turns": legal_choices},
)
