"""What the service itself owes a game: to score a round, to reveal the seed."""

from collections.abc import Collection
from uuid import UUID, uuid5

from django.db import transaction

from games.problems import Problem
from games.tables import live, snapshots
from games.tables.models import Game
from games.tables.services.committer import submit_command
from games.tables.services.judging import Submission
from rules import due_command, encode_command

SERVICE = "service"


def settle_due(game_id: UUID, seq: int) -> None:
    """Nothing where the game has moved on: somebody else has settled it."""
    game = Game.objects.get(id=game_id)
    if game.head_seq != seq or game.awaits != Game.Awaits.SERVICE:
        return
    snapshot = snapshots.at_head(game)
    command = due_command(snapshot.edition, snapshot.state, snapshot.chance)
    if command is None:
        return
    try:
        submit_command(
            Submission(
                game_id=game.id,
                command_id=uuid5(game.id, f"{seq}:{SERVICE}"),
                body=encode_command(snapshot.edition, command),
                actor=SERVICE,
                expected_seq=seq,
            )
        )
    except Problem as refused:
        if refused.status_code != 409:
            raise


@transaction.atomic
def release_seeds(game_ids: Collection[UUID]) -> None:
    """The last table that plays this deck is over: every one of them may reveal it now."""
    held = Game.objects.select_for_update().filter(id__in=game_ids, seed_held=True)
    for game in held:
        game.seed_held = False
        if game.status == Game.Status.OVER and game.due:
            game.awaits = Game.Awaits.SERVICE
        game.save(update_fields=["seed_held", "awaits"])
        transaction.on_commit(lambda game=game: live.changed(game))  # type: ignore[misc]
