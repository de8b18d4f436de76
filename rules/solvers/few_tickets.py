"""Which of a few tickets to complete: depth first, under a bound that forgets the colors.

Most hands are small, and for them the sweep of `ticket_sweep` takes longer to begin than this takes
to end. With the colors forgotten, what the tickets still to come can add is a knapsack: each takes
as many cards as it shows, of those that are left. Its table is small, and what it allows is seldom
far from what the colors allow.
"""

from collections.abc import Sequence

from rules.pieces.colors import COLORS, LOCOMOTIVE


def best_of_few(
    worths: Sequence[int],
    needs: Sequence[Sequence[tuple[int, int]]],
    cards: Sequence[int],
    one_locomotive: int,
) -> int:
    """The highest worth that a choice can have, its locomotives not spent included. `needs` are
    (color, count) pairs; two choices never have the same worth."""
    sizes = [sum([count for _, count in need]) for need in needs]
    order = sorted(range(len(worths)), key=lambda i: -worths[i] // max(1, sizes[i]))
    demand = [0] * len(COLORS)
    for need in needs:
        for color, count in need:
            demand[color] += count
    colored = [min(cards[color], demand[color]) for color in range(len(COLORS))]
    locomotives = cards[LOCOMOTIVE]
    room = sum(colored) + locomotives

    # bounds[k][r]: the most that the tickets from the k-th on can add with r cards of any color.
    bounds = [[0] * (room + 1)]
    for i in reversed(order):
        worth, size, later = worths[i], sizes[i], bounds[-1]
        row = later[:]
        for cards_left in range(size, room + 1):
            with_it = later[cards_left - size] + worth
            if with_it > row[cards_left]:
                row[cards_left] = with_it
        bounds.append(row)
    bounds.reverse()

    best = -1
    branches = [(0, colored, locomotives, room, 0)]
    while branches:
        k, left, spare, room, worth = branches.pop()
        if worth + bounds[k][room] + spare * one_locomotive <= best:
            continue
        if k == len(order):
            best = worth + spare * one_locomotive
            continue
        branches.append((k + 1, left, spare, room, worth))
        i = order[k]
        left = left[:]
        for color, count in needs[i]:
            have = left[color]
            if have >= count:
                left[color] = have - count
            else:
                left[color] = 0
                spare -= count - have
        if spare >= 0:
            branches.append((k + 1, left, spare, room - sizes[i], worth + worths[i]))
    return best
