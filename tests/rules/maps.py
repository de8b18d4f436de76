"""What must hold on every map, whatever the edition: asked of each by its own data test."""

from itertools import combinations, pairwise

from rules.pieces.board import Board
from rules.pieces.colors import COLORS
from rules.solvers.connection import Networks, cheapest_connection


def spaces_by_color(board: Board) -> dict[str, int]:
    """How many spaces there are in each color, and in grey."""
    spaces = dict.fromkeys((*COLORS, "grey"), 0)
    for track in board.tracks:
        spaces["grey" if track.color is None else COLORS[track.color]] += track.length
    return spaces


def is_connected(board: Board) -> bool:
    cities = len(board.city_ids)
    found = Networks(board.edges, cities)
    return len({found.name(city) for city in range(cities)}) == 1


def distance(board: Board, start: int, end: int) -> int:
    """The fewest trains from one city to another."""
    connection = cheapest_connection(board.edges, start, end)
    assert connection is not None
    return connection.cost


def tickets_off_their_distance(board: Board) -> dict[str, int]:
    """By ticket: how many points more it is worth than its shortest connection is long."""
    off = {
        ticket.id: ticket.points - distance(board, ticket.a, ticket.b) for ticket in board.tickets
    }
    return {id: difference for id, difference in off.items() if difference}


def group_sizes(board: Board) -> list[int]:
    """How many tracks lie side by side, for each pair of cities where several do."""
    groups = {
        frozenset((index, *(i for i in range(len(board.tracks)) if track.parallel >> i & 1)))
        for index, track in enumerate(board.tracks)
        if track.parallel
    }
    return sorted(len(group) for group in groups)


def check_parallel_tracks(board: Board) -> None:
    """Parallel tracks join the same cities, are equally long, and are all the tracks that do."""
    for (i, one), (j, other) in combinations(enumerate(board.tracks), 2):
        alike = {one.a, one.b} == {other.a, other.b} and one.length == other.length
        assert bool(one.parallel >> j & 1) == alike, (one.id, other.id)
        assert bool(other.parallel >> i & 1) == alike


def crossings(board: Board) -> list[tuple[str, str]]:
    """Pairs of tracks that cross each other when drawn, by their straight lines and bends."""
    lines = {}
    for entry, track in zip(board.data["tracks"], board.tracks, strict=True):
        ends = [_place(board, city, entry.get("area")) for city in (track.a, track.b)]
        lines[track.id] = [ends[0], *map(tuple, entry.get("via", [])), ends[1]]
    return [
        (one, other)
        for (one, p), (other, q) in combinations(lines.items(), 2)
        if any(_cross(*a, *b) for a in pairwise(p) for b in pairwise(q))
    ]


Point = tuple[float, float]


def _place(board: Board, city: int, area: str | None) -> Point:
    entry = board.data["cities"][city]
    inset = entry.get("inset")
    drawn = inset if inset and inset["area"] == area else entry
    return drawn["x"], drawn["y"]


def _cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether they cross inside both; a shared end is no crossing."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0
