"""The one way in which a running game moves.

`carry_out` takes the commands of many games into one transaction: it locks the heads, asks the
rules, appends everything with one statement per table, and commits once. Nobody is answered or
told before that. A command that is refused, or that trips over a fault, leaves its neighbours
alone, since nothing is written before every command has been judged.
"""

from collections.abc import Iterable, Sequence
from uuid import UUID

import structlog
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.problems import Problem
from games.tables import access, event_store, live, projections, snapshots
from games.tables.models import Game, GameCommand, Seat
from games.tables.services.judging import Accepted, Submission, Table

log = structlog.get_logger()


def carry_out(batch: Sequence[Submission]) -> list[Accepted | Problem]:
    """All of them in one transaction; each has its own outcome, in the same order."""
    try:
        return _carry_out(batch)
    except IntegrityError:
        # The locks make this impossible; should it happen, nobody pays for a neighbour.
        if len(batch) > 1:
            return [carry_out([one])[0] for one in batch]
        log.error("append_clashed", game=str(batch[0].game_id))
        return [Problem(409, "conflict", "Somebody else moved at the same moment: look again.")]


@transaction.atomic
def _carry_out(batch: Sequence[Submission]) -> list[Accepted | Problem]:
    now = timezone.now()
    tables = _lock({one.game_id for one in batch})
    repeated = _known_commands(batch)
    outcomes: list[Accepted | Problem] = []
    for one in batch:
        table = tables.get(one.game_id)
        if table is None:
            outcomes.append(access.no_such_game())
            continue
        try:
            outcomes.append(table.judge(one, repeated.get((one.game_id, one.command_id)), now))
        except Problem as refused:
            outcomes.append(refused)
        except Exception as fault:
            # Only its kind is logged: its text may name a hidden card.
            log.error("command_failed", game=str(one.game_id), fault=type(fault).__name__)
            outcomes.append(Problem(500, "fault", "Something went wrong on our side."))
    moved = [table for table in tables.values() if table.additions]
    if moved:
        event_store.append([addition for table in moved for addition in table.additions])
        projections.store([table.game for table in moved])
        transaction.on_commit(lambda: _after_commit(moved))
    return outcomes


def _after_commit(moved: Iterable[Table]) -> None:
    for table in moved:
        snapshots.remember(table.game.id, table.snapshot)
    live.after_commit(
        [live.Moved(table.game, table.seats, table.snapshot, table.fresh) for table in moved]
    )


def _lock(game_ids: Iterable[UUID]) -> dict[UUID, Table]:
    """The games, in the order of their ids so that two batches can't wait for each other."""
    games = list(Game.objects.select_for_update(no_key=True).filter(id__in=game_ids).order_by("id"))
    seats: dict[UUID, list[Seat]] = {game.id: [] for game in games}
    for seat in Seat.objects.filter(game_id__in=seats).order_by("number"):
        seats[seat.game_id].append(seat)
    return {game.id: Table(game, seats[game.id]) for game in games}


def _known_commands(batch: Sequence[Submission]) -> dict[tuple[UUID, UUID], GameCommand]:
    found = GameCommand.objects.filter(
        game_id__in={one.game_id for one in batch},
        command_id__in={one.command_id for one in batch},
    )
    return {(command.game_id, command.command_id): command for command in found}
