"""The one way in which a running game moves.

`carry_out` takes the commands of many games into one transaction: it locks the heads, asks the
rules, appends everything with one statement per table, and commits once. Nobody is answered or
told before that. A command that is refused, or that trips over a fault, leaves its neighbours
alone, since nothing is written before every command has been judged.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from uuid import UUID

import structlog
from django.db import IntegrityError, transaction
from django.utils import timezone

from games import metrics, tracing
from games.metrics import Laps
from games.problems import Problem
from games.tables import access, live, snapshots, writer
from games.tables.models import Game, GameCommand
from games.tables.services.asking import agreed, lapse
from games.tables.services.judging import Accepted, Submission, Table

log = structlog.get_logger()

Outcomes = list[Accepted | Problem]  # one for each command of a batch, in its order


def carry_out(
    batch: Sequence[Submission], answer: Callable[[Outcomes], None] | None = None
) -> Outcomes:
    """All of them in one transaction; each has its own outcome.

    With `answer` they are told as soon as that is committed, before anybody who watches.
    """
    try:
        with traced(batch) as submissions:
            return _carry_out(submissions, answer)
    except IntegrityError:
        # The locks make this impossible; should it happen, nobody pays for a neighbour.
        if len(batch) > 1:
            return [carry_out([one])[0] for one in batch]
        log.error("append_clashed", game=str(batch[0].game_id))
        return [Problem(409, "conflict", "Somebody else moved at the same moment: look again.")]


@contextmanager
def traced(batch: Sequence[Submission]) -> Iterator[Sequence[Submission]]:
    """A span for each of them, where there are traces: many share a commit."""
    if tracing.tracer() is None:
        yield batch
        return
    steps = [
        tracing.Step("commit", one.origin, game=one.game_id, command=one.command_id)
        for one in batch
    ]
    try:
        yield [
            one if one.origin is step.origin else one._replace(origin=step.origin)
            for one, step in zip(batch, steps, strict=True)
        ]
    finally:
        for step in steps:
            step.end(batch=len(batch))


@transaction.atomic
def _carry_out(batch: Sequence[Submission], answer: Callable[[Outcomes], None] | None) -> Outcomes:
    laps = Laps(metrics.COMMIT_SECONDS)
    metrics.COMMIT_COMMANDS.observe(len(batch))
    now = timezone.now()
    tables = _lock({one.game_id for one in batch})
    repeated = _repeated(batch)
    laps.end("lock")
    outcomes: Outcomes = []
    for one in batch:
        table = tables.get(one.game_id)
        if table is None:
            outcomes.append(access.no_such_game())
            continue
        known = repeated.get((one.game_id, one.command_id))
        outcomes.append(_judge(table, one, known, now))
    if overdue := [table.game for table in tables.values() if table.is_overdue]:
        transaction.on_commit(partial(live.run_out, overdue))
    moved = [table for table in tables.values() if table.additions]
    for table in moved:
        if (what_follows := agreed(table)) is not None:
            _judge(table, what_follows, None, now)
    laps.end("judge")
    if moved:
        additions = [addition for table in moved for addition in table.additions]
        writer.write(additions, [table.game for table in moved])
        for table in moved:
            lapse(table)
        laps.end("append")
        if answer is not None:
            transaction.on_commit(partial(answer, outcomes))
        transaction.on_commit(lambda: after_commit(moved, laps))
    return outcomes


def _judge(
    table: Table, one: Submission, known: GameCommand | None, now: datetime
) -> Accepted | Problem:
    try:
        return table.judge(one, known, now)
    except Problem as refused:
        return refused
    except Exception as fault:
        # Only its kind is logged: its text may name a hidden card.
        log.error(
            "command_failed",
            game=str(one.game_id),
            command=str(one.command_id),
            fault=type(fault).__name__,
        )
        return Problem(500, "fault", "Something went wrong on our side.")


def after_commit(moved: Iterable[Table], laps: Laps) -> None:
    laps.end("commit")
    for table in moved:
        snapshots.remember(table.game, table.snapshot, table.seats)
    live.after_commit([live.Moved(x.game, x.seats, x.snapshot, x.fresh, x.origin) for x in moved])


def _lock(game_ids: Collection[UUID]) -> dict[UUID, Table]:
    locked = writer.lock(game_ids)
    games = {x.game_id: _row(x.game_id, x.head_digest) for x in locked}
    missing = [game_id for game_id, game in games.items() if game is None]
    if missing:
        games |= {game.id: game for game in Game.objects.filter(id__in=missing)}
    return {x.game_id: Table(game, x.sitters) for x in locked if (game := games[x.game_id])}


def _repeated(batch: Sequence[Submission]) -> dict[tuple[UUID, UUID], GameCommand]:
    """Those that were carried out before."""
    known = writer.known([(one.game_id, one.command_id) for one in batch])
    return {
        (game_id, command_id): GameCommand.objects.get(game_id=game_id, command_id=command_id)
        for game_id, command_id in known
    }


def _row(game_id: UUID, head_digest: str) -> Game | None:
    """The row from memory, where nobody else has moved since. What the lobby decided stays as it
    is once a game has begun, and the rest of the row follows from the log."""
    known = snapshots.recent(game_id)
    if known is None or known.snapshot.digest != head_digest:
        return None
    return row_of(known)


def row_of(known: snapshots.Remembered) -> Game | None:
    """A copy, if it belongs to the position. What a move changes it replaces."""
    if known.game.head_digest != known.snapshot.digest:
        return None
    row = Game.__new__(Game)
    # copy.copy would ask every field: ten times slower.
    row.__dict__ |= known.game.__dict__
    return row
