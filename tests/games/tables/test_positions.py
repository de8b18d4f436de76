"""A process follows the games that move elsewhere, many at a time."""

from uuid import UUID

import pytest

from games.tables import snapshots
from games.tables.models import Game
from games.tables.positions import Position, catch_up, read_position, read_tail
from games.tables.services.opening import start_game
from games.tables.sitters import Sitters, sitters_of
from rules import editions
from rules.kernel import codec
from tests.games.tables.given import a_game, a_lobby, play_on

pytestmark = pytest.mark.django_db


def moved_begun_and_untouched() -> tuple[dict[UUID, Position], list[Game]]:
    """What was known of three games, and the games after something has happened at two of them."""
    moved = play_on(a_game(seats=3), steps=5)
    begun = a_lobby(seats=2, edition="usa")
    untouched = play_on(a_game(seats=2), steps=3)
    games = [moved, begun, untouched]
    known = {game.id: read_position(game.id, delayed=False) for game in games}
    play_on(moved, steps=4)
    start_game(begun)
    return known, games


@pytest.mark.parametrize("from_memory", [True, False])
def test_many_games_are_followed_at_once_as_each_would_be_alone(from_memory: bool) -> None:
    known, games = moved_begun_and_untouched()
    if not from_memory:
        snapshots.forget_all()
    found = catch_up(known)
    for game in games:
        position, tail = found[game.id]
        alone = read_position(game.id, delayed=False)
        assert position.mark == alone.mark
        assert position.snapshot
        assert alone.snapshot
        assert position.snapshot.state.equals(alone.snapshot.state)
        assert tail == read_tail(alone, known[game.id].seq)
    assert [len(found[game.id][1]) > 0 for game in games] == [True, True, False]


def test_a_log_that_can_t_be_read_is_in_nobody_else_s_way(monkeypatch: pytest.MonkeyPatch) -> None:
    known, [moved, *others] = moved_begun_and_untouched()
    snapshots.forget_all()
    # As if it had been written by a release that knows more kinds of events.
    edition = editions()[moved.edition]
    newest = moved.events.order_by("-seq")[0]
    layouts = {name: x for name, x in edition.event_layouts.items() if name != newest.type}
    with monkeypatch.context() as release:
        release.setattr(edition, "event_layouts", layouts)
        release.setattr(codec, "_KNOWN", {})
        assert catch_up(known).keys() == {game.id for game in others}


def test_what_is_read_with_its_sitters_is_known_with_them_and_stays_so() -> None:
    game = play_on(a_game(seats=2), steps=3)
    snapshots.forget_all()
    snapshots.at_head(game)
    assert not sitters_known(game)
    read_position(game.id, delayed=False)
    assert sitters_known(game) == sitters_of(game.id)
    snapshots.at_head(game)
    assert sitters_known(game) == sitters_of(game.id)


def test_games_that_moved_elsewhere_are_known_with_their_sitters() -> None:
    known, games = moved_begun_and_untouched()
    snapshots.forget_all()
    catch_up(known)
    assert [sitters_known(game) for game in games] == [sitters_of(game.id) for game in games]


def sitters_known(game: Game) -> Sitters:
    known = snapshots.recent(game.id)
    assert known
    return known.sitters
