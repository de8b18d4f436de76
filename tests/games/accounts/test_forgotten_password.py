import re
from typing import Any

import pytest
from django.conf import settings
from django.core.mail import EmailMessage
from django.test import Client

from games.accounts.models import User
from games.accounts.tokens import create_token, user_with_token
from tests.games.accounts.conftest import PASSWORD
from tests.games.accounts.test_accounts import post, whoami

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("tasks_run_at_once")]


def link_in(mail: EmailMessage) -> dict[str, str]:
    found = re.search(r"^http://testserver/reset/([\w-]+)/([\w-]+)$", str(mail.body), re.MULTILINE)
    assert found
    return {"uid": found[1], "token": found[2]}


def test_the_mailed_link_sets_a_new_password_once(
    client: Client, rolf: User, mailoutbox: list[EmailMessage]
) -> None:
    assert post(client, "password/forgotten", email="ROLF@example.org").status_code == 204
    [mail] = mailoutbox
    assert mail.to == ["rolf@example.org"]
    assert mail.subject == "A new password for Roundhouse"
    assert mail.body.startswith("Hello Rolf from Aarhus,")
    link = link_in(mail)
    assert post(client, "password/reset", **link, new_password="12345").status_code == 400
    assert post(client, "password/reset", **link, new_password="ten-slow-wagons").status_code == 204
    again = post(client, "password/reset", **link, new_password="eleven-wagons")
    assert again.json()["type"] == "/problems/link-expired"
    assert post(client, "sign-in", username="rolf", password=PASSWORD).status_code == 403
    assert post(client, "sign-in", username="rolf", password="ten-slow-wagons").status_code == 200


def test_a_mailed_link_ends_every_session_and_revokes_every_token(
    client: Client, as_rolf: Client, rolf: User, mailoutbox: list[EmailMessage]
) -> None:
    _, secret = create_token(rolf, "left behind")
    post(client, "password/forgotten", email="rolf@example.org")
    assert user_with_token(secret) == rolf, "whoever asks for a link changes nothing"
    link = link_in(mailoutbox[0])
    post(client, "password/reset", **link, new_password="ten-slow-wagons")
    assert whoami(as_rolf) is None
    assert user_with_token(secret) is None


def test_an_unknown_address_gets_the_same_answer_and_no_mail(
    client: Client, rolf: User, mailoutbox: list[EmailMessage]
) -> None:
    assert post(client, "password/forgotten", email="flor@example.org").status_code == 204
    assert mailoutbox == []


def test_nobody_is_flooded_with_mail(
    client: Client, rolf: User, mailoutbox: list[EmailMessage]
) -> None:
    most, _ = settings.RATE_LIMITS["password_mail_to"]
    answers = [
        post(client, "password/forgotten", email="rolf@example.org").status_code
        for _ in range(most + 1)
    ]
    assert answers == [204] * most + [429]
    assert len(mailoutbox) == most


@pytest.mark.parametrize(
    "link",
    [
        {"uid": "MQ", "token": "x-y"},
        {"uid": "!", "token": "x"},
        {"uid": "_w", "token": "x"},
        {"uid": "OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", "token": "x"},
    ],
)
def test_a_made_up_link_opens_nothing(client: Client, rolf: User, link: dict[str, Any]) -> None:
    response = post(client, "password/reset", **link, new_password="ten-slow-wagons")
    assert response.status_code == 403


@pytest.mark.parametrize(
    ("language", "subject"),
    [("da", "En ny adgangskode til Roundhouse"), ("sv", "Ett nytt lösenord för Roundhouse")],
)
def test_the_mail_speaks_the_language_of_the_page_that_asked(
    client: Client, rolf: User, mailoutbox: list[EmailMessage], language: str, subject: str
) -> None:
    client.post(
        "/api/accounts/password/forgotten",
        {"email": "rolf@example.org"},
        content_type="application/json",
        headers={"accept-language": language},
    )
    [mail] = mailoutbox
    assert mail.subject == subject
    assert mail.body.startswith("Hej Rolf from Aarhus,")
    assert link_in(mail)
