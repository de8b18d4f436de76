"""A seat's time is over: what happens is what the table agreed on when it was made."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID, uuid5

from django.utils import timezone

from games.problems import Problem
from games.tables import clock, snapshots
from games.tables.models import Game
from games.tables.projections import JUDGE_CALLED
from games.tables.services.ai import simple_move
from games.tables.services.committer import submit_command
from games.tables.services.judging import Submission
from rules.kernel.edition import Policy

CLOCK = "clock"


def run_out(game_id: UUID, seq: int) -> None:
    """For the first seat whose time is over at this position; the nudge comes again for others."""
    game = Game.objects.get(id=game_id)
    if game.head_seq != seq or game.status != Game.Status.RUNNING or game.paused:
        return
    assert game.moved_at is not None  # it runs
    clocks = clock.from_json(game.clock)
    # As who moves is judged: time at one table never runs backwards.
    seats = clock.run_out(clocks, max(timezone.now(), game.moved_at))
    if not seats:
        return
    seat = seats[0]
    if clocks[seat].deciding:
        # A choice that all make at once does not hold up the others: it is made for the seat.
        body, actor = simple_move(snapshots.at_head(game), seat), "policy:any_legal for the clock"
    else:
        body, actor = consequence(game, seat), CLOCK
    try:
        submit_command(
            Submission(
                game_id=game.id,
                command_id=uuid5(game.id, f"{seq}:{seat}:{CLOCK}"),
                body=body,
                actor=actor,
                expected_seq=seq,
            )
        )
    except Problem as refused:
        # The player moved in the last moment.
        if refused.status_code != 409:
            raise


def consequence(game: Game, seat: int) -> dict[str, Any]:
    if game.on_run_out == Game.OnRunOut.JUDGE:
        return {"type": "pause_game", "reason": JUDGE_CALLED}
    ruling = "forfeit_seat" if game.on_run_out == Game.OnRunOut.FORFEIT else "hand_over_seat"
    policy = stand_in(snapshots.at_head(game).edition.policies)
    return {"type": ruling, "seat": seat, "to": policy, "reason": JUDGE_CALLED}


def stand_in(policies: Mapping[str, Policy]) -> str:
    """The AI that plays on for somebody: the edition's strongest of those that need not search."""
    return [name for name, policy in policies.items() if policy.within is None][-1]
