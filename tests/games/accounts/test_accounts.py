from typing import Any

import pytest
from django.test import Client

from games.accounts.models import User
from games.accounts.tokens import create_token, user_with_token
from tests.games.accounts.conftest import PASSWORD

pytestmark = pytest.mark.django_db


def post(client: Client, path: str, **body: Any) -> Any:
    return client.post(f"/api/accounts/{path}", body, content_type="application/json")


def whoami(client: Client) -> Any:
    return client.get("/api/me").json()["user"]


def test_a_stranger_is_nobody_and_gets_a_csrf_cookie(client: Client) -> None:
    response = client.get("/api/me")
    assert response.json() == {"user": None}
    assert "csrftoken" in response.cookies


def test_signing_up_also_signs_in(client: Client) -> None:
    response = post(
        client,
        "sign-up",
        username="ada",
        password=PASSWORD,
        email="a@example.org",
        display_name="Ada",
    )
    assert response.status_code == 201
    assert whoami(client) == {
        "id": User.objects.get().pk, "username": "ada", "display_name": "Ada",
        "email": "a@example.org", "is_guest": False, "is_staff": False, "roles": [],
    }  # fmt: skip


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"password": "1234"}, "password"),
        ({"password": "ada-lovelace"}, "password"),
        ({"password": None}, "password"),
        ({"username": ""}, "username"),
        ({"username": "a b"}, "username"),
        ({"username": "x" * 61}, "username"),
        ({"username": ["ada"]}, "username"),
        ({"email": "nobody"}, "email"),
        ({"display_name": "x" * 61}, "display_name"),
        ({"display_name": "Ada\u202egnol"}, "display_name"),
    ],
)
def test_a_malformed_sign_up_is_told_what_is_wrong(
    client: Client, change: dict[str, Any], field: str
) -> None:
    good = {"username": "ada-lovelace", "password": PASSWORD}
    response = post(client, "sign-up", **(good | change))
    assert response.status_code == 400
    assert list(response.json()["errors"]) == [field]
    assert User.objects.count() == 0


def test_what_is_not_json_is_refused_in_words(client: Client) -> None:
    broken = client.post("/api/accounts/sign-in", "{", content_type="application/json")
    assert broken.status_code == 400
    assert broken.json()["type"] == "/problems/malformed"
    a_list = client.post("/api/accounts/sign-in", "[]", content_type="application/json")
    assert a_list.status_code == 400
    form = client.post("/api/accounts/sign-in", {"username": "rolf"})
    assert form.status_code == 415


def test_a_name_is_taken_whatever_its_capitals(client: Client, rolf: User) -> None:
    response = post(client, "sign-up", username="Rolf", password=PASSWORD)
    assert response.status_code == 409
    assert response.json()["detail"] == "The name Rolf is taken."


def test_signing_in_does_not_mind_capitals(client: Client, rolf: User) -> None:
    assert post(client, "sign-in", username="ROLF", password=PASSWORD).status_code == 200
    assert whoami(client)["id"] == rolf.pk


def test_a_wrong_password_and_an_unknown_name_get_the_same_answer(
    client: Client, rolf: User
) -> None:
    wrong = post(client, "sign-in", username="rolf", password="guess")
    unknown = post(client, "sign-in", username="flor", password="guess")
    assert wrong.status_code == unknown.status_code == 403
    assert wrong.json() == unknown.json()
    assert whoami(client) is None


def test_an_account_that_was_closed_stays_out(client: Client, rolf: User) -> None:
    _, secret = create_token(rolf, "bot")
    User.objects.update(is_active=False)
    assert post(client, "sign-in", username="rolf", password=PASSWORD).status_code == 403
    bot = Client(headers={"Authorization": f"Bearer {secret}"})
    assert bot.get("/api/me").status_code == 401


def test_after_signing_out_one_is_nobody(as_rolf: Client) -> None:
    assert post(as_rolf, "sign-out").status_code == 204
    assert whoami(as_rolf) is None


