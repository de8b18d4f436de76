"""What would an AI do in my place, and why? For learners, from what their own seat has seen."""

from typing import NamedTuple
from uuid import UUID

from games.accounts.models import User
from games.problems import Problem
from games.tables import access, snapshots
from games.tables.models import Game
from games.tables.sitters import sitters_of
from rules import encode_command, legal_moves, policy_at, view
from rules.kernel.edition import Command, Edition


class Hint(NamedTuple):
    policy: str
    command: dict[str, object]
    why: str


def hint_for(user: User, game_id: UUID) -> Hint:
    """Raises a problem where it is not the person's move, or where a hint would be unfair."""
    try:
        game = Game.objects.get(id=game_id)
    except Game.DoesNotExist:
        raise access.no_such_game() from None
    seat = access.audience_of(user, game, sitters_of(game_id), access.PLAYER).seat
    assert seat is not None  # a player has one
    # They count: everybody plays them alone.
    if game.is_rated:
        raise Problem(403, "no-hints", "There are no hints in the games of a tournament.")
    if game.status != Game.Status.RUNNING:
        raise Problem(409, "not-running", "There is nothing to decide: the game is not running.")
    snapshot = snapshots.at_head(game)
    edition, state = snapshot.edition, snapshot.state
    moves = legal_moves(edition, state, seat)
    if not moves or state.handed_to[seat]:
        raise Problem(409, "not-your-turn", "It is not your turn: there is nothing to decide.")
    name = teacher_of(edition)
    policy = edition.policies[name]
    seen = view(edition, state, policy_at(seat))
    command: Command = policy(seen, moves, snapshot.chance.dice(f"hint:{snapshot.seq}"))
    assert policy.explain is not None  # a teacher can
    return Hint(name, encode_command(edition, command), policy.explain(seen, command))


def teacher_of(edition: Edition) -> str:
    """The strongest AI that can say why; where none can, there are no hints."""
    speaking = [name for name, policy in edition.policies.items() if policy.explain]
    if not speaking:
        raise Problem(409, "no-hints", f"Nobody gives hints for {edition.title} yet.")
    return speaking[-1]
