"""After a commit: who watches is told that there is something new, and what comes next is enqueued.

A notice carries a game's id and its new head, never an event or a card: each web process reads
for itself what its sockets may see. A lost notice does no harm: the hub asks for what it missed,
and the nudge enqueues what was not. So nothing here may hold up a move or fail it (outbox.py).
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from games.tables.event_store import Recorded
from games.tables.models import Game
from games.tables.outbox import Outbox, Task
from games.tables.sitters import Sitters, sitters_of
from games.tables.snapshots import Snapshot
from games.tracing import NOWHERE, Origin

PATIENCE = 10  # seconds: by then the nudge has asked for it again


class Moved(NamedTuple):
    """What was committed for one game. It stays in this process."""

    game: Game
    seats: Sitters
    snapshot: Snapshot | None
    events: list[Recorded]
    origin: Origin = NOWHERE


# The hub of this process, where there is one: it hears of our own moves without a detour.
local_listeners: list[Callable[[list[Moved]], None]] = []


def after_commit(moves: list[Moved]) -> None:
    for listener in local_listeners:
        listener(moves)
    announce(moves)


def announce(moves: list[Moved]) -> None:
    """To the other processes, and to the workers."""
    notices = {str(move.game.id): move.game.head_seq for move in moves}
    outbox().put(notices, list(owed(moves)))


def owed(moves: list[Moved]) -> Iterator[Task]:
    """What the service does next for these games, on behalf of whom."""
    for move in moves:
        if task := next_task(move.game):
            name, arguments = task
            yield name, arguments | ({"headers": dict(move.origin)} if move.origin else {})


def changed(game: Game) -> None:
    """Something else than a move: somebody sat down, somebody asks for a pause."""
    seats = sitters_of(game.id)
    for listener in local_listeners:
        listener([Moved(game, seats, None, [])])
    outbox().put({str(game.id): game.head_seq}, [])


def run_out(games: list[Game]) -> None:
    """Somebody who was too late shows that time is over there: that need not wait for the nudge."""
    about = [_about(game) | {"expires": PATIENCE} for game in games]
    outbox().put({}, [("games.tables.tasks.run_out_clock", how) for how in about])


def next_task(game: Game) -> Task | None:
    """What the service owes a game now: the name of a task and how it is sent."""
    if game.awaits == Game.Awaits.POLICY:
        pace = {"countdown": game.ai_pace / 1000}
        return "games.tables.tasks.play_ai_turn", _about(game) | pace
    if game.awaits == Game.Awaits.SERVICE:
        return "games.tables.tasks.settle_due", _about(game)
    if game.status == Game.Status.OVER:
        return "games.audit.tasks.publish_game", {"args": [str(game.id)]}
    return None


def _about(game: Game) -> dict[str, Any]:
    return {"args": [str(game.id), game.head_seq]}


@cache
def outbox() -> Outbox:
    """Of this process; made when it is first wanted, so after a worker has forked."""
    return Outbox()
