"""Whose time runs, and when it runs out. Pure: time comes in only as the moment of a recorded event.

Only people are charged: an AI has its own limit (tasks.py). While a game is paused nobody is.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any, NamedTuple

# Where no clock decides it: who is awaited, and has not moved for so many seconds, may be played for.
ABSENT_AFTER = 300


class Control(NamedTuple):
    """What the table plays by.

    per_turn, correspondence: `seconds` for every turn, anew.
    per_game: `seconds` for the whole game, and `increment` back after every turn.
    `decision_seconds`, where given: for a choice that several make at once.
    """

    kind: str = "none"
    seconds: float = 0
    increment: float = 0
    decision_seconds: float | None = None


class SeatClock(NamedTuple):
    bank: float | None = None  # per_game: left for the rest of the game
    left: float | None = None  # of the present wait, counted from `since`; None: no limit
    since: datetime | None = None  # the clock runs from here; None: it stands
    deciding: bool = False  # a choice that several make at once: `decision_seconds` is its limit

    @property
    def deadline(self) -> datetime | None:
        if self.left is None or self.since is None:
            return None
        return self.since + timedelta(seconds=self.left)


class Step(NamedTuple):
    """What one command changed for the clocks."""

    at: datetime
    awaited: Collection[int]  # the seats that are waited on now and that people play
    turns_begun: Collection[int]  # the seats whose turn began in this step
    together: bool  # several seats choose at once now
    paused: bool
    played_for: Collection[int] = ()  # the seats that are waited on, too, but that an AI plays
    is_new_phase: bool = False  # whatever was waited for is done


def new_clocks(control: Control, seats: int) -> list[SeatClock]:
    bank = control.seconds if control.kind == "per_game" else None
    return [SeatClock(bank=bank) for _ in range(seats)]


def advance(clocks: list[SeatClock], control: Control, step: Step) -> list[SeatClock]:
    """The clocks after a step of the game."""
    return [_advance(clock, control, step, seat) for seat, clock in enumerate(clocks)]


def _advance(clock: SeatClock, control: Control, step: Step, seat: int) -> SeatClock:
    clock = _charge(clock, step.at)
    was_awaited = clock.left is not None
    # Who steps away in a turn comes back to what is left of it.
    is_waited_on = seat in step.awaited or seat in step.played_for
    if was_awaited and (step.is_new_phase or seat in step.turns_begun or not is_waited_on):
        clock = _turn_ended(clock, control)
        was_awaited = False
    if seat not in step.awaited:
        return clock
    if not was_awaited:
        clock = _wait_begins(clock, control, step.together)
    if clock.left is not None and not step.paused:
        clock = clock._replace(since=step.at)
    return clock


def _charge(clock: SeatClock, at: datetime) -> SeatClock:
    if clock.left is None or clock.since is None:
        return clock
    used = (at - clock.since).total_seconds()
    return clock._replace(left=round(clock.left - used, 6), since=None)


def _turn_ended(clock: SeatClock, control: Control) -> SeatClock:
    bank = clock.bank
    if bank is not None and not clock.deciding and clock.left is not None:
        bank = max(clock.left, 0) + control.increment
    return SeatClock(bank=bank)


def _wait_begins(clock: SeatClock, control: Control, together: bool) -> SeatClock:
    if together and control.decision_seconds is not None:
        return clock._replace(left=control.decision_seconds, deciding=True)
    if control.kind == "none":
        return clock
    return clock._replace(left=clock.bank if control.kind == "per_game" else control.seconds)


def extend(clocks: list[SeatClock], seconds: float) -> list[SeatClock]:
    """A ruling gives every seat more: of the wait that it is in, and for the rest of its game."""
    return [_extend(clock, seconds) for clock in clocks]


def _extend(clock: SeatClock, seconds: float) -> SeatClock:
    if clock.left is not None:
        clock = clock._replace(left=clock.left + seconds)
    # While a seat's own time runs, its bank is what will be left of that.
    if clock.bank is not None and (clock.left is None or clock.deciding):
        clock = clock._replace(bank=clock.bank + seconds)
    return clock


def first_deadline(clocks: list[SeatClock]) -> datetime | None:
    return min((clock.deadline for clock in clocks if clock.deadline), default=None)


def run_out(clocks: list[SeatClock], now: datetime) -> list[int]:
    """The seats whose time is over."""
    return [seat for seat, clock in enumerate(clocks) if clock.deadline and clock.deadline <= now]


def to_json(clocks: list[SeatClock]) -> list[dict[str, Any]]:
    return [
        {
            "bank": clock.bank,
            "left": clock.left,
            "since": clock.since.isoformat() if clock.since else None,
            "deciding": clock.deciding,
        }
        for clock in clocks
    ]


def from_json(stored: list[dict[str, Any]]) -> list[SeatClock]:
    return [
        SeatClock(
            bank=one["bank"],
            left=one["left"],
            since=datetime.fromisoformat(one["since"]) if one["since"] else None,
            deciding=one["deciding"],
        )
        for one in stored
    ]
