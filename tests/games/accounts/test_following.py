"""Whom somebody follows is the same on every device of theirs, and nobody else's business."""

from typing import Any

import pytest
from django.test import Client

from games.accounts.following import MOST_FOLLOWED
from games.accounts.models import Followed, User
from tests.games.accounts.test_accounts import post

pytestmark = pytest.mark.django_db

ANNA = {"kind": "player", "id": "Anna Å/Ø", "name": "Anna Å/Ø"}
CUP = {"kind": "tournament", "id": "Anna Å/Ø", "name": "The Cup"}


def follow(client: Client, who: dict[str, str]) -> int:
    return client.put("/api/me/following", who, content_type="application/json").status_code


def stop(client: Client, kind: str, target: str) -> int:
    query = {"kind": kind, "id": target}
    return client.delete("/api/me/following", query_params=query).status_code


def followed(client: Client) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = client.get("/api/me/following").json()
    return found


def test_a_second_device_sees_whom_the_first_follows(rolf: User) -> None:
    phone, desk = Client(), Client()
    phone.force_login(rolf)
    desk.force_login(rolf)
    assert (follow(phone, ANNA), follow(phone, CUP), follow(desk, ANNA)) == (204, 204, 204)
    assert followed(desk) == [ANNA, CUP]
    assert stop(desk, "player", ANNA["id"]) == 204
    assert followed(phone) == [CUP]


def test_a_guest_follows_and_keeps_it_with_an_account(client: Client) -> None:
    post(client, "guest", display_name="Rolf")
    follow(client, ANNA)
    post(client, "sign-up", username="rolf", password="nine-fast-wagons")
    assert followed(client) == [ANNA]


def test_whom_one_follows_is_nobody_elses_business(as_rolf: Client, client: Client) -> None:
    follow(as_rolf, ANNA)
    assert client.get("/api/me/following").status_code == 401
    assert follow(client, ANNA) == 401
    post(client, "guest", display_name="Flor")
    assert stop(client, "player", ANNA["id"]) == 204
    assert followed(client) == []
    assert followed(as_rolf) == [ANNA]


def test_nobody_follows_without_end(as_rolf: Client, rolf: User) -> None:
    Followed.objects.bulk_create(
        Followed(user=rolf, kind="player", target=f"P{n}", name=f"P{n}")
        for n in range(MOST_FOLLOWED)
    )
    assert follow(as_rolf, ANNA) == 409
    assert follow(as_rolf, {"kind": "player", "id": "P7", "name": "P7"}) == 204
    stop(as_rolf, "player", "P7")
    assert follow(as_rolf, ANNA) == 204


@pytest.mark.parametrize(
    "wrong", [{"kind": "game"}, {"id": ""}, {"id": "x" * 61}, {"name": "a\nb"}, {"name": ""}]
)
def test_what_can_not_be_followed_is_refused(as_rolf: Client, wrong: dict[str, str]) -> None:
    assert follow(as_rolf, ANNA | wrong) == 400
    assert followed(as_rolf) == []
