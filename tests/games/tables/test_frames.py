"""A frame is put together from what all audiences share and what is one audience's own."""

from typing import Any

import orjson
import pytest
from django.utils import timezone

from games.tables import event_store, snapshots
from games.tables.access import PLAYER, PUBLIC, Audience
from games.tables.frames import Delivery
from games.tables.positions import Position
from games.tables.presentation import event_json, event_text, moves_json, open_text, view_json
from games.tables.sitters import sitters_of
from rules import EVERYTHING, SPECTATOR, editions, seated, view
from tests.games.tables.given import a_game, play_on
from tests.pictures import renewed

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


@pytest.mark.parametrize("edition", sorted(editions()))
def test_what_has_changed_leads_every_audience_to_its_own_view(edition: str) -> None:
    game = a_game(seats=3, edition=edition)
    known = Position(game, sitters_of(game.id), snapshots.at_head(game))
    game = play_on(game, steps=12)
    position = Position(game, sitters_of(game.id), snapshots.at_head(game))
    beginning = Delivery(known, known.seq, [], timezone.now())
    delivery = Delivery(position, known.seq, [], timezone.now(), known)
    for audience in [*(Audience(PLAYER, seat) for seat in range(3)), PUBLIC]:
        before = orjson.loads(beginning.to(audience, wants_changes=True).text)["view"]
        whole = orjson.loads(delivery.to(audience, wants_changes=False).text)
        change = orjson.loads(delivery.to(audience, wants_changes=True).text)
        assert renewed(before, change) == whole["view"]
        # Otherwise both say the same; and of seats only what is new.
        rest = {name: told for name, told in whole.items() if name not in ("view", "seats")}
        assert change == rest | {"changes": change["changes"], "parts": change["parts"]}


@pytest.mark.parametrize("edition", sorted(editions()))
def test_who_sees_no_more_of_a_move_than_a_spectator_shares_their_message(edition: str) -> None:
    game = a_game(seats=3, edition=edition)
    known = Position(game, sitters_of(game.id), snapshots.at_head(game))
    shared = 0
    for _ in range(40):
        game = play_on(game, steps=1)
        snapshot = snapshots.at_head(game)
        position = Position(game, sitters_of(game.id), snapshot)
        tail = event_store.read(snapshot.edition, game.id, known.seq, position.seq)
        delivery = Delivery(position, known.seq, tail, timezone.now(), known)
        for seat in range(3):
            audience, observer = Audience(PLAYER, seat), seated(seat)
            sent = delivery.to(audience, wants_changes=True)
            shared += sent is delivery.to(PUBLIC, wants_changes=True)
            # Whoever shares it: it is the seat's own picture that it leads to.
            frame = orjson.loads(sent.text)
            assert known.snapshot is not None
            assert renewed(as_json(view_json(known.snapshot, observer)), frame) == as_json(
                view_json(snapshot, observer)
            )
            options = snapshot.state.options
            events = [event_json(snapshot.edition, one, observer, options) for one in tail]
            assert (frame["events"], frame["moves"]) == (events, moves_json(snapshot, audience))
        known = position
    assert 20 < shared < 100


def as_json(shown: object) -> Any:
    return orjson.loads(orjson.dumps(shown))


@pytest.mark.parametrize("edition", sorted(editions()))
def test_only_an_event_that_everyone_sees_alike_is_written_down_for_all(edition: str) -> None:
    game = play_on(a_game(seats=3, edition=edition), steps=12)
    snapshot = snapshots.at_head(game)
    options = snapshot.state.options
    secret = 0
    for one in event_store.read(snapshot.edition, game.id, 0, game.head_seq):
        texts = {
            event_text(snapshot.edition, one, observer, options)
            for observer in (SPECTATOR, EVERYTHING, *map(seated, range(3)))
        }
        text = open_text(snapshot.edition, one.seq, one.event, one.recorded_at)
        assert text == b"" or texts == {text}
        secret += len(texts) > 1
    assert secret
