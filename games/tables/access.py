"""Who looks at a game, and as what. Asked anew for every request and, by the sockets, again and again.

Whoever sits at the table has the view of that seat and no other. A judge sees every hand at once,
a commentator after the table's delay; both have to ask for it (`as=judge`), and everybody else,
signed in or not, is a spectator.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet

from games.accounts.models import Role, User
from games.accounts.roles import has_role
from games.problems import Problem
from games.tables.models import Game, Seat
from games.tables.sitters import Sitter
from rules import ALL_HANDS, EVERYTHING, SPECTATOR, Observer, seated

Person = User | AnonymousUser

PLAYER, SPECTATOR_ROLE, JUDGE, COMMENTATOR = "player", "spectator", "judge", "commentator"
ROLES = (PLAYER, SPECTATOR_ROLE, JUDGE, COMMENTATOR)


class Audience(NamedTuple):
    """A role at one game. All who share an audience are sent the very same bytes."""

    role: str
    seat: int | None = None

    def observer(self, revealed: bool) -> Observer:
        # After the seed is revealed the whole log is open to everyone.
        if revealed:
            return EVERYTHING
        if self.seat is not None:
            return seated(self.seat)
        return ALL_HANDS if self.role in (JUDGE, COMMENTATOR) else SPECTATOR


PUBLIC = Audience(SPECTATOR_ROLE)


def audience_of(
    person: Person, game: Game, seats: Sequence[Seat | Sitter], wanted: str = ""
) -> Audience:
    """Raises a problem where somebody asks for more than is theirs; a private game is not found."""
    seat = seat_of(person, seats)
    if not may_know_of(person, game, seats):
        raise no_such_game()
    if seat is not None:
        if wanted in (JUDGE, COMMENTATOR):
            raise Problem(403, "you-play-here", f"Who sits at a table can't be its {wanted}.")
        return Audience(PLAYER, seat)
    if wanted in (JUDGE, COMMENTATOR):
        if not has_role_at(person, game, wanted):
            raise Problem(403, "not-your-role", f"You are not a {wanted} at this table.")
        return Audience(wanted)
    if wanted == PLAYER:
        raise Problem(403, "not-your-seat", "You have no seat in this game.")
    return PUBLIC


def seat_of(person: Person, seats: Sequence[Seat | Sitter]) -> int | None:
    if person.pk is None:
        return None
    return next((seat.number for seat in seats if seat.user_id == person.pk), None)


def has_role_at(person: Person, game: Game, *roles: str) -> bool:
    return any(
        has_role(person, role, scope) for role in roles for scope in {str(game.id), game.scope}
    )


def judges_everywhere() -> QuerySet[Role]:
    """Who can rule at any table, also where nobody was appointed."""
    may_rule = (Role.Name.JUDGE, Role.Name.ORGANISER)
    return Role.objects.filter(role__in=may_rule, scope="", user__is_active=True)


def may_know_of(person: Person, game: Game, seats: Sequence[Seat | Sitter]) -> bool:
    if game.visibility != Game.Visibility.PRIVATE:
        return True
    if person.pk is None:
        return False
    if game.host_id == person.pk:
        return True
    if any(person.pk in (seat.user_id, seat.invited_id) for seat in seats):
        return True
    return has_role_at(person, game, *Role.Name.values)


def no_such_game() -> Problem:
    return Problem(404, "no-such-game", "There is no such game.")
