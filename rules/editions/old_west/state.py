"""The table of the Old West board: starting cities, city markers and, with the option, Alvin."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.kernel.kinds import COUNT, SEAT, optional, tuple_of
from rules.kernel.layout import Layout, public, record
from rules.mechanics.board_state import BoardState, board_state_fields, pieces_lost
from rules.pieces.board import TrackSet, members, read_board

# OW-K1: 40 trains a player and 50 tickets, ...
BOARD: Final = read_board(Path(__file__).parent / "data" / "old_west.json")
# ... and 3 city markers a player.
MARKERS: Final[int] = BOARD.data["city_markers_per_player"]
ROSWELL = BOARD.city[BOARD.data["alvin"]["starts_in"]]

# By track: it and those that meet it.
_MEETING: Final = tuple([BOARD.at_city[track.a] | BOARD.at_city[track.b] for track in BOARD.tracks])

# What the seat whose turn it is must still decide.
MOVING_ALVIN: Final = "alvin"
CITY_MARKER: Final = "city_marker"


class Marker(NamedTuple):
    """A city is controlled by the seat whose marker stands there."""

    seat: int
    city: int
    claims_before: int  # how many routes had been claimed on the board by then


class State(BoardState):
    FIELDS = (
        *BoardState.FIELDS,
        "starting_cities",
        "markers",
        "markers_left",
        "marker_cities",
        "alvin",
        "alvin_with",
        "catches",
    )

    def __init__(self, seats: int = 0, options: Mapping[str, bool] = {}) -> None:
        super().__init__(seats, options, BOARD)
        self.starting_cities: list[int | None] = [None] * seats
        self.markers: list[Marker] = []
        self.markers_left = [MARKERS] * seats
        # Where the seat whose turn it is may put a marker now.
        self.marker_cities: tuple[int, ...] = ()
        # OW-V1: with the option Alvin starts in Roswell.
        self.alvin: int | None = ROSWELL if options.get("alvin") else None
        self.alvin_with: int | None = None
        self.catches = [0] * seats
        # By seat: the routes that `touching` has counted, and the tracks that meet them.
        self.counted_routes: list[tuple[TrackSet, TrackSet]] = [(0, 0)] * seats

    def touching(self, seat: int) -> TrackSet:
        """The tracks that end in the starting city or in a city that the seat's routes reach. Only routes
        claimed since it was last asked are still to be counted."""
        routes = self.routes[seat]
        counted, meeting = self.counted_routes[seat]
        if counted != routes:
            for index in members(counted ^ routes):
                meeting |= _MEETING[index]
            self.counted_routes[seat] = (routes, meeting)
        start = self.starting_cities[seat]
        return meeting if start is None else meeting | BOARD.at_city[start]

    def copy_into(self, other: Any) -> None:
        super().copy_into(other)
        other.starting_cities = self.starting_cities[:]
        other.markers = self.markers[:]
        other.markers_left = self.markers_left[:]
        other.marker_cities = self.marker_cities
        other.alvin = self.alvin
        other.alvin_with = self.alvin_with
        other.catches = self.catches[:]
        other.counted_routes = self.counted_routes[:]


MARKER = Layout(Marker, seat=public(SEAT), city=public(BOARD.CITY), claims_before=public(COUNT))
STATE = Layout(
    State,
    **board_state_fields(BOARD),
    starting_cities=public(tuple_of(optional(BOARD.CITY))),
    markers=public(tuple_of(record(MARKER))),
    markers_left=public(tuple_of(COUNT)),
    marker_cities=public(tuple_of(BOARD.CITY)),
    alvin=public(optional(BOARD.CITY)),
    alvin_with=public(optional(SEAT)),
    catches=public(tuple_of(COUNT)),
)


def controller(state: State, city: int) -> int | None:
    for seat, controlled, _ in state.markers:
        if controlled == city:
            return seat
    return None


def conserved(state: State) -> str | None:
    for seat, left in enumerate(state.markers_left):
        placed = sum(marker.seat == seat for marker in state.markers)
        if placed + left != MARKERS:
            return f"seat {seat} has {left} markers, and {placed} on the board"
    if len({marker.city for marker in state.markers}) != len(state.markers):
        return "two markers stand in one city"
    return pieces_lost(BOARD, state)
