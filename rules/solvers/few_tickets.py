"""Which of a few tickets to complete: depth first, the dearest first.

Most hands are small, and for them the sweep of `ticket_sweep` takes longer to begin than this takes
to end. Hence also the plain bounds: whatever is still to come is completed as if cards were free or,
with more tickets, as if all cards were of one color.

The cards of all colors stand in one number, each color in a column of its own, so that one
subtraction pays for a ticket. The highest bit of a column is its guard: from it a color takes what it
lacks, and so no column takes from the next.
"""

from typing import Final

from rules.pieces.colors import COLORS, LOCOMOTIVE

# For so many tickets it is worth the while to count the cards that they need.
WORTH_COUNTING: Final = 11

Need = tuple[tuple[int, int], ...]  # (color, count) pairs


def best_of_few(
    worths: list[int], needs: list[Need], cards: list[int], one_locomotive: int, one_point: int
) -> int:
    """The highest worth that a choice can have, its locomotives not spent included."""
    need_of: dict[int, Need] = {}  # no two tickets have the same worth
    most = max(cards)
    for i, need in enumerate(needs):
        need_of[worths[i]] = need
        most = max(most, _size(need))
    search = _Search(most.bit_length() + 1, one_locomotive)
    counted = len(worths) >= WORTH_COUNTING
    for worth in sorted(worths, reverse=True):
        need = need_of[worth]
        search.add(worth, need, _size(need) if counted else 0)
    supply = sum(cards) if counted else 0
    search.set_ceilings(supply)
    colored = tuple([(color, cards[color]) for color in range(len(COLORS))])
    left = search.guards + search.in_columns(colored)
    return search.best(0, left, supply, cards[LOCOMOTIVE], 0, -1)


def _size(need: Need) -> int:
    size = 0
    for _, count in need:
        size += count
    return size


class _Search:
    """The tickets, the dearest first."""

    def __init__(self, width: int, one_locomotive: int) -> None:
        self.width = width
        self.column = (1 << width) - 1
        self.one_locomotive = one_locomotive
        self.worths: list[int] = []
        self.sizes: list[int] = []
        self.needs: list[int] = []
        # By ticket and by the number of cards left: no more than this can still be added.
        self.ceilings: list[list[int]] = []
        self.guards = 0
        for color in range(len(COLORS)):
            self.guards += 1 << color * width + width - 1

    def in_columns(self, counts: Need) -> int:
        number = 0
        for color, count in counts:
            number += count << color * self.width
        return number

    def add(self, worth: int, need: Need, size: int) -> None:
        self.worths.append(worth)
        self.sizes.append(size)
        self.needs.append(self.in_columns(need))

    def set_ceilings(self, supply: int) -> None:
        ceiling = [0] * (supply + 1)
        self.ceilings.append(ceiling)
        for k in range(len(self.worths) - 1, -1, -1):
            worth, size = self.worths[k], self.sizes[k]
            without, ceiling = ceiling, ceiling[:]
            for left in range(size, supply + 1):
                added = worth + without[left - size]
                if added > without[left]:
                    ceiling[left] = added
            self.ceilings.append(ceiling)
        self.ceilings.reverse()

    def best(self, k: int, left: int, supply: int, spare: int, worth: int, best: int) -> int:
        """The best choice from ticket `k` on if it is better than the best so far."""
        guards, needs, ceilings = self.guards, self.needs, self.ceilings
        with_spare = worth + spare * self.one_locomotive
        while with_spare + ceilings[k][supply] > best:
            if k == len(needs):
                return with_spare
            paid = left - needs[k]
            whole = paid & guards
            short = 0
            if whole != guards:
                if not spare:
                    k += 1
                    continue
                broken = guards - whole
                # Below a broken guard stands what it gave and nobody needed: the rest was lacking.
                below = broken - (broken >> self.width - 1)
                lacking = broken - (paid & below)
                short = lacking % self.column  # the sum of its columns, as by casting out nines
                paid = paid - (paid & below) + broken
            if short <= spare:
                best = self.best(
                    k + 1,
                    paid,
                    supply - self.sizes[k],
                    spare - short,
                    worth + self.worths[k],
                    best,
                )
            k += 1
        return best
