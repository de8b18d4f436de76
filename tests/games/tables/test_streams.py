"""A frame is put together from what all audiences share and what is one audience's own."""

from uuid import UUID

import orjson
import pytest
from django.utils import timezone

from games.tables import snapshots
from games.tables.access import PLAYER, PUBLIC, Audience
from games.tables.models import Game
from games.tables.services.opening import start_game
from games.tables.sitters import sitters_of
from games.tables.streams import Delivery, Position, catch_up, read_position, read_tail
from rules import editions, view
from rules.kernel import codec
from tests.games.tables.given import a_game, a_lobby, play_on

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("edition", sorted(editions()))
def test_every_audience_of_one_delivery_is_shown_its_own_view_and_no_more(edition: str) -> None:
    game = play_on(a_game(seats=3, edition=edition), steps=12)
    snapshot = snapshots.at_head(game)
    position = Position(game, sitters_of(game.id), snapshot)
    delivery = Delivery(position, position.seq, [], timezone.now())
    # The one that sees most comes first: nothing of it may stay for those who see less.
    for audience in [*(Audience(PLAYER, seat) for seat in range(3)), PUBLIC]:
        shown = orjson.loads(delivery.frame(audience).text)["view"]
        allowed = view(snapshot.edition, snapshot.state, audience.observer(revealed=False))
        assert shown == orjson.loads(orjson.dumps(allowed))
        hands = [hand for hand in shown["hands"] if isinstance(hand, dict)]
        assert len(hands) == (audience is not PUBLIC)


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
