"""The table of the Japan board: what every board has, and the bullet trains that all share."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from rules.kernel.kinds import COUNT, tuple_of
from rules.kernel.layout import Layout, public
from rules.mechanics.board_state import BoardState, board_state_fields, pieces_lost
from rules.pieces.board import TrackSet, read_board, track_set

# JP-K1: 20 trains a player and 54 tickets, ...
BOARD: Final = read_board(Path(__file__).parent / "data" / "japan.json")
# ... and 16 bullet-train pieces that all share.
PIECES: Final[int] = BOARD.data["bullet_trains"]["pieces"]

BULLET_TRACKS: Final = track_set(
    i for i, track in enumerate(BOARD.tracks) if track.kind == "bullet"
)
ORDINARY_TRACKS: Final = BOARD.all_tracks & ~BULLET_TRACKS


class State(BoardState):
    FIELDS = (*BoardState.FIELDS, "bullet_pieces", "bullet_routes", "bullet_progress")

    def __init__(self, seats: int = 0, options: Mapping[str, bool] = {}) -> None:
        super().__init__(seats, options, BOARD)
        self.bullet_pieces = PIECES  # not on the board yet
        # By the seat that built them; they belong to everyone.
        self.bullet_routes: list[TrackSet] = [0] * seats
        # JP-K1: one marker a player on the bullet-train track, starting at 0.
        self.bullet_progress = [0] * seats

    def copy_into(self, other: Any) -> None:
        super().copy_into(other)
        other.bullet_pieces = self.bullet_pieces
        other.bullet_routes = self.bullet_routes[:]
        other.bullet_progress = self.bullet_progress[:]


STATE = Layout(
    State,
    **board_state_fields(BOARD),
    bullet_pieces=public(COUNT),
    bullet_routes=public(tuple_of(BOARD.TRACK_SET)),
    bullet_progress=public(tuple_of(COUNT)),
)


def built_bullet_tracks(state: State) -> TrackSet:
    built = 0
    for routes in state.bullet_routes:
        built |= routes
    return built


def conserved(state: State) -> str | None:
    built = sum(routes.bit_count() for routes in state.bullet_routes)
    if built + state.bullet_pieces != PIECES or built_bullet_tracks(state).bit_count() != built:
        return f"{state.bullet_pieces} bullet-train pieces are left, and {built} on the board"
    for seat, routes in enumerate(state.bullet_routes):
        if state.bullet_progress[seat] != BOARD.length_of(routes):
            return f"seat {seat} stands at {state.bullet_progress[seat]} on the bullet-train track"
    return pieces_lost(BOARD, state)
