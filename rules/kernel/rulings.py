"""What is decided about a seat or a game from outside it: pauses, a policy that plays on for
somebody who left, a forfeit. Rulings work forward only; no past event is touched.

RH-P1  While a game is paused no seat may act.
RH-P2  Only a running game can be paused and only a paused one resumed.
RH-H1  A seat can be handed to a policy and back to its player while the game runs.
RH-F1  A seat that forfeits ranks behind all that did not; it is handed over to a policy for good,
       so that the others' game stays whole.
RH-T1  Time can be added to the clocks of a running game; none is ever taken away.
RH-O1  Nothing can be done in a game that is over.
"""

from typing import Any, Final, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.earlier import Earlier
from rules.kernel.edition import Command, Event, Mechanic
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import BOOLEAN, COUNT, SEAT, TEXT
from rules.kernel.layout import Layout, public
from rules.kernel.lifecycle import RevealSeed


class PauseGame(NamedTuple):
    reason: str


class GamePaused(NamedTuple):
    reason: str


class ResumeGame(NamedTuple):
    reason: str


class GameResumed(NamedTuple):
    reason: str


class HandOverSeat(NamedTuple):
    seat: int
    to: str  # a policy's name, or "" for the seat's own player
    reason: str


class SeatHandedOver(NamedTuple):
    seat: int
    to: str
    reason: str
    for_good: bool  # the seat has forfeited


class ForfeitSeat(NamedTuple):
    seat: int
    to: str
    reason: str


class ExtendTime(NamedTuple):
    seconds: int
    reason: str


class TimeExtended(NamedTuple):
    """For every seat. The rules keep no time: the clocks are counted from the log, by the service."""

    seconds: int
    reason: str


RULINGS: Final = frozenset((PauseGame, ResumeGame, HandOverSeat, ForfeitSeat, ExtendTime))


def game_is_running(state: Any, command: Command) -> IllegalMove | None:
    """Asked before every command, whatever the edition."""
    if state.result is not None and type(command) is not RevealSeed:
        return IllegalMove("RH-O1", "The game is over.")
    if state.paused and type(command) not in RULINGS:
        return IllegalMove("RH-P1", "The game is paused.")
    return None


def _pause(state: Any, command: PauseGame, chance: Chance) -> list[Event] | IllegalMove:
    if state.paused:
        return IllegalMove("RH-P2", "The game is paused already.")
    return [GamePaused(command.reason)]


def _resume(state: Any, command: ResumeGame, chance: Chance) -> list[Event] | IllegalMove:
    if not state.paused:
        return IllegalMove("RH-P2", "The game is not paused.")
    return [GameResumed(command.reason)]


def _hand_over(state: Any, command: HandOverSeat, chance: Chance) -> list[Event] | IllegalMove:
    refusal = _no_such_seat(state, command.seat)
    if refusal is not None:
        return refusal
    if state.handed_to[command.seat] == command.to:
        return IllegalMove("RH-H1", f"Seat {command.seat + 1} is in those hands already.")
    if command.seat in state.forfeited:
        return IllegalMove("RH-F1", f"Seat {command.seat + 1} has forfeited.")
    return [SeatHandedOver(command.seat, command.to, command.reason, for_good=False)]


def _forfeit(state: Any, command: ForfeitSeat, chance: Chance) -> list[Event] | IllegalMove:
    refusal = _no_such_seat(state, command.seat)
    if refusal is not None:
        return refusal
    if command.seat in state.forfeited:
        return IllegalMove("RH-F1", f"Seat {command.seat + 1} has forfeited already.")
    if not command.to:
        return IllegalMove("RH-F1", "Name the policy that plays on for a seat that forfeits.")
    return [SeatHandedOver(command.seat, command.to, command.reason, for_good=True)]


def _extend(state: Any, command: ExtendTime, chance: Chance) -> list[Event] | IllegalMove:
    if command.seconds < 1:
        return IllegalMove("RH-T1", "Add one second at least.")
    return [TimeExtended(command.seconds, command.reason)]


def _no_such_seat(state: Any, seat: int) -> IllegalMove | None:
    if seat >= state.seats:
        return IllegalMove("RH-H1", f"There is no seat {seat + 1} in a game of {state.seats}.")
    return None


def _paused(state: Any, event: GamePaused) -> None:
    state.paused = True


def _resumed(state: Any, event: GameResumed) -> None:
    state.paused = False


def _handed_over(state: Any, event: SeatHandedOver) -> None:
    state.handed_to = [
        event.to if seat == event.seat else to for seat, to in enumerate(state.handed_to)
    ]
    if event.for_good:
        state.forfeited = [*state.forfeited, event.seat]


def _extended(state: Any, event: TimeExtended) -> None:
    """No clock is part of a state."""


def _seat_handed_over_then(type_name: str, *, for_good: bool) -> Earlier:
    """To forfeit was an event of its own once, and neither said what the other did."""
    return Earlier(
        type_name,
        1,
        SeatHandedOver,
        lift=lambda payload: {**payload, "for_good": for_good},
        lower=lambda payload: {name: payload[name] for name in _ABOUT_A_SEAT},
    )


_ABOUT_A_SEAT = {"seat": public(SEAT), "to": public(TEXT), "reason": public(TEXT)}

RULINGS_MECHANIC = Mechanic(
    commands=(
        Layout(PauseGame, reason=public(TEXT)),
        Layout(ResumeGame, reason=public(TEXT)),
        Layout(HandOverSeat, **_ABOUT_A_SEAT),
        Layout(ForfeitSeat, **_ABOUT_A_SEAT),
        Layout(ExtendTime, seconds=public(COUNT), reason=public(TEXT)),
    ),
    events=(
        Layout(GamePaused, "The game is paused: {reason}", reason=public(TEXT)),
        Layout(GameResumed, "The game goes on: {reason}", reason=public(TEXT)),
        Layout(
            SeatHandedOver,
            "{seat} is handed over to {to}: {reason}",
            **_ABOUT_A_SEAT,
            for_good=public(BOOLEAN),
        ),
        Layout(
            TimeExtended,
            "Every clock gets {seconds} seconds more: {reason}",
            seconds=public(COUNT),
            reason=public(TEXT),
        ),
    ),
    earlier=(
        _seat_handed_over_then("seat_handed_over", for_good=False),
        _seat_handed_over_then("seat_forfeited", for_good=True),
    ),
    decides={
        PauseGame: _pause,
        ResumeGame: _resume,
        HandOverSeat: _hand_over,
        ForfeitSeat: _forfeit,
        ExtendTime: _extend,
    },
    evolves={
        GamePaused: _paused,
        GameResumed: _resumed,
        SeatHandedOver: _handed_over,
        TimeExtended: _extended,
    },
    service_commands=(PauseGame, ResumeGame, HandOverSeat, ForfeitSeat, ExtendTime),
)
