"""The table of the Island: what every board has, and who lit the Lighthouse."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rules.kernel.kinds import SEAT, optional
from rules.kernel.layout import Layout, public
from rules.mechanics.board_state import BoardState, board_state_fields, pieces_lost
from rules.pieces.board import read_board

# IS-K1: 14 trains a player, and 6 tickets.
BOARD = read_board(Path(__file__).parent / "data" / "island.json")


class State(BoardState):
    FIELDS = (*BoardState.FIELDS, "lit_by")

    def __init__(self, seats: int = 0, options: Mapping[str, bool] = {}) -> None:
        super().__init__(seats, options, BOARD)
        self.lit_by: int | None = None

    def copy_into(self, other: Any) -> None:
        super().copy_into(other)
        other.lit_by = self.lit_by


STATE = Layout(State, **board_state_fields(BOARD), lit_by=public(optional(SEAT)))


def conserved(state: State) -> str | None:
    return pieces_lost(BOARD, state)
