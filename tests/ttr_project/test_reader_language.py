"""What the framework says of its own accord is said in the reader's language, and ours stays as it is."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def refused_password(client: Client, language: str) -> str:
    answer = client.post(
        "/api/accounts/sign-up",
        {"username": "rolf", "password": "12345"},
        content_type="application/json",
        headers={"accept-language": language},
    )
    assert answer.status_code == 400
    assert "Accept-Language" in answer.headers["Vary"]
    return str(answer.json()["errors"]["password"][0])


@pytest.mark.parametrize(
    ("language", "begins"),
    [
        ("en", "This password is too short."),
        ("da", "Denne adgangskode er for kort."),
        ("sv-SE,sv;q=0.9,en;q=0.8", "Det här lösenordet är för kort."),
        ("de", "This password is too short."),
    ],
)
def test_a_password_is_refused_in_the_readers_language(
    client: Client, language: str, begins: str
) -> None:
    assert refused_password(client, language).startswith(begins)


def test_a_field_left_out_is_named_in_the_readers_language(client: Client) -> None:
    answer = client.post(
        "/api/accounts/guest",
        {},
        content_type="application/json",
        headers={"accept-language": "da"},
    )
    assert answer.json()["errors"] == {"display_name": ["Dette felt er påkrævet."]}


def test_the_language_of_one_reader_does_not_stay_for_the_next(client: Client) -> None:
    assert refused_password(client, "sv").startswith("Det här")
    assert refused_password(client, "").startswith("This")


def test_our_own_sentences_are_english_on_the_wire(client: Client) -> None:
    answer = client.get("/api/accounts/tokens", headers={"accept-language": "da"})
    assert answer.json()["detail"] == "Sign in, or come in as a guest."


def test_what_is_no_refusal_is_the_same_for_every_reader(client: Client) -> None:
    answer = client.get("/api/editions", headers={"accept-language": "da"})
    assert answer.status_code == 200
    assert "Accept-Language" not in answer.headers.get("Vary", "")
