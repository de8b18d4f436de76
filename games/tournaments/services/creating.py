"""From nothing to a tournament that takes entries, and who helps to run it."""

from typing import Any

from django.db import transaction

from games.accounts.models import Role, User
from games.accounts.roles import take_away
from games.problems import Problem
from games.tournaments import events as e
from games.tournaments.access import refuse_unless_organiser
from games.tournaments.event_log import By, append
from games.tournaments.models import Tournament
from games.tournaments.plan import Plan, check_plan
from games.tournaments.records import Refused
from rules import Edition, editions


@transaction.atomic
def create_tournament(user: User, *, name: str, plan: Plan, **chosen: Any) -> Tournament:
    """Whoever creates a tournament organises it."""
    if user.is_guest:
        raise Problem(403, "guests-cannot", "Make an account to organise a tournament.")
    edition = edition_of(plan)
    check_plan(plan, edition.seats, edition.policies, edition.options)
    tournament = Tournament.objects.create(name=name, created_by=user, **chosen)
    Role.objects.create(user=user, role=Role.Name.ORGANISER, scope=str(tournament.id))
    append(tournament, [e.TournamentCreated(plan)], By("organiser", user_id=user.pk))
    tournament.save(update_fields=["head_seq", "head_digest"])
    return tournament


def edition_of(plan: Plan) -> Edition:
    edition = editions().get(plan.edition)
    if edition is None:
        raise Refused("bad-plan", f"There is no edition {plan.edition}.")
    return edition


def staff_of(tournament: Tournament) -> list[dict[str, str]]:
    roles = Role.objects.filter(scope=str(tournament.id)).select_related("user")
    return [
        {"username": role.user.username, "role": role.role}
        for role in roles.order_by("role", "user__username")
    ]


def appoint(organiser: User, tournament: Tournament, username: str, role: str) -> None:
    """Lets somebody judge, comment, audit or organise here. Sent twice it counts once."""
    refuse_unless_organiser(organiser, tournament)
    user = User.objects.named(username, is_guest=False, is_active=True)
    if user is None:
        raise Problem(404, "no-such-account", f"There is no account {username}.")
    Role.objects.get_or_create(user=user, role=role, scope=str(tournament.id))


def dismiss(organiser: User, tournament: Tournament, username: str, role: str) -> None:
    refuse_unless_organiser(organiser, tournament)
    user = User.objects.named(username)
    if role == Role.Name.ORGANISER and organiser == user:
        raise Problem(409, "last-organiser", "Somebody else must take the role from you.")
    take_away(Role.objects.filter(user=user, role=role, scope=str(tournament.id)))
