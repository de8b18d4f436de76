"""A board: cities, the tracks between them, and the tickets that name two of the cities.

Cities, tracks and tickets are numbers here, in the order of the data file; their ids are for the log
and for the page. A set of tracks is one number too, with a bit for each: "which of the open tracks
can this hand pay for" is then a handful of ands and ors, however many tracks there are.
"""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.kernel.chain import canonical
from rules.kernel.kinds import Kind, Malformed, named, tuple_of
from rules.pieces.colors import COLORS
from rules.pieces.price import Price
from rules.pieces.train_cards import CARDS_OF_A_COLOR, LOCOMOTIVES

# An int with a bit for each track. Compiled, what is declared as int is fast while it is short, and these are
# long: then it is faster not to be told.
TrackSet = Any

ORDINARY: Final = "track"

# Where things are drawn. No rule reads it, so the digest that a game pins leaves it out: a city that
# is moved on the page changes no game.
DRAWING: Final = frozenset(("canvas", "insets", "lat", "lon", "x", "y", "via", "area", "inset"))


class Track(NamedTuple):
    """TR-B1: what joins two neighboring cities; it has a length, and a color or grey."""

    id: str
    a: int
    b: int
    length: int
    color: int | None  # None is grey: any one color
    locomotives: int  # symbols on it: at least so many of the cards played must be locomotives
    kind: str  # ORDINARY, or what the edition calls it
    parallel: TrackSet  # the other tracks that lie beside it
    price: int  # its number among the prices of the board


class Ticket(NamedTuple):
    id: str
    a: int
    b: int
    points: int


