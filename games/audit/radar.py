"""The fair-play radar: what people's decisions cost them and whom they helped, for judges and auditors alone.

Finished games are looked at a few decisions at a time, so that nothing waits for it. What it finds is a reason to
look, never a verdict: docs/PROOF.md says how often it is wrong.
"""

from typing import Any, NamedTuple
from uuid import UUID

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet, Sum

from games.accounts.models import Role, User
from games.audit import desk
from games.audit.models import Decision, GameAppraisal, PairLeaning
from games.problems import Problem
from games.tables import selectors, snapshots
from games.tables.models import Game, Seat
from rules import decode_command, encode_command, fair_play

AT_ONCE = 8  # decisions: a second or so
PASSED_AT_ONCE = 100  # games that tell nothing
BY_A_PERSON = "player"
ROLES = (Role.Name.JUDGE, Role.Name.AUDITOR)


def appraise_some() -> int:
    """The next decisions of the game that ended first and is not through. Returns how many were weighed."""
    game = _next_game()
    if game is None:
        return 0
    progress, _ = GameAppraisal.objects.get_or_create(game=game)
    edition = selectors.edition_of(game)
    commands = selectors.commands_of(game)
    theirs = [n for n, x in enumerate(commands, 1) if x.actor == BY_A_PERSON and "seat" in x.body]
    wanted = [number for number in theirs if number > progress.reached][:AT_ONCE]
    found = list(
        fair_play.appraise(
            edition,
            game.options,
            snapshots.chance_of(game),
            [decode_command(edition, command.body) for command in commands],
            wanted,
            str(game.id),
        )
    )
    is_last = not wanted or wanted[-1] == theirs[-1]
    rows = [
        Decision(
            game=game,
            seq=commands[one.number - 1].first_seq,
            seat=one.seat,
            chosen=encode_command(edition, one.chosen),
            instead=encode_command(edition, one.instead),
            gains=one.gains,
            is_clear=one.is_clear,
        )
        for one in found
    ]
    with transaction.atomic():
        here = GameAppraisal.objects.filter(game=game, reached=progress.reached, is_whole=False)
        # Who comes second finds nothing to do.
        if here.update(reached=max(wanted, default=progress.reached), is_whole=is_last):
            Decision.objects.bulk_create(rows)
            if is_last:
                _sum_up(game)
    return len(wanted)


def _next_game() -> Game | None:
    """What tells nothing is passed over, once and for all."""
    behind = Q(appraisal=None) | Q(appraisal__is_whole=False)
    finished = Game.objects.filter(behind, status=Game.Status.OVER, due="").order_by("ended_at")
    for game in finished[:PASSED_AT_ONCE]:
        people = game.seats.exclude(user=None).count()
        if people > 1 and fair_play.can_appraise(selectors.edition_of(game), game.seat_count):
            return game
        GameAppraisal.objects.update_or_create(game=game, defaults={"is_whole": True})
    return None


def _sum_up(game: Game) -> None:
    people = dict(Seat.objects.filter(game=game).values_list("number", "user_id"))
    edition = selectors.edition_of(game)
    decisions = [
        fair_play.Decision(
            x.seq,
            x.seat,
            decode_command(edition, x.chosen),
            decode_command(edition, x.instead),
            tuple(x.gains),
            x.is_clear,
        )
        for x in game.decisions.order_by("seq")
    ]
    PairLeaning.objects.bulk_create(
        PairLeaning(
            game=game, helper_id=people[helper], helped_id=people[helped], **leaning._asdict()
        )
        for (helper, helped), leaning in fair_play.leanings(decisions).items()
        if people[helper] and people[helped]
    )


def visible_games(user: User) -> QuerySet[Game]:
    """Where somebody judges or audits, but did not play: a player never sees what is said of a table."""
    own = Seat.objects.filter(user=user, game=OuterRef("pk"))
    return desk.visible_games(user, ROLES).filter(~Exists(own))


class Pair(NamedTuple):
    edition: str
    helper: str
    helped: str
    games: int
    leaning: fair_play.Leaning

    @property
    def finding(self) -> fair_play.Finding:
        return fair_play.finding(self.leaning, self.games)


def pairs(user: User) -> list[Pair]:
    """Over all games of an edition that this person may see, the strongest leaning first."""
    sums = (
        PairLeaning.objects.filter(game__in=visible_games(user).values("id"))
        .values(
            "game__edition",
            "helper_id",
            "helped_id",
            one=F("helper__display_name"),
            other=F("helped__display_name"),
        )
        .annotate(
            games=Count("id"), total=Sum("total"), squares=Sum("squares"), weighed=Sum("decisions")
        )
    )
    found = [
        Pair(
            x["game__edition"],
            x["one"],
            x["other"],
            x["games"],
            fair_play.Leaning(x["total"], x["squares"], x["weighed"]),
        )
        for x in sums
    ]
    return sorted(found, key=lambda pair: -pair.leaning.deviations)


def decisions_of(user: User, game_id: UUID) -> tuple[GameAppraisal, list[dict[str, Any]]]:
    """Of one game, in order."""
    game = visible_games(user).filter(id=game_id).first()
    appraisal = GameAppraisal.objects.filter(game=game).first() if game else None
    if game is None or appraisal is None:
        raise Problem(404, "not-appraised", "The radar has nothing of this game, or not yet.")
    return appraisal, [
        {
            "seq": one.seq,
            "seat": one.seat,
            "chosen": one.chosen,
            "instead": one.instead,
            "cost": -one.gains[one.seat],
            "gains": one.gains,
            "is_clear": one.is_clear,
        }
        for one in game.decisions.order_by("seq")
    ]
