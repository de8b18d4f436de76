"""What every game's state has, whatever the edition.

The state is compact and mutable, and owned by the fold: it is handed out only as a view
or as a `copy()`. What is immutable is the log.

A move copies a state, and changes little of it. So what seldom changes, such as a seat's tickets, is replaced and
not changed: copies share it.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from rules.kernel.kinds import BOOLEAN, INTEGER, SEAT, TEXT, mapping, optional, tuple_of
from rules.kernel.layout import public
from rules.kernel.result import RESULT, Result


class GameState:
    FIELDS: ClassVar[tuple[str, ...]] = (
        "seats",
        "options",
        "phase",
        "waiting_on",
        "due",
        "paused",
        "handed_to",
        "forfeited",
        "result",
        "revealed",
    )

    # A compiled class runs __init__ in __new__, which `copy` calls: hence the defaults.
    def __init__(self, seats: int = 0, options: Mapping[str, bool] = {}) -> None:
        self.seats = seats
        self.options = dict(options)
        self.phase = "opening"
        # The seats that may act now: one of them in a turn, several when all choose at once.
        self.waiting_on: list[int] = []
        # The command that the service itself owes the game ("score_round"), with no seat awaited.
        self.due: str | None = None
        self.paused = False
        # Per seat "" for its own player, or the policy that plays in their place.
        self.handed_to: list[str] = [""] * seats
        self.forfeited: list[int] = []
        self.result: Result | None = None
        self.revealed = False

    def copy_into(self, other: "GameState") -> None:
        other.seats = self.seats
        other.options = self.options
        other.phase = self.phase
        other.waiting_on = self.waiting_on[:]
        other.due = self.due
        other.paused = self.paused
        other.handed_to = self.handed_to
        other.forfeited = self.forfeited
        other.result = self.result
        other.revealed = self.revealed

    def equals(self, other: "GameState") -> bool:
        """Not `==`: a state changes, and is looked up by what it is, not by what it is like."""
        return all(getattr(self, name) == getattr(other, name) for name in self.FIELDS)

    def copy(self) -> Any:
        raise NotImplementedError


# The part of an edition's state layout that is the same in all of them.
STATE_FIELDS = {
    "seats": public(INTEGER),
    "options": public(mapping("options", BOOLEAN)),
    "phase": public(TEXT),
    "waiting_on": public(tuple_of(SEAT)),
    "due": public(optional(TEXT)),
    "paused": public(BOOLEAN),
    "handed_to": public(tuple_of(TEXT)),
    "forfeited": public(tuple_of(SEAT)),
    "result": public(optional(RESULT)),
    "revealed": public(BOOLEAN),
}
