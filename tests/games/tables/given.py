"""Given games: lobbies and tables in one line."""

from typing import Any
from uuid import uuid4

from games.accounts.models import User
from games.tables import snapshots
from games.tables.models import Game
from games.tables.services.ai import play_ai_turn
from games.tables.services.committer import submit_command
from games.tables.services.dues import settle_due
from games.tables.services.judging import Accepted, Submission
from games.tables.services.opening import open_lobby, start_game
from rules import commands_of, editions, encode_command, legal_moves

POLICY = "any_legal"


def a_user(name: str) -> User:
    return User.objects.create_user(username=name, display_name=name.title())


def a_lobby(*people: User, seats: int = 4, policy: str = POLICY, **settings: Any) -> Game:
    """People in the first seats, AIs in the others."""
    settings.setdefault("ai_pace", 0)
    edition = settings.pop("edition", "card_game")
    host = people[0] if people else None
    game = open_lobby(edition=edition, seat_count=seats, name="A table", host=host, **settings)
    for seat in game.seats.all():
        if seat.number < len(people):
            seat.user, seat.name = people[seat.number], str(people[seat.number])
        else:
            seat.policy, seat.name = policy, f"AI {seat.number + 1}"
        seat.save()
    return game


def a_game(*people: User, seats: int = 4, policy: str = POLICY, **settings: Any) -> Game:
    return start_game(a_lobby(*people, seats=seats, policy=policy, **settings))


def play_on(game: Game, steps: int = 10_000) -> Game:
    """The AIs and the service do what they owe, until people are awaited or nobody is."""
    for _ in range(steps):
        game.refresh_from_db()
        if game.awaits == Game.Awaits.POLICY:
            play_ai_turn(game.id, game.head_seq)
        elif game.awaits == Game.Awaits.SERVICE:
            settle_due(game.id, game.head_seq)
        else:
            break
    game.refresh_from_db()
    return game


def submit(game: Game, user: User, type: str, **fields: Any) -> Accepted:
    game.refresh_from_db()
    command_id = fields.pop("command_id", None) or uuid4()
    expected_seq = fields.pop("expected_seq", game.head_seq)
    return submit_command(
        Submission(
            game_id=game.id,
            command_id=command_id,
            body={"type": type, **fields},
            user_id=user.pk,
            expected_seq=expected_seq,
        )
    )


def first_move(game: Game, seat: int) -> dict[str, Any]:
    """A legal command for a seat, without its seat: the first that is offered."""
    edition = editions()[game.edition]
    snapshot = snapshots.at_head(Game.objects.get(pk=game.pk))
    offer = legal_moves(edition, snapshot.state, seat)[0]
    body = encode_command(edition, next(iter(commands_of(edition, offer))))
    del body["seat"]
    return {name: value for name, value in body.items() if value is not None}
