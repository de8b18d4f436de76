"""What is decided about a game from outside its rules: by a judge, by a player about a seat (absence.py),
or by all who play, together. All of it goes into the log, and none of it touches the past."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from uuid import UUID, uuid4

from django.db import transaction

from games.accounts.models import Role, User
from games.problems import Problem
from games.tables import access, live, snapshots
from games.tables.models import Game, GameCommand, Seat
from games.tables.services.asking import AGREEMENT, PAUSE, body_of, paused_by, people
from games.tables.services.clocks import stand_in
from games.tables.services.committer import submit_command
from games.tables.services.judging import Accepted, Submission
from games.tables.sitters import Sitter, sitters_of
from rules import editions

JUDGE = "judge"  # in what role: the log names it

Decided = TypeVar("Decided")

AGREED_SECONDS = 60  # for every clock, where all agree to go on after one ran out
MOST_TRIES = 20  # AIs at full speed may be quicker some times


def rule(judge: User, game_id: UUID, ruling: dict[str, Any], command_id: UUID) -> Accepted:
    """A judge's ruling; `ruling` is its body."""
    game, sitters = find(judge, game_id)
    if not access.has_role_at(judge, game, Role.Name.JUDGE, Role.Name.ORGANISER):
        raise Problem(403, "not-your-role", "Only a judge at this table can rule.")
    if access.seat_of(judge, sitters) is not None:
        raise Problem(403, "you-play-here", "Who sits at a table can't be its judge.")
    # One that ended the game is answered again as it was.
    if not game.commands.filter(command_id=command_id).exists():
        refuse_unless_running(game)
    if "to" in ruling:
        ruling = ruling | {"to": known_policy(game, ruling["to"], ruling["type"])}
    return submit(game, ruling, JUDGE, judge, command_id)


def ask_to(user: User, game_id: UUID, what: str) -> Accepted | list[int]:
    """Asks for a pause, or to go on; done when all who play have asked. Else: who has not yet.

    Who plays on asks no longer, and who leaves is not waited for (asking.py)."""
    return while_it_holds(lambda: _ask_to(user, game_id, what))


def _ask_to(user: User, game_id: UUID, what: str) -> Accepted | list[int]:
    _, seat = own_seat(user, game_id)
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).get(id=game_id)
        is_so = game.paused == (what == PAUSE)
        missing = [] if is_so else note(game, seat, what)
    if is_so:
        return as_it_is(game, user, what)
    if missing:
        live.changed(game)
        return missing
    if game.judge_called:
        # Whose time is over needs some more, or the game would stop again at once.
        more = {"type": "extend_time", "seconds": AGREED_SECONDS, "reason": "agreed"}
        submit(game, more, AGREEMENT, user, expected_seq=game.head_seq)
        game.refresh_from_db()
    # Who moves before that is done asks no longer.
    return submit(game, body_of(what), AGREEMENT, user, expected_seq=game.head_seq)


def note(game: Game, seat: int, what: str) -> list[int]:
    """That this seat asks for it. Returns who has not yet."""
    refuse_to_ask(game, what)
    Seat.objects.filter(game_id=game.id, number=seat).update(asks_to=what)
    state = snapshots.at_head(game).state
    return [x.number for x in people(sitters_of(game.id), state) if x.asks_to != what]


def as_it_is(game: Game, user: User, what: str) -> Accepted:
    """A double click: they have just agreed."""
    done = game.commands.filter(body__type=body_of(what)["type"]).order_by("-last_seq").first()
    if done is None:
        raise Problem(409, "nothing-to-ask", "The game is not paused.")
    return answer_again(done, user)


def refuse_to_ask(game: Game, what: str) -> None:
    if what == PAUSE or paused_by(game) == AGREEMENT:
        return
    if not game.judge_called:
        raise Problem(403, "paused-by-a-judge", "A judge paused the game and will resume it.")
    # Elsewhere perhaps no judge ever comes.
    if game.is_rated:
        raise Problem(403, "waits-for-a-judge", "Time ran out: a judge decides how it goes on.")


def find(user: User, game_id: UUID) -> tuple[Game, Sequence[Sitter]]:
    game = Game.objects.filter(id=game_id).first()
    if game is None:
        raise access.no_such_game()
    sitters = sitters_of(game_id)
    access.audience_of(user, game, sitters)
    return game, sitters


def refuse_unless_running(game: Game) -> None:
    if game.status != Game.Status.RUNNING:
        raise Problem(409, "not-running", "The game is not being played.")


def own_seat(user: User, game_id: UUID) -> tuple[Game, int]:
    game, sitters = find(user, game_id)
    refuse_unless_running(game)
    seat = access.seat_of(user, sitters)
    if seat is None:
        raise Problem(403, "not-your-seat", "You have no seat in this game.")
    return game, seat


def known_policy(game: Game, name: str, ruling: str) -> str:
    policies = editions()[game.edition].policies
    # Handing a seat over to nobody gives it back to its player.
    if not name:
        return "" if ruling == "hand_over_seat" else stand_in(policies)
    if name not in policies:
        raise Problem(400, "malformed", f"There is no such level: {', '.join(policies)}.")
    return name


def while_it_holds(decide: Callable[[], Decided]) -> Decided:
    """What is decided by what a game is like is submitted with its `expected_seq`; where somebody was
    quicker, it is decided again."""
    for _ in range(MOST_TRIES):
        try:
            return decide()
        except Problem as refused:
            if refused.kind != "conflict":
                raise
    return decide()


def answer_again(done: GameCommand, user: User) -> Accepted:
    """What somebody asks for is so already: the answer to what made it so, as they may see it."""
    again = Submission(done.game_id, done.command_id, done.body, done.actor, user.pk)
    return submit_command(again)


def submit(
    game: Game,
    body: dict[str, Any],
    actor: str,
    user: User,
    command_id: UUID | None = None,
    expected_seq: int | None = None,
) -> Accepted:
    return submit_command(
        Submission(
            game_id=game.id,
            command_id=command_id or uuid4(),
            body=body,
            actor=actor,
            user_id=user.pk,
            expected_seq=expected_seq,
        )
    )
