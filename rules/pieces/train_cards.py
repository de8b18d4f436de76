"""The train cards of the board games.

TR-K1  110 train cards: 12 in each of 8 colors and 14 locomotives.
"""

from typing import Final

from rules.pieces.colors import COLORS, LOCOMOTIVE

CARDS_OF_A_COLOR: Final = 12
LOCOMOTIVES: Final = 14

ALL_TRAIN_CARDS: Final[tuple[int, ...]] = (
    tuple(color for color in range(len(COLORS)) for _ in range(CARDS_OF_A_COLOR))
    + (LOCOMOTIVE,) * LOCOMOTIVES
)
