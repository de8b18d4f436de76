"""The planner in Japan: bullet trains cost it no trains, and those of everybody help."""

from typing import Any

from rules.editions.japan.state import BOARD, BULLET_TRACKS
from rules.pieces.board import track_set
from rules.policies.board_plan import Terms
from rules.policies.board_planner import board_planner


def _terms(view: dict[str, Any], seat: int) -> Terms:
    built = track_set(BOARD.track[id] for routes in view["bullet_routes"] for id in routes)
    return Terms(
        goals=lambda ticket: [BOARD.tickets[ticket][1:3]],
        shared=built,
        without_trains=BULLET_TRACKS if view["bullet_pieces"] else 0,
    )


planner = board_planner(BOARD, _terms)
