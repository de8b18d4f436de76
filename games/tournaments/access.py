"""Who somebody is in a tournament. A role is granted for its id, or everywhere."""

from typing import NamedTuple
from uuid import UUID

from games.accounts.models import Role, User
from games.accounts.roles import has_role
from games.problems import Problem
from games.tables.access import Person
from games.tournaments.models import Entrant, Tournament


class Standing(NamedTuple):
    organises: bool
    judges: bool
    entrant: int  # their number, or 0


def standing_of(person: Person, tournament: Tournament) -> Standing:
    if not isinstance(person, User):
        return Standing(False, False, 0)
    scope = str(tournament.id)
    own = Entrant.objects.filter(tournament=tournament, user=person).first()
    return Standing(
        has_role(person, Role.Name.ORGANISER, scope),
        has_role(person, Role.Name.JUDGE, scope),
        own.number if own else 0,
    )


def find_tournament(tournament_id: UUID) -> Tournament:
    tournament = Tournament.objects.filter(id=tournament_id).first()
    if tournament is None:
        raise Problem(404, "no-such-tournament", "There is no such tournament.")
    return tournament


def refuse_unless_organiser(person: Person, tournament: Tournament) -> None:
    if not standing_of(person, tournament).organises:
        raise Problem(403, "not-your-role", "Only the organiser may do this.")
