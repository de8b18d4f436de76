"""The train cards of the board games.

TR-K1  110 train cards: 12 in each of 8 colors and 14 locomotives.
"""

from rules.pieces.colors import COLORS, LOCOMOTIVE

CARDS_OF_A_COLOR = 12
LOCOMOTIVES = 14

ALL_TRAIN_CARDS: tuple[int, ...] = (
    tuple(color for color in range(len(COLORS)) for _ in range(CARDS_OF_A_COLOR))
    + (LOCOMOTIVE,) * LOCOMOTIVES
)
