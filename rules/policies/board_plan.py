"""Which routes would complete a hand of tickets, and what they still cost."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from rules.pieces.board import Board, TrackSet, members
from rules.pieces.colors import LOCOMOTIVE
from rules.policies.board_sight import Sight, Terms
from rules.solvers.connection import CLOSED, Network


class Plan(NamedTuple):
    tracks: TrackSet  # to be claimed
    worth: int  # points of the tickets that it completes, less those that it gives up
    effort: int  # half turns, roughly: a turn draws two cards, or claims one route


GREY: Final = -1


class Figures(NamedTuple):
    """A board's tracks as a plan looks at them, again and again."""

    network: Network
    lengths: list[int]
    colors: list[int]  # or GREY


@cache
def figures_of(board: Board) -> Figures:
    return Figures(
        Network(track[1:3] for track in board.tracks),
        [track.length for track in board.tracks],
        [GREY if track.color is None else track.color for track in board.tracks],
    )


@lru_cache(maxsize=1 << 12)
def listed(tracks: TrackSet) -> tuple[int, ...]:
    """The members of a set that is looked at again and again, as a plan is."""
    return tuple(members(tracks))


def plan_for(sight: Sight, tickets: Sequence[int], terms: Terms) -> Plan:
    """The better of two plans: dear tickets first, or cheap ones first."""
    costs = track_costs(sight, terms)
    dear_first = by_points(sight.board, tickets)
    plans = [connect(sight, order, terms, costs[:]) for order in (dear_first, dear_first[::-1])]
    return max(plans, key=lambda plan: (plan.worth, -plan.effort))


def by_points(board: Board, tickets: Sequence[int]) -> list[int]:
    points = [board.tickets[ticket].points for ticket in tickets]
    return [ticket for _, ticket in sorted(zip(points, tickets, strict=True), reverse=True)]


def connect(sight: Sight, tickets: Iterable[int], terms: Terms, costs: list[int]) -> Plan:
    """Connects ticket after ticket; what one of them builds is free for the next in `costs`."""
    board = sight.board
    network, lengths, colors = figures_of(board)
    planned = trains = worth = 0
    for ticket in tickets:
        found: TrackSet = 0
        before: list[tuple[int, int]] = []  # what the tracks found cost
        joined = True
        for a, b in terms.goals(ticket):
            way = network.cheapest(costs, a, b)
            if way is None:
                joined = False
                break
            for track in way.edges:
                if costs[track]:
                    found |= 1 << track
                    before.append((track, costs[track]))
                    costs[track] = 0
        needed = board.length_of(found & ~terms.without_trains)
        if joined and trains + needed <= sight.trains:
            worth += board.tickets[ticket].points
            planned |= found
            trains += needed
        else:
            worth -= board.tickets[ticket].points
            for track, cost in before:
                costs[track] = cost
    most = max(sight.hand[:LOCOMOTIVE])
    effort = 0
    for track in members(planned):
        held = most if colors[track] == GREY else sight.hand[colors[track]]
        effort += 2 + max(0, lengths[track] - held)
    return Plan(planned, worth, effort)


def track_costs(sight: Sight, terms: Terms) -> list[int]:
    """By track, the effort twice and the trains; points make up for some of it."""
    board, hand = sight.board, sight.hand
    _, lengths, colors = figures_of(board)
    free = sight.own | terms.shared
    most = max(hand[:LOCOMOTIVE])
    costs = [CLOSED] * len(board.tracks)
    for index in members(free):
        costs[index] = 0
    for index in members(sight.open & ~free):
        length, color = lengths[index], colors[index]
        missing = length - (most if color == GREY else hand[color])
        cost = 4 if missing <= 0 else 4 + 2 * missing
        if not terms.without_trains >> index & 1:
            cost += length - board.points[length] // 2
        costs[index] = cost if cost > 0 else 1
    return costs


def wanted_cards(board: Board, hand: Sequence[int], tracks: TrackSet) -> list[int]:
    """By color, how many more cards the tracks ask for; grey ones ask for what is held most."""
    left = list(hand)
    left[LOCOMOTIVE] = 0
    wanted = [0] * len(left)
    grey = []
    _, lengths, colors = figures_of(board)
    for index in listed(tracks):
        length, color = lengths[index], colors[index]
        if color == GREY:
            grey.append(length)
            continue
        if length > left[color]:
            wanted[color] += length - left[color]
            left[color] = 0
        else:
            left[color] -= length
    # The grey tracks take what the colored ones leave.
    for length in grey:
        most = max(left)
        color = left.index(most)
        if length > most:
            wanted[color] += length - most
            left[color] = 0
        else:
            left[color] -= length
    return wanted
