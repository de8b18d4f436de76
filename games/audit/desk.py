"""The auditor's desk: find any game, stand at any position of it as anybody, and see what changed.

An auditor sees what there is to see, and that leaves a trace, as a judge's look does: while a game runs, each
look at hidden cards is recorded. Decks and seeds stay sealed until the end, for auditors too, and who sits at a
table can't audit it before it is over.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple

from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast

from games.accounts.models import Role, User
from games.audit.models import AuditAlarm
from games.problems import Problem
from games.tables import access, selectors
from games.tables.models import Game, GameCommand, GameEvent, Look, Seat
from games.tables.presentation import view_json
from games.tables.selectors import Place
from games.tables.services.looks import record_look
from games.tables.sitters import sitters_of
from rules import ALL_HANDS, EVERYTHING, SPECTATOR, Observer, seated

LOOKED_AT_DESK = "desk"


AUDITORS = (Role.Name.AUDITOR,)


def scopes_of(user: User, roles: Sequence[str] = AUDITORS) -> set[str]:
    """Where somebody has one of the roles; the empty scope is everywhere."""
    granted = Role.objects.filter(user=user, role__in=roles) if user.is_active else []
    scopes = {role.scope for role in granted}
    if not scopes:
        raise Problem(403, "not-your-role", f"This is for {' and '.join(f'{x}s' for x in roles)}.")
    return scopes


def visible_games(user: User, roles: Sequence[str] = AUDITORS) -> QuerySet[Game]:
    scopes = scopes_of(user, roles)
    if "" in scopes:
        return Game.objects.all()
    ids = [scope for scope in scopes if len(scope) == 36]
    return Game.objects.filter(Q(scope__in=scopes) | Q(id__in=ids))


def find_game(user: User, game_id: Any) -> Game:
    game = visible_games(user).filter(id=game_id).first()
    if game is None:
        raise access.no_such_game()
    return game


def _has(model: Any, *either: Q, **conditions: Any) -> Exists:
    return Exists(model.objects.filter(*either, game=OuterRef("pk"), **conditions))


# To forfeit was an event of its own once, and to be handed over said nothing of it.
FORFEITED = Q(type="seat_forfeited") | Q(type="seat_handed_over", payload__for_good=True)
HANDED_OVER = Q(type="seat_handed_over") & (Q(version=1) | Q(payload__for_good=False))

# What an auditor may want to look at twice, and how it is found.
ANOMALIES: dict[str, Callable[[], Exists | Q]] = {
    "alarm": lambda: _has(AuditAlarm, acknowledged_at=None),
    "ruling": lambda: _has(GameCommand, actor="judge"),
    "clock": lambda: _has(GameCommand, actor__endswith="clock"),
    "forfeit": lambda: _has(GameEvent, FORFEITED),
    "handed_over": lambda: _has(GameEvent, HANDED_OVER),
    "policy_failed": lambda: _has(GameCommand, actor__contains=", which "),
    "looked": lambda: _has(Look),
    "cancelled": lambda: Q(status=Game.Status.CANCELLED),
}


def search(
    user: User,
    *,
    player: str = "",
    event: str = "",
    edition: str = "",
    status: str = "",
    since: Any = None,
    until: Any = None,
    winner: str = "",
    anomaly: str = "",
) -> QuerySet[Game]:
    games = visible_games(user).prefetch_related("seats__user")
    if player:
        named = Q(name__icontains=player) | Q(user__username__icontains=player)
        games = games.filter(Exists(Seat.objects.filter(named, game=OuterRef("pk"))))
    if event:
        games = games.filter(_has(GameEvent, type=event))
    if edition:
        games = games.filter(edition=edition)
    if status:
        games = games.filter(status=status)
    if since:
        games = games.filter(created_at__gte=since)
    if until:
        games = games.filter(created_at__lte=until)
    if winner:
        games = games.exclude(result=None).annotate(
            first=Cast(KT("result__standings__0__seat"), IntegerField())
        )
        games = games.filter(_has(Seat, number=OuterRef("first"), name__icontains=winner))
    if anomaly:
        games = games.filter(ANOMALIES[anomaly]())
    return games


def observer_named(game: Game, name: str, revealed: bool) -> Observer:
    """`spectator`, `judge`, `everything` or `seat:2` (numbered from 0)."""
    kind, _, number = name.partition(":")
    if name == "spectator":
        return SPECTATOR
    if name == "judge":
        return ALL_HANDS
    if name == "everything":
        if not revealed:
            raise Problem(409, "not-over", "Decks stay sealed until the game is over.")
        return EVERYTHING
    if kind == "seat" and number.isascii() and number.isdecimal() and int(number) < game.seat_count:
        return seated(int(number))
    raise Problem(400, "malformed", "observer is spectator, judge, everything or seat:0 and so on.")


class Position(NamedTuple):
    seq: int
    digest: str
    view: dict[str, Any]


def position(user: User, game: Game, seq: int | None, observer: str) -> Position:
    """The whole table at a position, as this observer saw it then."""
    seats = sitters_of(game.id)
    place = Place(game, seats, access.PUBLIC, game.head_seq)
    seen_by = observer_named(game, observer, place.revealed)
    if not place.revealed and seen_by != SPECTATOR:
        if access.seat_of(user, seats) is not None:
            raise Problem(403, "you-play-here", "Who sits at a table can't audit it yet.")
        record_look(user.pk, game.id, LOOKED_AT_DESK, game.head_seq if seq is None else seq)
    snapshot = selectors.snapshot_at(place, seq)
    if snapshot is None:
        raise Problem(404, "no-such-seq", "Before the first event there is nothing to see.")
    return Position(snapshot.seq, snapshot.digest, view_json(snapshot, seen_by))


def difference(before: Any, after: Any, path: str = "") -> Iterator[dict[str, Any]]:
    """Each place where two views differ: where, what was there, what is there."""
    if isinstance(before, dict) and isinstance(after, dict):
        for name in sorted({*before, *after}):
            below = f"{path}.{name}" if path else str(name)
            yield from difference(before.get(name), after.get(name), below)
    elif isinstance(before, list) and isinstance(after, list):
        for n, (old, new) in enumerate(zip_longest(before, after)):
            yield from difference(old, new, f"{path}[{n}]")
    elif before != after:
        yield {"path": path, "before": before, "after": after}
