"""Who sits where, as far as a running game needs it: read for many games at once, and cheaply."""

from collections.abc import Collection
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


def sitters_of(game_id: UUID) -> list[Sitter]:
    return sitters_of_many([game_id])[game_id]


def sitters_of_many(game_ids: Collection[UUID]) -> dict[UUID, list[Sitter]]:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(_SITTERS, [list(game_ids)])
            return {
                game_id: [Sitter(*seat) for seat in orjson.loads(seats)]
                for game_id, seats in cursor
            }
    found: dict[UUID, list[Sitter]] = {game_id: [] for game_id in game_ids}
    seats = Seat.objects.filter(game_id__in=game_ids).order_by("game_id", "number")
    for game_id, *seat in seats.values_list("game_id", *Sitter._fields):
        found[game_id].append(Sitter(*seat))
    return found


# The same, prepared once whatever the number of games.
_SITTERS = f"""
SELECT game_id, json_agg(json_build_array({", ".join(Sitter._fields)}) ORDER BY number)::text
FROM tables_seat WHERE game_id = ANY(%s) GROUP BY game_id
"""
