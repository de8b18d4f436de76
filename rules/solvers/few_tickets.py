"""Which of a few tickets to complete: depth first, the dearest first.

Most hands are small, and for them the sweep of `ticket_sweep` takes longer to begin than this takes
to end. Hence also the plain bound: whatever is still to come is completed, as if cards were free.
"""

from collections.abc import Sequence

from rules.pieces.colors import LOCOMOTIVE


def best_of_few(
    worths: Sequence[int],
    needs: Sequence[Sequence[tuple[int, int]]],
    cards: Sequence[int],
    one_locomotive: int,
    one_point: int,
) -> int:
    """The highest worth that a choice can have, its locomotives not spent included."""
    tickets = sorted(zip(worths, needs, strict=True), reverse=True)
    still_to_come = [0]
    for worth, _ in reversed(tickets):
        still_to_come.append(still_to_come[-1] + worth)
    still_to_come.reverse()

    best = -1
    branches = [(0, list(cards), cards[LOCOMOTIVE], 0)]
    while branches:
        k, left, spare, worth = branches.pop()
        while worth + still_to_come[k] + spare * one_locomotive > best:
            if k == len(tickets):
                best = worth + spare * one_locomotive
                break
            its_worth, need = tickets[k]
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
                branches.append((k, left, spare, worth))
                left = with_it
                spare -= short
                worth += its_worth
    return best
