"""The database itself guards the log and the seeds: only whose move it was can be forgotten."""

from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction

from games.accounts.models import User
from games.tables.models import GameCommand, GameEvent, Look, SealedSeed
from games.tables.services.looks import record_look
from tests.games.tables.given import a_game, a_lobby, first_move, submit

pytestmark = pytest.mark.django_db

FORGED = [(GameEvent, "type"), (GameCommand, "actor"), (Look, "what")]


@pytest.mark.parametrize(("model", "field"), FORGED)
def test_the_database_itself_refuses_to_change_or_delete_the_log(
    pia: User, model: Any, field: str
) -> None:
    game = a_game(pia)
    submit(game, pia, **first_move(game, 0))
    record_look(pia.pk, game.id, "view", 1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.filter(game=game).update(**{field: "forged"})
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.filter(game=game).delete()


def test_the_database_itself_refuses_to_exchange_a_seed() -> None:
    game = a_game()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        SealedSeed.objects.filter(game=game).update(seed=bytes(32))


def test_the_database_itself_keeps_the_seed_of_a_game_that_has_begun() -> None:
    game = a_game()
    with pytest.raises(DatabaseError, match="begun is kept"), transaction.atomic():
        SealedSeed.objects.filter(game=game).delete()
    game.sealed_seed.refresh_from_db()


def test_a_lobby_that_never_began_takes_its_seed_along() -> None:
    a_lobby().delete()
    assert not SealedSeed.objects.exists()


def test_the_database_itself_refuses_to_put_an_event_in_the_place_of_another() -> None:
    game = a_game()
    if connection.vendor == "postgresql":
        place = "INSERT INTO tables_gameevent SELECT * FROM tables_gameevent WHERE seq = 1"
        place += " ON CONFLICT (game_id, seq) DO UPDATE SET type = 'forged'"
    else:
        # It removes the row that is in the way, and that is a deletion like any other.
        place = "REPLACE INTO tables_gameevent SELECT * FROM tables_gameevent WHERE seq = 1"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(place)
    assert game.events.get(seq=1).type == "game_opened"


def test_who_made_a_move_can_be_forgotten_and_the_chain_holds(pia: User) -> None:
    game = a_game(pia)
    submit(game, pia, **first_move(game, 0))
    pia.delete()
    assert game.commands.get().user_id is None
    assert game.events.exists()