class Board:
    def __init__(self, source: bytes) -> None:
        self.data: dict[str, Any] = json.loads(source)
        self.digest = hashlib.sha256(canonical(_undrawn(self.data))).hexdigest()
        self.city_ids = tuple(city["id"] for city in self.data["cities"])
        self.city_names = tuple(city["name"] for city in self.data["cities"])
        self.city = {id: index for index, id in enumerate(self.city_ids)}
        self.tracks, self.prices = self._read_tracks()
        self.track = {track.id: index for index, track in enumerate(self.tracks)}
        self.tickets = tuple(
            Ticket(entry["id"], self.city[entry["a"]], self.city[entry["b"]], entry["points"])
            for entry in self.data["tickets"]
        )
        self.trains: int = self.data["trains_per_player"]
        self.points: dict[int, int] = {
            int(length): points for length, points in self.data["route_points"].items()
        }

        # By track, as the solvers take it: city, city, length.
        self.edges = tuple([(track.a, track.b, track.length) for track in self.tracks])
        self.all_tracks: TrackSet = (1 << len(self.tracks)) - 1
        numbered = list(enumerate(self.tracks))
        # By city: the tracks that end there.
        self.at_city: tuple[TrackSet, ...] = tuple(
            track_set(index for index, track in numbered if city in (track.a, track.b))
            for city in range(len(self.city_ids))
        )
        # By a number of trains or cards: the tracks that are not too long for it.
        self.longest = max(track.length for track in self.tracks)
        self.within = tuple(
            track_set(index for index, track in numbered if track.length <= number)
            for number in range(max(self.trains, CARDS_OF_A_COLOR + LOCOMOTIVES) + 1)
        )
        # By track: its price, the tracks that cost the same, and the color if it has one.
        self.costs = tuple(
            (
                self.prices[track.price],
                track_set(index for index, other in numbered if other.price == track.price),
                track.color,
            )
            for track in self.tracks
        )
        # A hand pays for what any two of its colors pay for: by the number of its locomotives (which pay
        # for any track as well), by pair of colors, and by the numbers of both.
        self.payable = tuple([self._payable_beside(held) for held in range(LOCOMOTIVES + 1)])

        self.CITY = named("a city", self.city_ids)
        self.TRACK = named("a route", tuple(track.id for track in self.tracks))
        self.TRACK_SET = self._track_set()
        self.TICKET = named("a ticket", tuple(ticket.id for ticket in self.tickets))
        self.TICKET_LIST = tuple_of(self.TICKET)

    def edges_of(self, tracks: TrackSet) -> list[tuple[int, int, int]]:
        return [self.edges[index] for index in members(tracks)]

    def length_of(self, tracks: TrackSet) -> int:
        return sum([self.edges[index][2] for index in members(tracks)])

    def points_of(self, tracks: TrackSet) -> int:
        return sum([self.points[self.edges[index][2]] for index in members(tracks)])

    def name(self, track: int) -> str:
        """As a sentence has it: "Denver - Omaha"."""
        return " - ".join(self.city_names[city] for city in self.tracks[track][1:3])

    def _read_tracks(self) -> tuple[tuple[Track, ...], tuple[Price, ...]]:
        entries = self.data["tracks"]
        groups: dict[str, TrackSet] = {}
        for index, entry in enumerate(entries):
            if "parallel" in entry:
                groups[entry["parallel"]] = groups.get(entry["parallel"], 0) | 1 << index
        prices: dict[Price, int] = {}
        tracks = []
        for index, entry in enumerate(entries):
            length, locomotives = entry["length"], entry.get("locomotives", 0)
            color = None if entry["color"] is None else COLORS.index(entry["color"])
            # TR-B2: the route's color, or on grey any one color.
            colors = tuple(range(len(COLORS))) if color is None else (color,)
            price = Price("The route", "TR-B2", length, colors, locomotives)
            track = Track(
                id=entry["id"],
                a=self.city[entry["a"]],
                b=self.city[entry["b"]],
                length=length,
                color=color,
                locomotives=locomotives,
                kind=entry.get("kind", ORDINARY),
                parallel=groups.get(entry.get("parallel"), 0) & ~(1 << index),
                price=prices.setdefault(price, len(prices)),
            )
            tracks.append(track)
        return tuple(tracks), tuple(prices)

    def _payable_beside(self, locomotives: int) -> list[list[list[TrackSet]]]:
        """TR-B2: a color pays for its own tracks and for grey ones, with locomotives in the place of
        any card; locomotives alone pay for any track."""
        numbered = list(enumerate(self.tracks))
        by_color = []
        for color in range(len(COLORS)):
            tracks = track_set(
                index
                for index, track in numbered
                if track.color in (color, None) and track.locomotives <= locomotives
            )
            by_number = [self.within[held + locomotives] for held in range(1, CARDS_OF_A_COLOR + 1)]
            by_color.append([0, *(tracks & enough for enough in by_number)])
        alone = self.within[locomotives]
        return [
            [
                [first | second | alone for second in by_color[color + 1]]
                for first in by_color[color]
            ]
            for color in range(0, len(COLORS), 2)
        ]

    def _track_set(self) -> Kind:
        def encode(tracks: TrackSet) -> list[str]:
            return [self.tracks[index].id for index in members(tracks)]

        def decode(raw: Any) -> TrackSet:
            if type(raw) is not list or not all(type(id) is str and id in self.track for id in raw):
                raise Malformed(f"expected a list of routes, got {raw!r}")
            return track_set(self.track[id] for id in set(raw))

        return Kind("a list of routes", encode, decode, lambda tracks: tracks.bit_count())


def _undrawn(data: Any) -> Any:
    if isinstance(data, dict):
        return {name: _undrawn(value) for name, value in data.items() if name not in DRAWING}
    return [_undrawn(value) for value in data] if isinstance(data, list) else data


def read_board(path: Path) -> Board:
    return Board(path.read_bytes())


def track_set(indexes: Iterable[int]) -> TrackSet:
    """
    >>> bin(track_set([1, 3]))
    '0b1010'
    """
    return sum(1 << index for index in indexes)


# Short numbers are faster than long ones: a set is looked at in words of so many bits.
_WORD: Final = 60
_ALL: Final = (1 << _WORD) - 1


def members(tracks: int) -> list[int]:
    """
    >>> members(0b1010)
    [1, 3]
    """
    found = []
    for lowest in range(tracks.bit_length() // _WORD * _WORD, -1, -_WORD):
        word = tracks >> lowest & _ALL
        while word:
            index = word.bit_length() - 1
            found.append(lowest + index)
            word ^= 1 << index
    found.reverse()
    return found


def member(tracks: int, number: int) -> int:
    """`members(tracks)[number]`, without the others.

    >>> member(0b1010, 1)
    3
    """
    lowest, word = 0, tracks & _ALL
    while number >= word.bit_count():
        number -= word.bit_count()
        lowest += _WORD
        word = tracks >> lowest & _ALL
    for _ in range(number):
        word &= word - 1
    return lowest + (word & -word).bit_length() - 1
