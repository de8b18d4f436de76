"""Tables of the Japan board, laid out by hand."""

from collections.abc import Sequence
from typing import Any

from rules.editions.japan.bullet_trains import ClaimBulletRoute
from rules.editions.japan.state import BOARD, BULLET_TRACKS
from rules.pieces.board import members
from tests.given import Given
from tests.rules.boards import table

# From north to south, so that the last ones are far from the first.
ALL_BULLETS = tuple(BOARD.tracks[index].id for index in members(BULLET_TRACKS))


def railway(bullets: Sequence[Sequence[str]] = (), **laid: Any) -> Given:
    """`bullets` are the bullet-train routes that each seat has built."""
    game = table("japan", **laid)
    state = game.state
    for seat, ids in enumerate(bullets):
        for id in ids:
            route = BOARD.track[id]
            state.bullet_routes[seat] |= 1 << route
            state.bullet_progress[seat] += BOARD.tracks[route].length
            state.bullet_pieces -= 1
            state.claims.append(route)
    return game


def build(seat: int, route: str, color: int, cards: int, locomotives: int = 0) -> ClaimBulletRoute:
    return ClaimBulletRoute(seat, BOARD.track[route], color, cards, locomotives)
