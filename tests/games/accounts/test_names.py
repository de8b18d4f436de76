"""One account per name, however it is written, and the same on every database."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.test import Client

from games.accounts.models import User
from games.accounts.names import fold
from tests.games.accounts.conftest import PASSWORD
from tests.games.accounts.test_accounts import post, whoami

BEFORE, AFTER = ("accounts", "0003_following"), ("accounts", "0004_folded_names")
OTHER_PASSWORD = "ten-slow-wagons"

SAME = [
    ("rolf", "ROLF"),
    ("Ärger", "ärger"),
    ("Ærø", "ærØ"),
    ("simis", "ſimiſ"),
    ("straße", "STRASSE"),
    ("ΣΊΣΥΦΟΣ", "σίσυφος"),
    ("office", "oﬃce"),
    ("rolf", "ｒｏｌｆ"),
]


def sign_up(name: str) -> int:
    status: int = post(Client(), "sign-up", username=name, password=PASSWORD).status_code
    return status


def signed_in_as(name: str, password: str = PASSWORD) -> Any:
    client = Client()
    assert post(client, "sign-in", username=name, password=password).status_code == 200
    return whoami(client)["username"]


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "other"), SAME)
def test_a_name_is_one_account_however_it_is_written(name: str, other: str) -> None:
    assert (sign_up(name), sign_up(other)) == (201, 409)
    assert signed_in_as(name) == signed_in_as(other) == name


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "other"), [("yildiz", "yıldız"), ("izmir", "İzmir")])
def test_names_that_only_an_upper_or_a_lower_case_makes_alike_are_two(
    name: str, other: str
) -> None:
    assert (sign_up(name), sign_up(other)) == (201, 201)
    assert (signed_in_as(name), signed_in_as(other)) == (name, other)


def test_what_is_folded_stays_as_it_is() -> None:
    signs = [chr(code) for code in range(0x30000) if not 0xD800 <= code < 0xE000]
    assert [sign for sign in signs if fold(fold(sign)) != fold(sign)] == []


@pytest.mark.django_db
def test_a_name_is_looked_at_as_it_will_be_kept(client: Client) -> None:
    greeting = "\N{ARABIC LIGATURE SALLALLAHOU ALAYHE WASALLAM}"  # four words, with blanks between
    assert post(client, "sign-up", username=greeting, password=PASSWORD).status_code == 400
    assert post(client, "sign-up", username="㌖" * 20, password=PASSWORD).status_code == 400


@pytest.mark.django_db
def test_staff_can_not_add_a_name_that_is_taken(client: Client) -> None:
    User.objects.create_user("Straße")
    client.force_login(User.objects.create_superuser("chief", display_name="Chief"))
    form = {"username": "strasse", "password1": PASSWORD, "password2": PASSWORD}
    answer = client.post("/admin/accounts/user/add/", form)
    assert "The name strasse is taken." in answer.content.decode()


@pytest.fixture
def the_tables_of_before() -> Iterator[Any]:
    """The accounts as the release before knew them."""
    executor = MigrationExecutor(connection)
    executor.migrate([BEFORE])
    yield executor.loader.project_state([BEFORE]).apps.get_model("accounts", "User")
    call_command("migrate", verbosity=0)


@pytest.mark.django_db(transaction=True)
def test_accounts_whose_names_have_become_one_can_both_sign_in(the_tables_of_before: Any) -> None:
    older, younger = make_password(PASSWORD), make_password(OTHER_PASSWORD)
    the_tables_of_before.objects.create(username="Strasse", password=older)
    the_tables_of_before.objects.create(username="straße", password=younger)
    MigrationExecutor(connection).migrate([AFTER])
    assert signed_in_as("STRASSE") == "Strasse"
    assert signed_in_as("straße", OTHER_PASSWORD) == "straße"
    assert sign_up("Straße") == 409
    User.objects.get(username="straße").save()
    assert signed_in_as("straße", OTHER_PASSWORD) == "straße", "though something else was changed"


@pytest.mark.django_db
def test_an_account_that_older_code_has_added_is_found_by_its_very_name(rolf: User) -> None:
    User.objects.update(folded_name=None)
    assert signed_in_as("rolf") == "rolf"
