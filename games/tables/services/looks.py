"""Whoever looks at hidden cards of a running game leaves a trace."""

from uuid import UUID

from games.tables.models import Look


def record_look(user_id: int | None, game_id: UUID, what: str, seq: int) -> None:
    Look.objects.create(game_id=game_id, user_id=user_id, what=what, seq=seq)
