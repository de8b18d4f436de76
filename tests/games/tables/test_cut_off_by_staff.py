"""Who loses a role, a token or the account in the admin is cut off without waiting for the next look."""

import math
from collections.abc import Callable
from typing import Any

import pytest
from channels.db import database_sync_to_async
from django.test import Client

from games.accounts.models import Role, User
from games.tables import hub
from tests.games.tables.given import a_game, a_user
from tests.games.tables.talking import connected

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("committed", "quick"),
]

in_database = database_sync_to_async


def chief() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("chief", display_name="Chief"))
    return client


def fill_in(path: str, **form: Any) -> None:
    answer = chief().post(f"/admin/accounts/{path}", form)
    assert answer.status_code == 302, answer.content.decode()


def change_person(jun: User, **change: str) -> None:
    role = jun.roles.get()
    form = {
        "username": jun.username, "display_name": jun.display_name, "is_active": "on",
        "date_joined_0": "2026-11-18", "date_joined_1": "00:00:00",
        "roles-TOTAL_FORMS": "1", "roles-INITIAL_FORMS": "1", "roles-0-id": str(role.pk),
        "roles-0-user": str(jun.pk), "roles-0-role": role.role, "roles-0-scope": "",
    }  # fmt: skip
    fill_in(f"user/{jun.pk}/change/", **{**form, **change})


def give_role_to_another(jun: User) -> None:
    form = {"user": a_user("ole").pk, "role": "judge", "scope": ""}
    fill_in(f"role/{jun.roles.get().pk}/change/", **form)


def remove_all(kind: str, things: Any) -> None:
    chosen = [thing.pk for thing in things.all()]
    fill_in(f"{kind}/", action="delete_selected", post="yes", _selected_action=chosen)


WAYS: dict[str, Callable[[User], None]] = {
    "the role, among what is known of the person": lambda jun: change_person(
        jun, **{"roles-0-DELETE": "on"}
    ),
    "the account": lambda jun: change_person(jun, is_active=""),
    "the role, to somebody else": give_role_to_another,
    "the role": lambda jun: fill_in(f"role/{jun.roles.get().pk}/delete/", post="yes"),
    "every role": lambda jun: remove_all("role", jun.roles),
    "the token": lambda jun: fill_in(f"apitoken/{jun.api_tokens.get().pk}/delete/", post="yes"),
    "every token": lambda jun: remove_all("apitoken", jun.api_tokens),
}


@pytest.mark.parametrize("lost", WAYS)
async def test_who_loses_something_in_the_admin_is_cut_off_at_once(
    layer: None, own_hub: None, monkeypatch: pytest.MonkeyPatch, lost: str
) -> None:
    monkeypatch.setattr(hub, "RECHECK_EVERY", math.inf)
    jun = await in_database(a_user)("jun")
    await in_database(Role.objects.create)(user=jun, role="judge")
    game = await in_database(a_game)()
    async with connected(game, jun, "?as=judge") as socket:
        await socket.next()
        await in_database(WAYS[lost])(jun)
        assert (await socket.closed())["code"] == 4401
