"""A game at a position, in memory: so that a move costs the same at the end of a game as at its start.

Only a cache: bounded, per process, and checked against the head of the log each time. The state of a
snapshot is never changed; what follows is folded into a copy, so any thread may read it.
"""

from collections import OrderedDict
from collections.abc import Sequence
from datetime import datetime
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from games import metrics
from games.tables import event_store
from games.tables.models import Game, SealedSeed, Seat
from games.tables.sitters import Sitters
from rules import Chance, Edition, editions, fold

MOST_SNAPSHOTS = 5000
NOBODY = Sitters()


class Snapshot(NamedTuple):
    edition: Edition
    chance: Chance
    state: Any
    seq: int
    digest: str
    recorded_at: datetime


class Remembered(NamedTuple):
    """A game as this process last saw it. Ask the database whether that is old."""

    game: Game  # its row
    snapshot: Snapshot
    sitters: Sitters  # nobody, where they were not read with the row


_recent: OrderedDict[UUID, Remembered] = OrderedDict()
_lock = Lock()


def recent(game_id: UUID) -> Remembered | None:
    with _lock:
        return _recent.get(game_id)


def recent_snapshot(game_id: UUID) -> Snapshot | None:
    known = recent(game_id)
    return known and known.snapshot


def at_head(game: Game, sitters: Sitters = NOBODY) -> Snapshot:
    """The game as its head says it is: from memory, with the tail that others have appended. Who knows the
    sitters besides, read after the row, knows the game by heart."""
    known = recent(game.id)
    if known is not None and _is_at_head(known.snapshot, game):
        snapshot: Snapshot | None = known.snapshot
    elif known is not None and known.snapshot.seq < game.head_seq:
        snapshot = _follow(known.snapshot, game)
    else:
        snapshot = None
    snapshot = snapshot or at(game, game.head_seq)
    _learn(game, snapshot, sitters, known)
    return snapshot


def reached(
    game: Game, sitters: Sitters, before: Snapshot, tail: Sequence[event_store.Recorded]
) -> Snapshot | None:
    """The head, from an earlier position and what has followed it; None where the two do not lead there."""
    known = recent(game.id)
    if known is not None and _is_at_head(known.snapshot, game):
        snapshot = known.snapshot
    else:
        snapshot = followed(before, tail)
    if not _is_at_head(snapshot, game):
        return None
    _learn(game, snapshot, sitters, known)
    return snapshot


def _learn(game: Game, snapshot: Snapshot, sitters: Sitters, known: Remembered | None) -> None:
    """Who does not know the sitters leaves alone what is known of them."""
    if (
        known is None
        or known.snapshot is not snapshot
        or (sitters and sitters is not known.sitters)
    ):
        remember(game, snapshot, sitters)


def _is_at_head(snapshot: Snapshot, game: Game) -> bool:
    return snapshot.seq == game.head_seq and snapshot.digest == game.head_digest


def at(game: Game, seq: int) -> Snapshot:
    """The game at any position from 1 to its head, folded from the beginning."""
    edition = editions()[game.edition]
    with metrics.FOLD_SECONDS.labels("beginning").time():
        log = event_store.read(edition, game.id, 0, seq)
        last = log[-1]
        state = fold(edition, (recorded.event for recorded in log))
    return Snapshot(edition, chance_of(game), state, last.seq, last.digest, last.recorded_at)


def _follow(known: Snapshot, game: Game) -> Snapshot | None:
    with metrics.FOLD_SECONDS.labels("known").time():
        tail = event_store.read(known.edition, game.id, known.seq, game.head_seq)
        snapshot = followed(known, tail)
    return snapshot if _is_at_head(snapshot, game) else None


def followed(known: Snapshot, tail: Sequence[event_store.Recorded]) -> Snapshot:
    """What these events lead to."""
    if not tail:
        return known
    state = known.state.copy()
    evolves = known.edition.evolves
    for recorded in tail:
        evolves[type(recorded.event)](state, recorded.event)
    last = tail[-1]
    return known._replace(
        state=state, seq=last.seq, digest=last.digest, recorded_at=last.recorded_at
    )


def chance_of(game: Game) -> Chance:
    """The seed and the salts. They stay in this process."""
    sealed = SealedSeed.objects.get(game_id=game.id)
    salts = Seat.objects.filter(game_id=game.id).order_by("number").values_list("salt", flat=True)
    return Chance(bytes(sealed.seed), list(salts))


def remember(game: Game, snapshot: Snapshot, sitters: Sitters = NOBODY) -> None:
    """The row must be as it was written with this head."""
    with _lock:
        _recent[game.id] = Remembered(game, snapshot, sitters)
        _recent.move_to_end(game.id)
        while len(_recent) > MOST_SNAPSHOTS:
            _recent.popitem(last=False)


def forget_all() -> None:
    """As after a restart."""
    with _lock:
        _recent.clear()
