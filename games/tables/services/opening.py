"""From nothing to a lobby, and from a full lobby to the first event."""

import secrets
from typing import Any

from django.db import transaction
from django.utils import timezone

from games.accounts.models import User
from games.problems import Problem
from games.tables import event_store, live, projections, snapshots, writer
from games.tables.models import Game, SealedSeed, Seat
from games.tables.sitters import sitters_of
from rules import Chance, commitment, editions, start
from rules.export import BEGINNING, chain
from rules.kernel.chance import SEED_BYTES, unchosen_salt


@transaction.atomic
def open_lobby(
    *,
    edition: str,
    seat_count: int,
    name: str,
    host: User | None,
    seed: bytes | None = None,
    **settings: Any,
) -> Game:
    """A lobby with empty seats. Its seed exists from here on, and its commitment is shown to all.

    The caller has checked what people chose; `settings` are the other lobby columns of `Game`.
    A `seed` is given only where several tables play the same deck.
    """
    seed = seed or secrets.token_bytes(SEED_BYTES)
    game = Game.objects.create(
        edition=edition,
        seat_count=seat_count,
        name=name,
        host=host,
        commitment=commitment(seed),
        **settings,
    )
    SealedSeed.objects.create(game=game, seed=seed, commitment=game.commitment)
    Seat.objects.bulk_create(
        Seat(game=game, number=number, salt=unchosen_salt(seed, number))
        for number in range(seat_count)
    )
    return game


@transaction.atomic
def start_game(game: Game) -> Game:
    """Shuffles, deals, and writes the first events. Every seat must be taken."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.status != Game.Status.LOBBY:
        raise Problem(409, "not-a-lobby", "Only a game that has not begun can be started.")
    seats = list(game.seats.order_by("number"))
    empty = [seat.number + 1 for seat in seats if seat.user_id is None and not seat.policy]
    if empty:
        listed = ", ".join(map(str, empty))
        raise Problem(409, "seats-empty", f"Nobody sits in seat {listed} yet.", seats=empty)
    edition = editions()[game.edition]
    chance = Chance(bytes(game.sealed_seed.seed), [seat.salt for seat in seats])
    sitters = sitters_of(game.id)
    state, events = start(edition, game.seat_count, game.options, chance)
    now = timezone.now()
    links = chain(edition, chance, BEGINNING, events, None, event_store.instant(now))
    head = event_store.Head(links[-1].seq, links[-1].digest, now)
    game.status = Game.Status.RUNNING
    game.started_at = now
    game.save(update_fields=["status", "started_at"])
    projections.project(game, sitters, edition, state, events, head)
    writer.write([event_store.Addition(game.id, None, None, None, links, now)], [game])
    snapshot = snapshots.Snapshot(edition, chance, state, *head)
    transaction.on_commit(lambda: snapshots.remember(game, snapshot, sitters))
    log = [
        event_store.Recorded(link.seq, event, link.digest, now, None)
        for link, event in zip(links, events, strict=True)
    ]
    transaction.on_commit(lambda: live.after_commit([live.Moved(game, sitters, snapshot, log)]))
    return game
