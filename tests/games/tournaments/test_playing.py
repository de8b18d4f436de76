"""AIs at full speed play the very moves that they would have played one by one."""

import pytest

from games.tables import snapshots
from games.tables.models import Game, SealedSeed, Seat
from games.tables.selectors import export
from games.tables.services.opening import start_game
from games.tournaments.services import playing
from rules.verify import verify
from tests.games.tables.given import a_game, a_lobby
from tests.games.tables.given import play_on as play_one_by_one

pytestmark = pytest.mark.django_db


def twin_of(game: Game) -> Game:
    """Another game with the same seed and salts, not begun yet."""
    twin = a_lobby(seats=game.seat_count)
    SealedSeed.objects.filter(game=twin).delete()
    sealed = game.sealed_seed
    SealedSeed.objects.create(game=twin, seed=bytes(sealed.seed), commitment=sealed.commitment)
    for seat in game.seats.all():
        Seat.objects.filter(game=twin, number=seat.number).update(salt=seat.salt)
    Game.objects.filter(id=twin.id).update(commitment=game.commitment)
    return start_game(Game.objects.get(id=twin.id))


def test_many_moves_at_once_are_the_moves_one_by_one() -> None:
    game = a_game(seats=2)
    twin = twin_of(game)
    while playing.play_on(game.id):
        pass
    game.refresh_from_db()
    play_one_by_one(twin)
    assert game.status == Game.Status.OVER
    assert game.due == ""
    moves = [
        list(g.commands.order_by("first_seq").values_list("body", "actor")) for g in (game, twin)
    ]
    assert moves[0] == moves[1]
    assert verify(export(game)).result is not None
    snapshots.forget_all()


def test_nothing_is_played_where_nothing_is_owed() -> None:
    game = a_lobby(seats=2)
    assert not playing.play_on(game.id)
