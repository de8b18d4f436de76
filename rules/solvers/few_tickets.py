"""Which of a few tickets to complete: depth first, the dearest first.

Most hands are small, and for them the sweep of `ticket_sweep` takes longer to begin than this takes
to end. Hence also the plain bounds: whatever is still to come is completed as if cards were free or,
with more tickets, as if all cards were of one color.
"""

from collections.abc import Sequence
from typing import Final

from rules.pieces.colors import LOCOMOTIVE

# For so many tickets it is worth the while to count the cards that they need.
WORTH_COUNTING: Final = 13

Ticket = tuple[int, int, Sequence[tuple[int, int]]]  # worth, how many cards, which


def best_of_few(
    worths: Sequence[int],
    needs: Sequence[Sequence[tuple[int, int]]],
    cards: Sequence[int],
    one_locomotive: int,
    one_point: int,
) -> int:
    """The highest worth that a choice can have, its locomotives not spent included."""
    tickets: list[Ticket] = []
    for worth, need in zip(worths, needs, strict=True):
        size = 0
        for _, count in need:
            size += count
        tickets.append((worth, size, need))
    tickets.sort(reverse=True)
    supply = sum(cards)
    if len(tickets) < WORTH_COUNTING:
        ceilings = _as_if_free(tickets, supply)
    else:
        ceilings = _as_if_of_one_color(tickets, supply)

    best = -1
    branches = [(0, list(cards), supply, cards[LOCOMOTIVE], 0)]
    while branches:
        k, left, supply, spare, worth = branches.pop()
        while worth + ceilings[k][supply] + spare * one_locomotive > best:
            if k == len(tickets):
                best = worth + spare * one_locomotive
                break
            its_worth, size, need = tickets[k]
            k += 1
            with_it = left[:]
            short = 0
            for color, count in need:
                have = left[color]
                if have >= count:
                    with_it[color] = have - count
                else:
                    with_it[color] = 0
                    short += count - have
            if short <= spare:
                branches.append((k, left, supply, spare, worth))
                left = with_it
                supply -= size
                spare -= short
                worth += its_worth
    return best


# By ticket, in their order, and by the number of cards left: no more than this can still be added.


def _as_if_free(tickets: list[Ticket], supply: int) -> list[list[int]]:
    still_to_come = 0
    ceilings = [[0] * (supply + 1)]
    for worth, _, _ in reversed(tickets):
        still_to_come += worth
        ceilings.append([still_to_come] * (supply + 1))
    ceilings.reverse()
    return ceilings


def _as_if_of_one_color(tickets: list[Ticket], supply: int) -> list[list[int]]:
    most = [0] * (supply + 1)
    ceilings = [most]
    for worth, size, _ in reversed(tickets):
        with_it = [added + worth for added in most[: supply + 1 - size]]
        most = most[:size] + list(map(max, most[size:], with_it))
        ceilings.append(most)
    ceilings.reverse()
    return ceilings
