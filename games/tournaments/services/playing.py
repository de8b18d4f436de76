"""A table of AIs at full speed: many moves in one transaction, each judged as any other.

Here the moves are chosen one after the other in memory; then they go in together. They have the ids
that they would have had one by one, so whatever else plays the same turn meanwhile counts once.
"""

from typing import Any
from uuid import UUID, uuid5

from games.problems import Problem
from games.tables import snapshots
from games.tables.models import Game
from games.tables.projections import who_plays
from games.tables.services.ai import choose
from games.tables.services.commands import carry_out
from games.tables.services.dues import SERVICE
from games.tables.services.judging import Submission
from games.tables.sitters import Sitters, sitters_of
from games.tables.snapshots import Snapshot
from rules import advance, decode_command, due_command, encode_command

TOGETHER = 100  # moves


def play_on(game_id: UUID) -> bool:
    """Plays the next moves of the AIs; whether there is more to play."""
    game = Game.objects.get(id=game_id)
    if game.awaits not in (Game.Awaits.POLICY, Game.Awaits.SERVICE):
        return False
    batch = next_moves(game, snapshots.at_head(game), sitters_of(game_id))
    outcomes = carry_out(batch) if batch else []
    # A clash means that somebody else moved: look again.
    return any(
        not isinstance(outcome, Problem) or outcome.status_code == 409 for outcome in outcomes
    )


def next_moves(game: Game, known: Snapshot, seats: Sitters) -> list[Submission]:
    now = known._replace(state=known.state.copy())
    batch: list[Submission] = []
    while len(batch) < TOGETHER and (move := _next_move(game, now, seats)) is not None:
        body, actor, by = move
        command_id = uuid5(game.id, f"{now.seq}:{by}")
        batch.append(Submission(game.id, command_id, body, actor=actor, expected_seq=now.seq))
        command = decode_command(now.edition, body)
        events = advance(now.edition, now.state, command, now.chance)
        if not isinstance(events, list):
            break  # refused when it is judged, too, and then replaced by a simple move
        now = now._replace(seq=now.seq + len(events))
    return batch


def _next_move(game: Game, now: Snapshot, seats: Sitters) -> tuple[dict[str, Any], str, str] | None:
    """The body, in whose name, and what its id is made from."""
    edition, state = now.edition, now.state
    if state.paused or (game.seed_held and state.result is not None):
        return None
    due = due_command(edition, state, now.chance)
    if due is not None:
        return encode_command(edition, due), SERVICE, SERVICE
    seat = next((n for n in state.waiting_on if who_plays(state, seats, n)), None)
    if seat is None:
        return None
    body, actor = choose(now, seats, seat)
    return body, actor, str(seat)
