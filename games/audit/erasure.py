"""An account is erased: who it was is forgotten everywhere, the games stay, and no chain changes.

Logs name seats, never people, so nothing of them has to be touched. What is left of the account is an empty row
under a pseudonym that tells nothing, so that the games of one person stay the games of one person.
"""

import re
import secrets

from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from games.accounts import leaving
from games.accounts.models import Followed, Role, User
from games.accounts.throttle import forget_guesses
from games.problems import Problem
from games.tables import snapshots
from games.tables.models import Game

# Where else a name of a person is kept beside the account, and what it becomes; "*" is the pseudonym.
NAMED = {
    "tables.Seat": {"name": "*"},
    "tournaments.Entrant": {"name": "*", "club": "", "family": ""},
}


@transaction.atomic
def erase_account(user: User) -> str:
    """Returns the pseudonym."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if plays(user):
        raise Problem(
            409, "you-play", "You play at a table: end your games first, or give them up there."
        )
    known_as = {name for name in (user.username, user.display_name) if name}
    pseudonym = f"Traveller {secrets.token_hex(4)}"
    for label, columns in NAMED.items():
        values = {column: to.replace("*", pseudonym) for column, to in columns.items()}
        apps.get_model(label).objects.filter(user=user).update(**values)
    _rename_tables(user, known_as, pseudonym)
    forget_guesses(user)
    Role.objects.filter(user=user).delete()
    user.api_tokens.all().delete()
    user.following.all().delete()
    Followed.objects.filter(kind=Followed.Kind.PLAYER, target__in=known_as).delete()
    _end_sessions(user)
    user.username = f"erased-{secrets.token_hex(8)}"
    user.display_name = pseudonym
    user.first_name = user.last_name = user.email = ""
    user.is_active = user.is_staff = user.is_superuser = user.is_guest = False
    user.last_login = None
    user.set_unusable_password()
    user.save()
    leaving.announce(user.pk)
    return pseudonym


def plays(user: User) -> bool:
    """In a game that they have given up an AI plays for good, and nobody waits for them."""
    seats = user.seats.filter(game__status=Game.Status.RUNNING).select_related("game")
    return any(seat.number not in snapshots.at_head(seat.game).state.forfeited for seat in seats)


def _rename_tables(user: User, known_as: set[str], pseudonym: str) -> None:
    """A table that was called after its host."""
    names = re.compile("|".join(map(re.escape, sorted(known_as, key=len, reverse=True))), re.I)
    for game in Game.objects.filter(host=user):
        renamed = names.sub(pseudonym, game.name)[:80]
        if renamed != game.name:
            Game.objects.filter(id=game.id).update(name=renamed)


def _end_sessions(user: User) -> None:
    for session in Session.objects.filter(expire_date__gt=timezone.now()).iterator():
        if session.get_decoded().get("_auth_user_id") == str(user.pk):
            session.delete()
