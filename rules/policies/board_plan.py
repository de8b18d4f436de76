"""Which routes would complete a hand of tickets, and what they still cost."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from rules.pieces.board import TrackSet, members
from rules.pieces.colors import LOCOMOTIVE
from rules.policies.board_sight import Sight
from rules.solvers.connection import cheapest_connection

# The cities that must be joined for a ticket.
Goals = Callable[[int], Sequence[tuple[int, int]]]


class Terms(NamedTuple):
    """What an edition's board asks of a plan."""

    goals: Goals
    shared: TrackSet = 0  # tracks that everybody may use already
    without_trains: TrackSet = 0  # tracks that take none of the seat's trains


class Plan(NamedTuple):
    tracks: TrackSet  # to be claimed
    worth: int  # points of the tickets that it completes, less those that it gives up
    effort: int  # half turns, roughly: a turn draws two cards, or claims one route


def missing_cards(sight: Sight, track: int) -> int:
    """How many cards the hand lacks for a track, locomotives aside."""
    price = sight.board.prices[sight.board.tracks[track].price]
    return max(0, price.cards - max(sight.hand[color] for color in price.colors))


def plan_for(sight: Sight, tickets: Sequence[int], terms: Terms) -> Plan:
    """The better of two plans: dear tickets first, or cheap ones first."""
    points = [sight.board.tickets[ticket].points for ticket in tickets]
    dear_first = [ticket for _, ticket in sorted(zip(points, tickets, strict=True), reverse=True)]
    plans = [_connect(sight, order, terms) for order in (dear_first, dear_first[::-1])]
    return max(plans, key=lambda plan: (plan.worth, -plan.effort))


def _connect(sight: Sight, tickets: Iterable[int], terms: Terms) -> Plan:
    """Connects ticket after ticket; what one of them builds is free for the next."""
    board = sight.board
    indexes = list(members(sight.open | sight.own | terms.shared))
    costs = [_cost(sight, index, terms) for index in indexes]
    planned = trains = worth = 0
    for ticket in tickets:
        found: TrackSet | None = 0
        for a, b in terms.goals(ticket):
            edges = [(*board.edge(i)[:2], cost) for i, cost in zip(indexes, costs, strict=True)]
            way = cheapest_connection(edges, a, b)
            if way is None:
                found = None
                break
            for place in way.edges:
                if costs[place]:
                    found = (found or 0) | 1 << indexes[place]
                    costs[place] = 0
        needed = 0 if found is None else board.length_of(found & ~terms.without_trains)
        if found is None or trains + needed > sight.trains:
            worth -= board.tickets[ticket].points
            continue
        worth += board.tickets[ticket].points
        planned |= found
        trains += needed
    return Plan(planned, worth, sum(2 + missing_cards(sight, i) for i in members(planned)))


def _cost(sight: Sight, index: int, terms: Terms) -> int:
    """The effort twice, and the trains; points make up for some of it."""
    if (sight.own | terms.shared) >> index & 1:
        return 0
    track = sight.board.tracks[index]
    free = terms.without_trains >> index & 1
    trains = 0 if free else track.length
    points = 0 if free else sight.board.points[track.length]
    return max(1, 2 * missing_cards(sight, index) + 4 + trains - points // 2)


def wanted_cards(sight: Sight, tracks: TrackSet) -> list[int]:
    """By color, how many more cards the tracks ask for; grey ones ask for what is held most."""
    left = sight.hand[:]
    left[LOCOMOTIVE] = 0
    wanted = [0] * len(left)
    # Colored tracks first: the grey ones take what remains.
    for index in sorted(members(tracks), key=lambda i: sight.board.tracks[i].color is None):
        price = sight.board.prices[sight.board.tracks[index].price]
        color = max(price.colors, key=lambda c: left[c])
        wanted[color] += max(0, price.cards - left[color])
        left[color] = max(0, left[color] - price.cards)
    return wanted
