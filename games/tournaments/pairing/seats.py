"""The order of play at a table: who has moved first less often moves first now."""

import random
from collections.abc import Sequence

import numpy as np
from scipy.optimize import linear_sum_assignment

from games.tournaments.pairing.field import Player

FILLER = 0


def seat_order(members: Sequence[Player], size: int, dice: random.Random) -> tuple[int, ...]:
    """The numbers by seat; AIs take what nobody needs more.

    An assignment: a seat costs the square of how often one has had it, so that each gets every
    seat about equally often, and a little for being earlier than one's share.
    """
    order = list(members)
    dice.shuffle(order)
    cost = np.zeros((size, size), dtype=np.int64)
    for row, player in enumerate(order):
        for seat in range(size):
            cost[row, seat] = seat_cost(player, seat, size)
    rows, seats = linear_sum_assignment(cost)
    by_seat = [FILLER] * size
    for row, seat in zip(rows, seats, strict=True):
        if row < len(order):
            by_seat[seat] = order[row].number
    return tuple(by_seat)


def seat_cost(player: Player, seat: int, size: int) -> int:
    had = player.seats.count(seat)
    # How far the mean of all seats, this one included, would be from the middle of the table.
    off = abs(2 * (sum(player.seats) + seat) - (size - 1) * (len(player.seats) + 1))
    return 100 * (2 * had + 1) * (seat == 0) + 40 * (2 * had + 1) + off
