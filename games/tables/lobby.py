"""Before the first event: somebody makes a game, people and AIs take its seats, and it begins.

Every change locks the game's row, so that of two people who want one seat one gets it, and
nothing changes under a game that is just beginning.
"""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings
from django.db import transaction
from rest_framework.exceptions import ValidationError

from games.accounts.models import Role, User
from games.problems import Problem
from games.tables import access, live
from games.tables.access import Person
from games.tables.ai_names import ai_name
from games.tables.models import Game, Seat, new_invite_token
from games.tables.seat_plans import SeatPlan, check_table, known_level
from games.tables.services.opening import open_lobby, start_game
from rules import editions
from rules.kernel.chance import unchosen_salt


def create_game(
    host: User,
    *,
    edition: str,
    plans: Sequence[SeatPlan],
    options: Mapping[str, bool],
    name: str = "",
    **chosen: Any,
) -> Game:
    """A lobby in which nobody sits yet: the host, too, sits down after seeing the commitment."""
    check_table(edition, plans, options)
    if chosen.get("on_run_out") == Game.OnRunOut.JUDGE:
        refuse_without_a_judge(host)
    refuse_too_many(host)
    with transaction.atomic():
        game = open_lobby(
            edition=edition,
            seat_count=len(plans),
            name=name or f"{host}'s game",
            host=host,
            options=dict(options),
            **chosen,
        )
        for seat, plan in zip(game.seats.order_by("number"), plans, strict=True):
            prepare(game, seat, plan)
        begin_when_full(game)
    return game


def quick_play(
    host: User,
    *,
    edition: str,
    plans: Sequence[SeatPlan],
    options: Mapping[str, bool],
    salt: str = "",
    **chosen: Any,
) -> Game:
    """A game against AIs in which the host has the first seat, and which begins when the host sits down.

    With a salt that is at once; but whoever wants to see the commitment first joins with it later.
    """
    with transaction.atomic():
        game = create_game(
            host, edition=edition, plans=plans, options=options, starts_when_full=True, **chosen
        )
        return join(host, game.id, salt) if salt else game


@transaction.atomic
def join(user: User, game_id: UUID, salt: str, number: int | None = None, invite: str = "") -> Game:
    """Take a seat, the given one or the first that is free. Who sits already moves over."""
    game, seats = lock_lobby(user, game_id, invite)
    if not may_sit(user, game, seats, invite):
        raise Problem(403, "invitation-needed", "One sits down here with the invite link only.")
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    seat = wanted_seat(user, seats, number) if number is not None or own is None else own
    if seat != own:
        if own is not None:
            release(own)
        sit(seat, user, salt)
        begin_when_full(game)
    return Game.objects.get(pk=game.pk)


@transaction.atomic
def leave(user: User, game_id: UUID) -> Game:
    game, seats = lock_lobby(user, game_id)
    own = next((seat for seat in seats if seat.user_id == user.pk), None)
    if own is None:
        raise Problem(409, "not-seated", "You have no seat in this game.")
    release(own)
    return Game.objects.get(pk=game.pk)


@transaction.atomic
def change_seat(user: User, game_id: UUID, number: int, plan: SeatPlan) -> Game:
    """The host opens a seat, keeps it for somebody or gives it to an AI; who sat there stands up."""
    game, seats = lock_lobby(user, game_id)
    refuse_unless_host(user, game)
    seat = numbered(seats, number)
    if game.visibility != Game.Visibility.PUBLIC and seat.user_id not in (None, user.pk):
        change_invite(game)  # or they would come back by the link that they know
    release(seat)
    prepare(game, seat, plan)
    begin_when_full(game)
    return Game.objects.get(pk=game.pk)


@transaction.atomic
def fill_with_ais(user: User, game_id: UUID, level: str = "") -> Game:
    """Every seat that is open to anyone gets an AI; seats kept for somebody stay theirs."""
    game, seats = lock_lobby(user, game_id)
    refuse_unless_host(user, game)
    for seat in seats:
        if is_free(seat) and seat.invited_id is None:
            prepare(game, seat, SeatPlan("ai", level=level))
    begin_when_full(game)
    return Game.objects.get(pk=game.pk)


@transaction.atomic
def renew_invite(user: User, game_id: UUID) -> Game:
    """From here on the old link leads nowhere; who sits stays."""
    game, _ = lock_lobby(user, game_id)
    refuse_unless_host(user, game)
    change_invite(game)
    return game


def change_invite(game: Game) -> None:
    game.invite_token = new_invite_token()
    game.save(update_fields=["invite_token"])


@transaction.atomic
def start(user: User, game_id: UUID) -> Game:
    game, _ = lock_lobby(user, game_id)
    refuse_unless_host(user, game)
    return start_game(game)


@transaction.atomic
def cancel(user: User, game_id: UUID) -> Game:
    game, _ = lock_lobby(user, game_id)
    refuse_unless_host(user, game)
    game.status = Game.Status.CANCELLED
    game.save(update_fields=["status"])
    return Game.objects.get(pk=game.pk)


# Who may


