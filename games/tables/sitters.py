"""Who sits where, as far as a running game needs it: read for many games at once, and cheaply."""

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple
from uuid import UUID

import orjson
from django.db import connection

from games.tables.models import Seat


class Sitter(NamedTuple):
    number: int
    user_id: int | None
    policy: str
    name: str
    invited_id: int | None
    asks_to: str


class Sitters(tuple[Sitter, ...]):
    """Of one game, by number."""

    # As PostgreSQL writes them, to ask it whether they are still the same; "" where it has to be read anew.
    as_text = ""


def sitters_of(game_id: UUID) -> Sitters:
    return sitters_of_many([game_id])[game_id]


def sitters_of_many(game_ids: Collection[UUID]) -> dict[UUID, Sitters]:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_SITTERS, [list(game_ids)])
            return {game_id: read_sitters(seats) for game_id, seats in cursor}
    found: dict[UUID, list[Sitter]] = {game_id: [] for game_id in game_ids}
    seats = Seat.objects.filter(game_id__in=game_ids).order_by("game_id", "number")
    for game_id, *seat in seats.values_list("game_id", *Sitter._fields):
        found[game_id].append(Sitter(*seat))
    return {game_id: Sitters(seated) for game_id, seated in found.items()}


# The sitters of a game as PostgreSQL gives them, in one text.
AS_TEXT = f"json_agg(json_build_array({', '.join(Sitter._fields)}) ORDER BY number)::text"

# The same statement whatever the number of games: prepared once.
_SITTERS = f"""
SELECT game_id, {AS_TEXT} FROM tables_seat WHERE game_id = ANY(%s) GROUP BY game_id
"""


@lru_cache(maxsize=4096)
def read_sitters(text: str) -> Sitters:
    """While a game runs they are asked for with every move, and hardly ever change."""
    sitters = Sitters(Sitter(*seat) for seat in orjson.loads(text))
    # The next move may end what somebody asks for (services/asking.py): then it is not enough to know.
    if not any(sitter.asks_to for sitter in sitters):
        sitters.as_text = text
    return sitters
