"""The option Alvin the Alien: he is caught by a route to his city, and hidden in another."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from rules.editions.old_west.state import BOARD, MOVING_ALVIN, State, controller
from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic, Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import INTEGER, SEAT
from rules.kernel.layout import Layout, public
from rules.mechanics.board_state import NOTHING
from rules.mechanics.claim_route import RouteClaimed

CAUGHT: Final[int] = BOARD.data["alvin"]["caught"]
KEPT: Final[int] = BOARD.data["alvin"]["kept"]


class AlvinCaught(NamedTuple):
    seat: int
    city: int
    points: int


class MoveAlvin(NamedTuple):
    seat: int
    city: int


class AlvinMoved(NamedTuple):
    seat: int
    city: int


def catch_alvin(state: State, event: RouteClaimed, chance: Chance) -> list[Event]:
    track = BOARD.tracks[event.route]
    # OW-V2: the first player to claim a route to the city Alvin is in catches him and scores 10
    # at once; a player who already has him doesn't catch him again.
    if state.alvin not in (track.a, track.b) or state.alvin_with == event.seat:
        return []
    return [AlvinCaught(event.seat, state.alvin, CAUGHT)]


def _move(state: State, command: MoveAlvin, chance: Chance) -> list[Event] | IllegalMove:
    if state.pending != MOVING_ALVIN:
        return IllegalMove("OW-V2", "Alvin is moved by the player who has just caught him.")
    # OW-V2: to a city that the player controls. It was controlled before the claim, since a marker
    # is only offered once he has been moved.
    if controller(state, command.city) != command.seat:
        name = BOARD.city_names[command.city]
        return IllegalMove("OW-V2", f"You do not control {name}: move Alvin to a city of yours.")
    return [AlvinMoved(command.seat, command.city)]


def _legal(state: State, seat: int) -> Sequence[Offer]:
    if state.pending != MOVING_ALVIN:
        return ()
    return [MoveAlvin(seat, marker.city) for marker in state.markers if marker.seat == seat]


def _alvin_caught(state: State, event: AlvinCaught) -> None:
    state.alvin_with = event.seat
    state.catches[event.seat] += 1
    state.scores[event.seat] += event.points
    state.pending = MOVING_ALVIN


def _alvin_moved(state: State, event: AlvinMoved) -> None:
    state.alvin = event.city
    state.pending = NOTHING


ALVIN = Mechanic(
    commands=(Layout(MoveAlvin, seat=public(SEAT), city=public(BOARD.CITY)),),
    events=(
        Layout(
            AlvinCaught,
            "{seat} catches Alvin in {city} and scores {points}.",
            seat=public(SEAT),
            city=public(BOARD.CITY),
            points=public(INTEGER),
        ),
        Layout(
            AlvinMoved,
            "{seat} hides Alvin in {city}.",
            seat=public(SEAT),
            city=public(BOARD.CITY),
        ),
    ),
    decides={MoveAlvin: _move},
    evolves={AlvinCaught: _alvin_caught, AlvinMoved: _alvin_moved},
    legal={"turns": _legal},
)
