from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser

from games.accounts import leaving
from games.accounts.models import Role, User


def has_role(user: User | AnonymousUser, role: Role.Name | str, scope: str = "") -> bool:
    """Whether this role was granted, for this scope or everywhere."""
    if not isinstance(user, User) or not user.is_active:
        return False
    return Role.objects.filter(user=user, role=role, scope__in={"", scope}).exists()


def take_away(roles: Iterable[Role]) -> None:
    """Whoever looks on in such a role is cut off at once."""
    for role in roles:
        role.delete()
        leaving.announce(role.user_id)
