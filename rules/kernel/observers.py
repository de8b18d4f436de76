"""Who looks at a game. The anonymous spectator is the observer with nothing switched on."""

from functools import cache
from typing import NamedTuple


class Observer(NamedTuple):
    seat: int | None = None
    all_seats: bool = False
    keeps_notes: bool = False
    sees_sealed: bool = False

    def sees(self, seat: int) -> bool:
        return self.all_seats or self.seat == seat


SPECTATOR = Observer()

# A judge, and after the table's delay a commentator: every hand, but no deck.
ALL_HANDS = Observer(all_seats=True)

# After the seed is revealed the whole log is open to everyone.
EVERYTHING = Observer(all_seats=True, sees_sealed=True)


@cache
def seated(seat: int) -> Observer:
    return Observer(seat=seat)


def policy_at(seat: int) -> Observer:
    """What an AI sees: its seat's view, with perfect memory of what happened in the open."""
    return Observer(seat=seat, keeps_notes=True)
