"""Tables of the Old West, laid out by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules.editions.old_west.scoring import recount
from rules.editions.old_west.state import BOARD, Marker
from tests.given import Given
from tests.rules.boards import table

STARTS = ("salt_lake_city", "denver", "seattle", "san_diego", "las_cruces", "wolf_point")


def city(id: str) -> int:
    return BOARD.city[id]


def frontier(
    starts: Sequence[str] = STARTS,
    markers: Mapping[str, int] = {},
    alvin_in: str | None = None,
    alvin_with: int | None = None,
    seats: int = 2,
    **laid: Any,
) -> Given:
    """`markers` are the seats that control further cities, placed before any route was claimed."""
    game = table("old_west", seats=seats, **laid)
    state = game.state
    cities = {start: seat for seat, start in enumerate(starts[:seats])}
    for id, seat in {**cities, **markers}.items():
        state.markers.append(Marker(seat, city(id), 0))
        state.markers_left[seat] -= 1
    state.starting_cities = [city(id) for id in starts[:seats]]
    if alvin_in is not None:
        state.alvin = city(alvin_in)
        state.alvin_with = alvin_with
    state.scores = recount(state)
    return game
