import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command
from django.test import Client

from games.accounts.models import Role, User
from games.accounts.roles import has_role
from tests.games.accounts.test_accounts import whoami

pytestmark = pytest.mark.django_db


def test_a_role_everywhere_holds_in_every_scope(rolf: User) -> None:
    Role.objects.create(user=rolf, role="judge")
    assert has_role(rolf, "judge")
    assert has_role(rolf, Role.Name.JUDGE, "spring-cup")
    assert not has_role(rolf, "organiser")


def test_a_role_in_one_scope_holds_there_only(rolf: User) -> None:
    Role.objects.create(user=rolf, role="judge", scope="spring-cup")
    assert has_role(rolf, "judge", "spring-cup")
    assert not has_role(rolf, "judge", "autumn-cup")
    assert not has_role(rolf, "judge")


def test_a_stranger_and_a_closed_account_have_none(rolf: User) -> None:
    Role.objects.create(user=rolf, role="judge")
    rolf.is_active = False
    assert not has_role(rolf, "judge")
    assert not has_role(AnonymousUser(), "judge")


def test_staff_grant_and_revoke_roles_from_the_command_line(
    as_rolf: Client, capsys: pytest.CaptureFixture[str]
) -> None:
    call_command("grant_role", "rolf", "auditor", "--scope", "spring-cup")
    call_command("grant_role", "rolf", "auditor", "--scope", "spring-cup")
    assert "Rolf from Aarhus is auditor: spring-cup." in capsys.readouterr().out
    assert whoami(as_rolf)["roles"] == [{"role": "auditor", "scope": "spring-cup"}]
    call_command("grant_role", "rolf", "auditor", "--scope", "spring-cup", "--revoke")
    assert whoami(as_rolf)["roles"] == []
    with pytest.raises(CommandError, match="no account flor"):
        call_command("grant_role", "flor", "judge")


def test_staff_find_people_roles_and_tokens_in_the_admin(client: Client, rolf: User) -> None:
    client.force_login(User.objects.create_superuser("chief", display_name="Chief"))
    role = Role.objects.create(user=rolf, role="judge")
    for path in (
        "user/",
        f"user/{rolf.pk}/change/",
        "role/",
        f"role/{role.pk}/change/",
        "apitoken/",
    ):
        assert client.get(f"/admin/accounts/{path}").status_code == 200
