"""Most moves follow one that the same process has written: then it knows the game by heart.

Such commands are judged without a look into the database and written with one statement, which asks whether
what was known still holds and is a transaction by itself: one visit instead of six. Nobody is refused here.
Whatever else it is, a game that somebody else has moved, a command that was carried out before, a move that
the rules refuse, the log has to be asked for it: `carry_out` does that.
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, connection
from django.utils import timezone

from games import metrics
from games.metrics import Laps
from games.tables import snapshots, writer
from games.tables.event_store import Addition
from games.tables.models import Game
from games.tables.services.commands import after_commit, row_of, traced
from games.tables.services.judging import Accepted, Submission, Table

Outcomes = list[Accepted | None]  # one for each command of a batch; None: ask the log


def carry_out_from_memory(batch: Sequence[Submission], answer: Callable[[Outcomes], None]) -> None:
    """`answer` is called once that is committed, before anybody who watches is told."""
    with traced(batch) as submissions:
        _carry_out(submissions, answer)


def _carry_out(batch: Sequence[Submission], answer: Callable[[Outcomes], None]) -> None:
    laps = Laps(metrics.COMMIT_SECONDS)
    now = timezone.now()
    tables = {one.game_id: known_table(one.game_id) for one in batch}
    outcomes = [judged(tables[one.game_id], one, now) for one in batch]
    laps.end("judge")
    moved = [table for table in tables.values() if table is not None and table.additions]
    written = _write(moved) if moved else set()
    laps.end("append")
    answer(
        [
            outcome if one.game_id in written else None
            for one, outcome in zip(batch, outcomes, strict=True)
        ]
    )
    if written:
        metrics.COMMIT_COMMANDS.observe(len(batch))
        after_commit([table for table in moved if table.game.id in written], laps)


def known_table(game_id: UUID) -> Table | None:
    """A game that this process knows by heart."""
    known = snapshots.recent(game_id)
    if known is None or not known.sitters.as_text or (row := row_of(known)) is None:
        return None
    return Table(row, known.sitters, known.snapshot)


def judged(table: Table | None, one: Submission, now: datetime) -> Accepted | None:
    """None: ask the log."""
    if table is None:
        return None
    try:
        return table.judge(one, None, now)
    except Exception:
        return None  # who asks the log will say what is wrong


def _write(moved: Sequence[Table]) -> set[UUID]:
    try:
        return writer.write_what_still_holds(*what_to_write(moved))
    except IntegrityError:
        return set()  # one of them was carried out before: then none of them is written


def what_to_write(
    moved: Sequence[Table],
) -> tuple[list[Addition], list[Game], list[writer.Known]]:
    additions = [addition for table in moved for addition in table.additions]
    known = [writer.Known(x.game.id, x.known_digest, x.seats.as_text) for x in moved]
    return additions, [x.game for x in moved], known


def is_possible() -> bool:
    """Elsewhere a batch is in a transaction of its own before anything is judged."""
    return connection.vendor == "postgresql" and not connection.in_atomic_block
