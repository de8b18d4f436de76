import threading

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client, RequestFactory

from games.accounts.models import Attempts, User
from games.accounts.throttle import address_of, count_attempt
from games.problems import Problem
from tests.games.accounts.conftest import PASSWORD
from tests.games.accounts.test_accounts import post

pytestmark = pytest.mark.django_db


@pytest.fixture
def three_of_each(settings: pytest.FixtureRequest) -> None:
    settings.RATE_LIMITS = dict.fromkeys(settings.RATE_LIMITS, (3, 60))  # type: ignore[attr-defined]


def sign_in(names: list[str], password: str) -> list[int]:
    """What each attempt is answered with; each comes from an address of its own."""
    return [
        post(Client(REMOTE_ADDR=f"192.0.2.{number}"), "sign-in", username=name, password=password).status_code
        for number, name in enumerate(names)
    ]  # fmt: skip


@pytest.mark.usefixtures("three_of_each")
def test_guessing_one_password_is_stopped_even_from_many_addresses(rolf: User) -> None:
    assert sign_in(["rolf"] * 3, "guess") == [403] * 3
    response = post(Client(REMOTE_ADDR="192.0.2.9"), "sign-in", username="ROLF", password=PASSWORD)
    assert response.status_code == 429
    assert response.json()["detail"] == "Too many attempts: try again in a minute."
    assert 0 < int(response.headers["Retry-After"]) <= 60


@pytest.mark.usefixtures("three_of_each")
def test_another_way_to_write_a_name_gives_no_more_guesses() -> None:
    User.objects.create_user("simis", password=PASSWORD)
    assert sign_in(["simis", "ſimis", "ＳＩＭＩＳ"], "guess") == [403] * 3
    assert sign_in(["simiſ"], PASSWORD) == [429]


@pytest.mark.usefixtures("three_of_each")
def test_guesses_at_a_name_that_is_nobodys_are_stopped_as_any_others() -> None:
    assert sign_in(["straße", "STRASSE", "Straße", "strasse"], "guess") == [403] * 3 + [429]


@pytest.mark.usefixtures("three_of_each")
def test_nobody_is_locked_out_by_the_number_of_the_account(rolf: User) -> None:
    sign_in([f"account {rolf.pk}"] * 4, "guess")
    assert sign_in(["rolf"], PASSWORD) == [200]


@pytest.mark.usefixtures("three_of_each")
def test_a_strangers_guesses_do_not_keep_the_owner_from_a_new_password(
    as_rolf: Client, rolf: User
) -> None:
    sign_in(["rolf"] * 4, "guess")
    change = {"current_password": PASSWORD, "new_password": "ten-slow-wagons"}
    assert post(as_rolf, "password", **change).status_code == 204
    assert sign_in(["rolf"], "ten-slow-wagons") == [429], "the stranger gets no more guesses by it"


@pytest.mark.usefixtures("three_of_each")
def test_guessing_from_an_open_page_is_stopped(as_rolf: Client) -> None:
    change = {"current_password": "guess", "new_password": "ten-slow-wagons"}
    assert [post(as_rolf, "password", **change).status_code for _ in range(3)] == [403] * 3
    assert post(as_rolf, "password", **change | {"current_password": PASSWORD}).status_code == 429


@pytest.mark.usefixtures("three_of_each")
def test_guessing_many_names_from_one_address_is_stopped(client: Client, rolf: User) -> None:
    for number in range(3):
        assert post(client, "sign-in", username=f"u{number}", password="x").status_code == 403
    assert post(client, "sign-in", username="rolf", password=PASSWORD).status_code == 429


@pytest.mark.usefixtures("three_of_each")
def test_signing_in_rightly_costs_nothing(client: Client, rolf: User) -> None:
    for _ in range(5):
        assert post(client, "sign-in", username="rolf", password=PASSWORD).status_code == 200


@pytest.mark.usefixtures("three_of_each")
def test_one_address_makes_only_so_many_accounts_and_guests() -> None:
    guests = [post(Client(), "guest", display_name="G").status_code for _ in range(4)]
    assert guests == [201, 201, 201, 429]
    accounts = [
        post(Client(), "sign-up", username=f"u{number}", password=PASSWORD).status_code
        for number in range(4)
    ]
    assert accounts == [201, 201, 201, 429]


def test_a_limit_ends_with_its_time_and_leaves_nothing_behind() -> None:
    most, _ = settings.RATE_LIMITS["guest"]
    Attempts.objects.create(key="guest:here", count=most, until=1)
    Attempts.objects.create(key="guest:elsewhere", count=most, until=1)
    count_attempt("guest", "here")
    assert list(Attempts.objects.values_list("key", "count")) == [("guest:here", 1)]


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::/64"),
        ("", "unknown"),
    ],
)
def test_an_ipv6_neighbour_counts_as_the_same_address(address: str, counted: str) -> None:
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=address)) == counted


@pytest.mark.django_db(transaction=True)
def test_attempts_at_the_same_moment_are_all_counted() -> None:
    refused: list[Problem] = []

    def try_often() -> None:
        for _ in range(4):
            try:
                count_attempt("sign_in_account", "rolf")
            except Problem as problem:
                refused.append(problem)
        connection.close()

    threads = [threading.Thread(target=try_often) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    most, _ = settings.RATE_LIMITS["sign_in_account"]
    assert len(refused) == 16 - most
