"""The printed pieces: 96 train cards, 46 tickets, 6 big-city bonuses.

CG-K1  96 train cards: 10 in each of 8 colors and 16 locomotives.
CG-K2  46 tickets: two cities, a value, and the cards of each color that complete it.
CG-K3  6 big-city bonuses, each with a value.
"""

import hashlib
import json
from pathlib import Path
from typing import Any, Final, NamedTuple

from rules.kernel.kinds import named, tuple_of
from rules.pieces.colors import COLORS, LOCOMOTIVE

_SOURCE = (Path(__file__).parent / "data" / "cardgame.json").read_bytes()
_DATA: dict[str, Any] = json.loads(_SOURCE)

DATA_DIGEST = hashlib.sha256(_SOURCE).hexdigest()

CARDS_OF_A_COLOR: Final[int] = _DATA["train_cards"]["per_color"]
LOCOMOTIVES: Final[int] = _DATA["train_cards"]["locomotives"]
ALL_TRAIN_CARDS: Final[tuple[int, ...]] = (
    tuple(color for color in range(len(COLORS)) for _ in range(CARDS_OF_A_COLOR))
    + (LOCOMOTIVE,) * LOCOMOTIVES
)


class Ticket(NamedTuple):
    id: str
    a: str
    b: str
    points: int
    need: tuple[int, ...]  # cards of each of the eight colors
    big_cities: tuple[int, ...]  # the bonuses it counts for, as indexes


BONUS_CITIES: Final[tuple[str, ...]] = tuple(bonus["city"] for bonus in _DATA["city_bonuses"])
BONUS_POINTS: Final[tuple[int, ...]] = tuple(bonus["points"] for bonus in _DATA["city_bonuses"])


def _ticket(entry: dict[str, Any]) -> Ticket:
    cities = (entry["a"], entry["b"])
    return Ticket(
        id=entry["id"],
        a=entry["a"],
        b=entry["b"],
        points=entry["points"],
        need=tuple(entry["cards"].get(color, 0) for color in COLORS),
        big_cities=tuple(i for i, city in enumerate(BONUS_CITIES) if city in cities),
    )


TICKETS: Final[tuple[Ticket, ...]] = tuple(_ticket(entry) for entry in _DATA["tickets"])

TICKET = named("a ticket", tuple(ticket.id for ticket in TICKETS))
TICKET_LIST = tuple_of(TICKET)

# What a client needs to draw them.  CG-S4: the bonuses lie open, their values visible to all.
CATALOG: dict[str, Any] = {
    "colors": list(COLORS),
    "cities": _DATA["cities"],
    "tickets": _DATA["tickets"],
    "city_bonuses": _DATA["city_bonuses"],
}
