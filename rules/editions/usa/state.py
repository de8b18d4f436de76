"""The table of the USA board: what every board has, and nothing else."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from rules.kernel.layout import Layout
from rules.mechanics.board_state import BoardState, board_state_fields, pieces_lost
from rules.pieces.board import read_board

# TR-K1: 45 trains a player and 30 tickets.
BOARD: Final = read_board(Path(__file__).parent / "data" / "usa.json")


class State(BoardState):
    def __init__(self, seats: int = 0, options: Mapping[str, bool] = {}) -> None:
        super().__init__(seats, options, BOARD)


STATE = Layout(State, **board_state_fields(BOARD))


def conserved(state: State) -> str | None:
    return pieces_lost(BOARD, state)
