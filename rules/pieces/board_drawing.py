"""What a page needs to draw a board: places, tracks and tickets, all by their ids. Never secret."""

from typing import Any

from rules.pieces.board import Board
from rules.pieces.colors import COLORS


def drawing_of(board: Board) -> dict[str, Any]:
    data = board.data
    return {
        "colors": list(COLORS),
        "canvas": data["canvas"],
        "cities": data["cities"],
        "tracks": [_track(board, index) for index in range(len(board.tracks))],
        "insets": data.get("insets", []),
        "tickets": data["tickets"],
        "route_points": data["route_points"],
        "trains_per_player": board.trains,
    }


def _track(board: Board, index: int) -> dict[str, Any]:
    entry = board.data["tracks"][index]
    track = board.tracks[index]
    group = track.parallel | 1 << index
    drawn = {
        "id": track.id,
        "a": entry["a"],
        "b": entry["b"],
        "length": track.length,
        "color": entry["color"],
        "kind": track.kind,
        "locomotives": track.locomotives,
        # Which of so many tracks that lie side by side.
        "parallel_index": (group & (1 << index) - 1).bit_count(),
        "parallel_count": group.bit_count(),
    }
    for optional in ("via", "area"):
        if optional in entry:
            drawn[optional] = entry[optional]
    return drawn
