"""The log of a tournament in the database: appended in order, read in order, chained by digests."""

from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple
from uuid import UUID

from django.utils import timezone

from games.tables.event_store import instant
from games.tournaments import events as e
from games.tournaments.folding import fold
from games.tournaments.models import Tournament, TournamentEvent
from games.tournaments.records import from_json, to_json
from games.tournaments.state import Recorded, State
from rules.kernel.chain import GENESIS, canonical, event_digest


class By(NamedTuple):
    """Who appends: in what role, why, and outside the chain which account."""

    actor: str
    why: str = ""
    user_id: int | None = None
    command_id: UUID | None = None


SERVICE = By("service")


def digest_of(previous: str, row: TournamentEvent) -> str:
    """Nothing in a tournament's log is secret, so nothing needs a blind."""
    covered = {
        "seq": row.seq,
        "type": row.type,
        "version": row.version,
        "payload": row.payload,
        "actor": row.actor,
        "why": row.why,
        "recorded_at": instant(row.recorded_at),
    }
    return event_digest(previous, b"", canonical(covered))


def append(tournament: Tournament, events: Sequence[e.Event], by: By) -> list[Recorded]:
    """Inside the caller's transaction, which has locked the tournament's row."""
    now = timezone.now()
    rows, added = [], []
    seq, digest = tournament.head_seq, tournament.head_digest
    for event in events:
        seq += 1
        payload: dict[str, Any] = to_json(event)
        row = TournamentEvent(
            tournament=tournament,
            seq=seq,
            type=payload.pop("type"),
            payload=payload,
            actor=by.actor,
            why=by.why,
            user_id=by.user_id,
            command_id=by.command_id,
            recorded_at=now,
        )
        digest = row.digest = digest_of(digest, row)
        rows.append(row)
        added.append(Recorded(seq, event, by.actor, by.why, now))
    TournamentEvent.objects.bulk_create(rows)
    tournament.head_seq, tournament.head_digest = seq, digest
    return added


def read(tournament_id: UUID, after: int = 0) -> list[Recorded]:
    rows = TournamentEvent.objects.filter(tournament_id=tournament_id, seq__gt=after)
    return [
        Recorded(seq, decode(type_name, payload), actor, why, at)
        for seq, type_name, payload, actor, why, at in rows.order_by("seq").values_list(
            "seq", "type", "payload", "actor", "why", "recorded_at"
        )
    ]


def decode(type_name: str, payload: dict[str, Any]) -> e.Event:
    return from_json({"type": type_name, **payload}, e.Event)  # type: ignore[arg-type]


def first_break(tournament: Tournament) -> int | None:
    """The first event whose digest is not what it should be; None where the chain is whole."""
    digest, seq = GENESIS, 0
    for row in tournament.events.order_by("seq"):
        seq += 1
        if row.seq != seq or digest_of(digest, row) != row.digest:
            return seq
        digest = row.digest
    return None if (seq, digest) == (tournament.head_seq, tournament.head_digest) else seq


# A tournament at its head, in memory. Only a cache: checked against the head each time.
_known: dict[UUID, tuple[str, list[Recorded]]] = {}
_lock = Lock()
MOST_KNOWN = 100


def log_at_head(tournament: Tournament) -> list[Recorded]:
    with _lock:
        digest, log = _known.get(tournament.id, ("", []))
    if digest == tournament.head_digest:
        return log
    # The log is only ever added to: what we have read is still its beginning.
    log = log + read(tournament.id, log[-1].seq if log else 0)
    log = [recorded for recorded in log if recorded.seq <= tournament.head_seq]
    with _lock:
        _known[tournament.id] = tournament.head_digest, log
        while len(_known) > MOST_KNOWN:
            del _known[next(iter(_known))]
    return log


def forget_all() -> None:
    """As after a restart."""
    with _lock:
        _known.clear()
    _states.clear()


_states: dict[UUID, tuple[str, State]] = {}


def state_of(tournament: Tournament) -> State:
    """To read, never to change: others read the same one."""
    digest, state = _states.get(tournament.id, ("", None))
    if state is not None and digest == tournament.head_digest:
        return state
    state = fold(log_at_head(tournament))
    _states[tournament.id] = tournament.head_digest, state
    while len(_states) > MOST_KNOWN:
        del _states[next(iter(_states))]
    return state