def find_game(person: Person, game_id: UUID, invite: str = "") -> Game:
    """The game, for whoever may know of it; to all others it is not there."""
    game = Game.objects.filter(pk=game_id).first()
    if game is None:
        raise access.no_such_game()
    if not holds_invite(game, invite):
        access.audience_of(person, game, list(game.seats.all()))
    return game


def invited_to(person: Person, token: str) -> Game:
    """The game that a link leads to: whoever has it may see the lobby, and of a private game no more."""
    game = Game.objects.filter(invite_token=token).first()
    if game is None:
        raise Problem(404, "no-such-invite", "This invitation leads nowhere: ask for a new one.")
    if not access.may_know_of(person, game, list(game.seats.all())):
        refuse_unless_lobby(game)
    return game


def lock_lobby(user: User, game_id: UUID, invite: str = "") -> tuple[Game, list[Seat]]:
    """The game and its seats, ours alone until the transaction ends."""
    find_game(user, game_id, invite)
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    refuse_unless_lobby(game)
    # Whoever locks it changes it: all who look at the lobby are told once that is committed.
    transaction.on_commit(lambda: live.changed(Game.objects.get(pk=game_id)))
    return game, list(game.seats.order_by("number"))


def refuse_unless_lobby(game: Game) -> None:
    if game.status == Game.Status.CANCELLED:
        raise Problem(409, "cancelled", "This game was cancelled.")
    if game.status != Game.Status.LOBBY:
        raise Problem(409, "not-a-lobby", "This game has begun already.")


def may_sit(user: User, game: Game, seats: Sequence[Seat], invite: str) -> bool:
    return (
        game.visibility == Game.Visibility.PUBLIC
        or game.host_id == user.pk
        or any(user.pk in (seat.user_id, seat.invited_id) for seat in seats)
        or holds_invite(game, invite)
    )


def holds_invite(game: Game, invite: str) -> bool:
    return secrets.compare_digest(invite.encode(), game.invite_token.encode())


def is_host(person: Person, game: Game) -> bool:
    if person.pk is None:
        return False
    return game.host_id == person.pk or access.has_role_at(person, game, Role.Name.ORGANISER)


def refuse_unless_host(user: User, game: Game) -> None:
    if not is_host(user, game):
        raise Problem(403, "not-the-host", "Only the host may do this.")


def refuse_without_a_judge(host: User) -> None:
    """At a table of no tournament: the game would stop, and nobody could let it go on."""
    if not access.judges_everywhere().exclude(user=host).exists():
        raise ValidationError(
            {"on_run_out": "There is no judge to be called here: choose an AI or a forfeit."}
        )


def refuse_too_many(host: User) -> None:
    most = settings.GAMES_AT_ONCE["guest" if host.is_guest else "account"]
    unfinished = Game.objects.filter(host=host, status__in=[Game.Status.LOBBY, Game.Status.RUNNING])
    if unfinished.count() >= most:
        raise Problem(
            409, "too-many-games", f"You host {most} unfinished games: finish or cancel one first."
        )


# Seats


def prepare(game: Game, seat: Seat, plan: SeatPlan) -> None:
    """Make a free seat what it is meant for."""
    seat.invited = None
    if plan.kind == "ai":
        seat.policy = known_level(editions()[game.edition], plan.level)
        seat.name = ai_name(game.id, seat.number)
    elif plan.kind == "host":
        seat.invited = game.host
    elif plan.kind == "invited":
        seat.invited = User.objects.named(plan.username, is_guest=False, is_active=True)
        if seat.invited is None:
            raise ValidationError({"seats": f"There is no account {plan.username}."})
    seat.save()


def sit(seat: Seat, user: User, salt: str) -> None:
    seat.user, seat.name = user, user.display_name
    # Where several tables play one deck, no salt may change it.
    if not seat.game.seed_held:
        seat.salt = salt
    seat.save()


def release(seat: Seat) -> None:
    seat.user, seat.policy, seat.name = None, "", ""
    seat.salt = unchosen_salt(bytes(seat.game.sealed_seed.seed), seat.number)
    seat.save()


def is_free(seat: Seat) -> bool:
    return seat.user_id is None and not seat.policy


def wanted_seat(user: User, seats: Sequence[Seat], number: int | None) -> Seat:
    if number is None:
        mine = [seat for seat in seats if is_free(seat) and seat.invited_id == user.pk]
        open_to_all = [seat for seat in seats if is_free(seat) and seat.invited_id is None]
        if not mine and not open_to_all:
            raise Problem(409, "full", "Every seat is taken.")
        return (mine + open_to_all)[0]
    seat = numbered(seats, number)
    if seat.user_id != user.pk and not is_free(seat):
        raise Problem(409, "seat-taken", f"{seat.name} sits in seat {number + 1} already.")
    if seat.invited_id not in (None, user.pk):
        raise Problem(409, "seat-kept", f"Seat {number + 1} is kept for somebody else.")
    return seat


def numbered(seats: Sequence[Seat], number: int) -> Seat:
    if number >= len(seats):
        raise ValidationError(
            {"seat": f"There are {len(seats)} seats, numbered from 0: there is no seat {number}."}
        )
    return seats[number]


def begin_when_full(game: Game) -> None:
    if game.starts_when_full and not game.seats.filter(user=None, policy="").exists():
        start_game(game)
