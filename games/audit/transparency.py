"""The transparency log: every event of every game, in one append-only tree that we sign.

`publish` takes what has happened since, in batches; each batch is one transaction that appends to the
tree and signs the new root. It may run twice, late or in two processes at once: an event is logged
once, in the order of its game. The log is made from the digests alone; it decides nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q

from games.audit import keys
from games.audit.models import (
    Checkpoint,
    EntryBundle,
    LoggedGame,
    LoggedRun,
    LogHead,
    Tile,
)
from games.audit.tree import HASH_BYTES, WIDTH, Edge, Tree, append
from games.tables.models import Game, GameEvent
from rules import log_entries
from rules.merkle import leaf_hash
from rules.notes import Checkpoint as Statement

BATCH = 4096  # events in one transaction


class Fresh(NamedTuple):
    """An event that is not in the log yet."""

    game_id: UUID
    seq: int
    digest: str


def publish(game_ids: Iterable[UUID] | None = None, *, everything: bool = False) -> int:
    """Logs what is new: of these games, of those in play, or of all. Returns how many events."""
    total = 0
    while True:
        logged = _publish_batch(game_ids, everything)
        total += logged
        if logged < BATCH:
            return total


@transaction.atomic
def _publish_batch(game_ids: Iterable[UUID] | None, everything: bool) -> int:
    head = lock_head()
    fresh = _unlogged(game_ids, everything)
    if fresh:
        append_entries(head, fresh)
        _mark_whole({one.game_id for one in fresh})
    elif head.size == 0 and not Checkpoint.objects.exists():
        sign(head)
    return len(fresh)


def lock_head() -> LogHead:
    head, _ = LogHead.objects.get_or_create(id=1, defaults={"origin": settings.LOG_ORIGIN})
    return LogHead.objects.select_for_update().get(id=head.id)


def _unlogged(game_ids: Iterable[UUID] | None, everything: bool) -> list[Fresh]:
    games = Game.objects.filter(head_seq__gt=0)
    if game_ids is not None:
        games = games.filter(id__in=list(game_ids))
    elif not everything:
        # By two small indexes: what runs, and what was seen running and is not whole in the log.
        running = Game.objects.filter(status=Game.Status.RUNNING).values("id")
        games = games.filter(Q(id__in=running) | Q(logged__is_whole=False))
    behind = games.filter(Q(logged=None) | Q(logged__seq__lt=F("head_seq")))
    fresh: list[Fresh] = []
    for game_id, seq in behind.order_by("moved_at").values_list("id", "logged__seq"):
        log = GameEvent.objects.filter(game_id=game_id, seq__gt=seq or 0).order_by("seq")
        rows = log.values_list("seq", "digest")[: BATCH - len(fresh)]
        fresh += [Fresh(game_id, *row) for row in rows]
        if len(fresh) == BATCH:
            break
    return fresh


def append_entries(head: LogHead, fresh: Sequence[Fresh]) -> Checkpoint:
    """In one transaction: the entries, the tiles they change, where they are, the signed root."""
    key_of = {game_id: log_entries.game_key(game_id) for game_id in {one.game_id for one in fresh}}
    written = [
        log_entries.written(
            log_entries.Entry(key_of[one.game_id], one.seq, bytes.fromhex(one.digest))
        )
        for one in fresh
    ]
    edge, gained = append(edge_of(head), map(leaf_hash, written))
    _store_bundles(head.size, written)
    for level, hashes in gained.items():
        _store_hashes(level, head.size >> 8 * level, hashes)
    _store_runs(head.size, fresh)
    head.size, head.edge = edge.size, b"".join(edge.roots)
    head.save(update_fields=["size", "edge"])
    return sign(head)


def edge_of(head: LogHead) -> Edge:
    edge = bytes(head.edge)
    return Edge(head.size, [edge[n : n + HASH_BYTES] for n in range(0, len(edge), HASH_BYTES)])


def _store_hashes(level: int, start: int, hashes: list[bytes]) -> None:
    """Side by side from `start` on; the first of these tiles may have begun before."""
    number, at = divmod(start, WIDTH)
    begun = bytes(Tile.objects.get(level=level, number=number).hashes) if at else b""
    row = begun + b"".join(hashes)
    size = WIDTH * HASH_BYTES
    tiles = [
        Tile(level=level, number=number + n, hashes=row[n * size : (n + 1) * size])
        for n in range(-(-len(row) // size))
    ]
    if begun:
        Tile.objects.filter(level=level, number=number).update(hashes=tiles.pop(0).hashes)
    Tile.objects.bulk_create(tiles)


def _store_bundles(start: int, written: list[bytes]) -> None:
    number, at = divmod(start, WIDTH)
    begun = bytes(EntryBundle.objects.get(number=number).entries) if at else b""
    room = WIDTH - at
    parts = [written[:room], *(written[n : n + WIDTH] for n in range(room, len(written), WIDTH))]
    bundles = [
        EntryBundle(number=number + n, entries=b"".join(map(log_entries.bundled, part)))
        for n, part in enumerate(parts)
    ]
    if begun:
        grown = begun + bundles.pop(0).entries
        EntryBundle.objects.filter(number=number).update(entries=grown)
    EntryBundle.objects.bulk_create(bundles)


def _store_runs(start: int, fresh: Sequence[Fresh]) -> None:
    runs = []
    index = start
    for game_id, group in groupby(fresh, key=itemgetter(0)):
        seqs = [one.seq for one in group]
        runs.append(
            LoggedRun(first_index=index, game_id=game_id, first_seq=seqs[0], last_seq=seqs[-1])
        )
        index += len(seqs)
    LoggedRun.objects.bulk_create(runs)
    LoggedGame.objects.bulk_create(
        [LoggedGame(game_id=run.game_id, seq=run.last_seq) for run in runs],
        update_conflicts=True,
        unique_fields=["game"],
        update_fields=["seq"],
    )


def _mark_whole(game_ids: set[UUID]) -> None:
    ended = Game.objects.filter(
        id__in=game_ids, status__in=[Game.Status.OVER, Game.Status.CANCELLED], due=""
    )
    LoggedGame.objects.filter(game__in=ended, seq=F("game__head_seq")).update(is_whole=True)


def sign(head: LogHead) -> Checkpoint:
    """From the right edge alone, however large the tree is."""
    root = edge_of(head).root
    statement = Statement(head.origin, head.size, root)
    note = keys.signed(statement.text, keys.active_signers(head.origin))
    return Checkpoint.objects.create(size=head.size, root=root, note=str(note))


def tree(size: int) -> Tree:
    """Our own tree as it was at this size, read from the tables."""
    return Tree(size, _stored_tile)


def _stored_tile(level: int, number: int) -> bytes:
    return bytes(Tile.objects.get(level=level, number=number).hashes)


def newest_checkpoint() -> Checkpoint | None:
    return Checkpoint.objects.order_by("-size").first()


def indexes_of(game_id: UUID, size: int) -> dict[int, int]:
    """Each event's position in its game, and in the log as far as that goes at this size."""
    runs = LoggedRun.objects.filter(game_id=game_id, first_index__lt=size).order_by("first_seq")
    return {
        run.first_seq + n: run.first_index + n
        for run in runs
        for n in range(run.last_seq - run.first_seq + 1)
        if run.first_index + n < size
    }
