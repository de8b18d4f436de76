"""Which of a few tickets to complete: depth first, the dearest first.

Most hands are small, and for them the sweep of `ticket_sweep` takes longer to begin than this takes
to end. Hence also the plain bounds: whatever is still to come is completed as if cards were free or,
with more tickets, as if all cards were of one color. The cards of all colors stand in one number, as
`packing_ticket` says.
"""

from typing import Final

from rules.pieces.colors import LOCOMOTIVE
from rules.solvers.packing_ticket import COLUMN, GUARDS, PackingTicket, in_columns

# For so many tickets it is worth the while to count the cards that they need.
WORTH_COUNTING: Final = 11


def best_of_few(
    worths: list[int],
    tickets: list[PackingTicket],
    cards: list[int],
    one_locomotive: int,
    one_point: int,
) -> int:
    """The highest worth that a choice can have, its locomotives not spent included."""
    counted = len(worths) >= WORTH_COUNTING
    supply = sum(cards) if counted else 0
    dearest_first: list[int] = sorted(range(len(worths)), key=worths.__getitem__, reverse=True)
    search = _Search(one_locomotive, supply)
    for i in dearest_first:
        ticket = tickets[i]
        search.add(worths[i], ticket.columns, ticket.size if counted else 0)
    search.set_ceilings()
    return search.best(0, GUARDS + in_columns(cards), supply, cards[LOCOMOTIVE], 0, -1)


class _Search:
    """The tickets, the dearest first."""

    def __init__(self, one_locomotive: int, supply: int) -> None:
        self.one_locomotive = one_locomotive
        self.supplies = supply + 1  # how many numbers of cards can be left
        self.worths: list[int] = []
        self.needs: list[int] = []
        self.sizes: list[int] = []
        # By ticket, and then by the number of cards left: no more than this can still be added.
        self.ceilings: list[int] = []

    def add(self, worth: int, need: int, size: int) -> None:
        self.worths.append(worth)
        self.needs.append(need)
        self.sizes.append(size)

    def set_ceilings(self) -> None:
        """From the last ticket, after which nothing can be added, to the first."""
        row = len(self.worths) * self.supplies
        ceilings = self.ceilings = [0] * (row + self.supplies)
        for k in range(len(self.worths) - 1, -1, -1):
            worth, size = self.worths[k], self.sizes[k]
            after = row
            row -= self.supplies
            for left in range(self.supplies):
                ceiling = ceilings[after + left]
                if left >= size:
                    added = worth + ceilings[after + left - size]
                    if added > ceiling:
                        ceiling = added
                ceilings[row + left] = ceiling

    def best(self, k: int, left: int, supply: int, spare: int, worth: int, best: int) -> int:
        """The best choice from ticket `k` on if it is better than the best so far."""
        needs, ceilings, supplies = self.needs, self.ceilings, self.supplies
        with_spare = worth + spare * self.one_locomotive
        while with_spare + ceilings[k * supplies + supply] > best:
            if k == len(needs):
                return with_spare
            paid = left - needs[k]
            whole = paid & GUARDS
            short = 0
            if whole != GUARDS:
                if not spare:
                    k += 1
                    continue
                broken = GUARDS - whole
                # Below a broken guard stands what it gave and nobody needed: the rest was lacking.
                below = broken - (broken >> COLUMN - 1)
                lacking = broken - (paid & below)
                # The sum of its columns, as by casting out nines.
                short = lacking % ((1 << COLUMN) - 1)
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
