"""An AI's turn. It sees its seat's view and the legal moves, and chooses among them."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid5

import structlog
from django.utils import timezone

from games import metrics, tracing
from games.broker import seconds_since_first
from games.problems import Problem
from games.tables import snapshots
from games.tables.models import Game
from games.tables.projections import who_plays
from games.tables.services.committer import submit_command
from games.tables.services.judging import Submission
from games.tables.sitters import Sitter, sitters_of
from games.tables.snapshots import Snapshot
from rules import encode_command, legal_moves, policy_at, sample, view

log = structlog.get_logger()

# Whoever thought about a move has long been stopped, when a game has waited for so many seconds for it. Then
# a worker may have been killed by thinking, or there was none: so the AI is asked, from then on for so many
# more, and if no answer comes, it is not asked again this turn.
LATE_AFTER = 20
FAULTY_AFTER = 40


def play_ai_turn(game_id: UUID, seq: int) -> None:
    """Plays for the first AI that this position waits on; nothing where the game has moved on."""
    game = Game.objects.get(id=game_id)
    if game.head_seq != seq or game.awaits != Game.Awaits.POLICY:
        return
    seats = sitters_of(game_id)
    snapshot = snapshots.at_head(game)
    state = snapshot.state
    seat = next(n for n in state.waiting_on if who_plays(state, seats, n))
    body, actor = choose(snapshot, seats, seat)
    submission = Submission(
        game_id=game.id,
        # The same turn always gives the same id: played twice, it counts once.
        command_id=uuid5(game.id, f"{seq}:{seat}"),
        body=body,
        actor=actor,
        expected_seq=seq,
    )
    try:
        submit_command(submission)
    except Problem as refused:
        # Somebody was quicker (a pause, a ruling), or the choice was illegal.
        if refused.status_code != 422:
            return
        body, actor = (
            simple_move(snapshot, seat),
            fallback(who_plays(state, seats, seat), "illegal"),
        )
        submit_command(submission._replace(body=body, actor=actor))


def choose(snapshot: Snapshot, seats: Sequence[Sitter], seat: int) -> tuple[dict[str, Any], str]:
    """The body of the command, and in whose name: a policy that fails says so in the log."""
    edition, state = snapshot.edition, snapshot.state
    name = who_plays(state, seats, seat)
    policy = edition.policies.get(name)
    if policy is None:
        return simple_move(snapshot, seat), fallback(name, "unknown")
    if has_been_asked_in_vain(snapshot):
        return simple_move(snapshot, seat), fallback(name, "overran")
    dice = snapshot.chance.dice(f"{name}:{snapshot.seq}")
    try:
        with metrics.THINK_SECONDS.labels(name.partition("@")[0]).time(), tracing.span("think"):
            moves = legal_moves(edition, state, seat)
            command = policy(view(edition, state, policy_at(seat)), moves, dice)
        return encode_command(edition, command), f"policy:{name}"
    except Exception as fault:
        # SoftTimeLimitExceeded is one of them. Only the kind is logged: an AI knows its hand.
        kind = type(fault).__name__
        log.warning("policy_failed", policy=name, fault=kind)
        why = "overran" if kind == "SoftTimeLimitExceeded" else "failed"
        return simple_move(snapshot, seat), fallback(name, why)


def has_been_asked_in_vain(snapshot: Snapshot) -> bool:
    waited = (timezone.now() - snapshot.recorded_at).total_seconds()
    # No other position of any game has this digest.
    return waited > LATE_AFTER and seconds_since_first(f"late:{snapshot.digest}") > FAULTY_AFTER


def simple_move(snapshot: Snapshot, seat: int) -> dict[str, Any]:
    """Any legal move, chosen by dice and at once."""
    edition = snapshot.edition
    dice = snapshot.chance.dice(f"simple:{snapshot.seq}")
    offer = dice.choice(legal_moves(edition, snapshot.state, seat))
    return encode_command(edition, sample(edition, offer, dice))


def fallback(name: str, why: str) -> str:
    metrics.FALLBACKS.labels(why).inc()
    return f"policy:any_legal for {name}, which {WHY[why]}"


WHY = {
    "unknown": "is not known here",
    "failed": "failed",
    "overran": "overran its time",
    "illegal": "chose an illegal move",
}