def test_a_session_needs_the_csrf_token_to_change_something(rolf: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(rolf)
    assert post(client, "sign-out").status_code == 403
    token = client.get("/api/me").cookies["csrftoken"].value
    with_it = Client(enforce_csrf_checks=True, headers={"X-CSRFToken": token})
    with_it.cookies = client.cookies
    assert post(with_it, "sign-out").status_code == 204


def test_a_guest_has_a_name_and_nothing_else(client: Client) -> None:
    assert post(client, "guest", display_name="Passing by").status_code == 201
    me = whoami(client)
    assert (me["display_name"], me["is_guest"]) == ("Passing by", True)
    assert not User.objects.get().has_usable_password()
    assert post(client, "guest", display_name="Again").status_code == 409


def test_a_guest_who_signs_up_stays_the_same_person(client: Client) -> None:
    post(client, "guest", display_name="Passing by")
    guest = whoami(client)
    response = post(client, "sign-up", username="ada", password=PASSWORD)
    assert response.status_code == 201
    me = whoami(client)
    assert (me["id"], me["username"], me["is_guest"]) == (guest["id"], "ada", False)
    assert post(Client(), "sign-in", username="ada", password=PASSWORD).status_code == 200


def test_a_guest_whose_new_name_is_taken_stays_a_guest(client: Client, rolf: User) -> None:
    post(client, "guest", display_name="Passing by")
    assert post(client, "sign-up", username="rolf", password=PASSWORD).status_code == 409
    assert whoami(client)["is_guest"]


def test_who_has_an_account_does_not_sign_up_again(as_rolf: Client) -> None:
    assert post(as_rolf, "sign-up", username="ada", password=PASSWORD).status_code == 409


def patch_me(client: Client, **body: Any) -> Any:
    return client.patch("/api/me", body, content_type="application/json")


def test_a_display_name_can_be_changed(as_rolf: Client) -> None:
    assert patch_me(as_rolf, display_name="Rolf II").json()["user"]["display_name"] == "Rolf II"
    assert patch_me(as_rolf, display_name="").status_code == 400
    assert patch_me(Client(), display_name="Nobody").status_code == 401


def test_an_address_is_changed_only_with_the_password(as_rolf: Client, rolf: User) -> None:
    assert patch_me(as_rolf, email="thief@example.org").status_code == 400
    wrong = patch_me(as_rolf, email="thief@example.org", current_password="guess")
    assert wrong.status_code == 403
    right = patch_me(as_rolf, email="new@example.org", current_password=PASSWORD)
    assert right.json()["user"]["email"] == "new@example.org"


def test_a_changed_password_ends_every_other_session(as_rolf: Client, rolf: User) -> None:
    elsewhere = Client()
    elsewhere.force_login(rolf)
    change = {"current_password": PASSWORD, "new_password": "ten-slow-wagons"}
    assert post(as_rolf, "password", **change).status_code == 204
    assert whoami(as_rolf)["id"] == rolf.pk
    assert whoami(elsewhere) is None
    assert post(as_rolf, "password", **change).status_code == 403


def test_tokens_outlast_a_changed_password_unless_one_says_otherwise(
    as_rolf: Client, rolf: User
) -> None:
    _, secret = create_token(rolf, "bot")
    change = {"current_password": PASSWORD, "new_password": "ten-slow-wagons"}
    assert post(as_rolf, "password", **change).status_code == 204
    assert user_with_token(secret) == rolf
    again = {"current_password": "ten-slow-wagons", "new_password": PASSWORD}
    assert post(as_rolf, "password", **again, revoke_tokens=True).status_code == 204
    assert user_with_token(secret) is None
    assert whoami(as_rolf)["id"] == rolf.pk


def test_whose_change_of_password_is_refused_keeps_the_tokens(as_rolf: Client, rolf: User) -> None:
    _, secret = create_token(rolf, "bot")
    guess = {"current_password": "guess", "new_password": "ten-slow-wagons"}
    assert post(as_rolf, "password", **guess, revoke_tokens=True).status_code == 403
    assert user_with_token(secret) == rolf


def test_a_guest_has_no_password_to_change(client: Client) -> None:
    post(client, "guest", display_name="Passing by")
    response = post(client, "password", current_password="", new_password=PASSWORD)
    assert response.status_code == 400
    response = post(client, "password", current_password="x", new_password=PASSWORD)
    assert response.status_code == 409
