"""What can be found in the lobby, and what of a game anyone who may know of it is told."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.tables import clock
from games.tables.access import Person
from games.tables.lobby import is_free
from games.tables.models import Game, Seat

# Lobby data, and the part of the projection that is public.
SHOWN = (
    "id", "name", "edition", "status", "visibility", "seat_count", "options", "time_control",
    "on_run_out", "decision_seconds", "ai_pace", "commentary_delay", "starts_when_full",
    "commitment", "created_at", "started_at", "ended_at", "head_seq", "phase", "round",
    "waiting_on", "paused", "deadline", "scores", "result", "scope",
)  # fmt: skip


def listed_games(
    person: Person,
    *,
    status: str = "",
    edition: str = "",
    mine: bool = False,
    live: bool = False,
    open: bool = False,
    search: str = "",
    player: Sequence[str] = (),
) -> QuerySet[Game]:
    """Public games, and whatever else is one's own."""
    games = Game.objects.select_related("host").prefetch_related("seats__invited")
    own = Q(host=person.pk) | has_seat(Q(user=person.pk) | Q(invited=person.pk))
    if mine:
        games = games.none() if person.pk is None else games.filter(own)
    elif person.pk is None:
        games = games.filter(visibility=Game.Visibility.PUBLIC)
    else:
        games = games.filter(Q(visibility=Game.Visibility.PUBLIC) | own)
    if status:
        games = games.filter(status=status)
    if edition:
        games = games.filter(edition=edition)
    if live:
        games = games.filter(status=Game.Status.RUNNING)
    if open:
        free = Q(user=None, policy="") & (Q(invited=None) | Q(invited=person.pk))
        games = games.filter(has_seat(free), status=Game.Status.LOBBY)
    if search:
        games = games.filter(Q(name__icontains=search) | has_seat(Q(name__icontains=search)))
    if player:
        games = games.filter(has_seat(Q(name__in=player)))
    return games


def has_seat(condition: Q) -> Exists:
    return Exists(Seat.objects.filter(condition, game=OuterRef("pk")))


def describe_game(game: Game, person: Person, invited: bool = False) -> dict[str, Any]:
    """Everything but the play itself. `invited`: who asks has the invite link in hand."""
    seats = list(game.seats.all())
    own = [seat.number for seat in seats if person.pk and seat.user_id == person.pk]
    hosts = person.pk is not None and game.host_id == person.pk
    belongs = invited or hosts or bool(own)
    return {
        **{column: getattr(game, column) for column in SHOWN},
        "absent_after": absent_after(game),
        "host_name": str(game.host) if game.host else "",
        "is_host": hosts,
        "my_seat": own[0] if own else None,
        "invite_token": game.invite_token if belongs else None,
        "seats": [describe_seat(seat, person, belongs) for seat in seats],
    }


def absent_after(game: Game) -> int | None:
    has_clock = game.time_control["kind"] != "none"
    return None if has_clock or game.is_rated else clock.ABSENT_AFTER


def describe_seat(seat: Seat, person: Person, belongs: bool) -> dict[str, Any]:
    kept_for_me = person.pk is not None and seat.invited_id == person.pk
    name = seat.name
    if is_free(seat) and seat.invited and (belongs or kept_for_me):
        name = str(seat.invited)
    return {
        "number": seat.number,
        "kind": kind_of(seat),
        "name": name,
        "level": seat.policy,
        "is_me": person.pk is not None and seat.user_id == person.pk,
        "kept_for_me": kept_for_me,
    }


def kind_of(seat: Seat) -> str:
    if seat.policy:
        return "ai"
    if seat.user_id is not None:
        return "person"
    # A seat whose account was erased is still its person's once the game has begun.
    return "invited" if seat.invited_id is not None else "open" if not seat.name else "person"
