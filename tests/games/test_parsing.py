import json
from typing import Any

import pytest
from django.test import Client

from games.parsing import MOST_BYTES, read_json


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b'{"username": NaN}', 400),
        (b'{"username": "\xff"}', 400),
        (b'{"username": 1e999}', 400),
        (b'{"username": "a\\u0000b"}', 400),
        (b'{"username": [{"a\\u0000b": 1}]}', 400),
        (b"[" * 21 + b"]" * 21, 400),
        (b"[" * 100_000, 400),
        (b"1" * 10_000, 400),
        (b" " * (MOST_BYTES + 1), 413),
    ],
)
@pytest.mark.django_db
def test_what_can_not_be_read_is_refused_in_words(client: Client, body: bytes, status: int) -> None:
    response = client.post("/api/accounts/sign-in", body, content_type="application/json")
    assert response.status_code == status
    assert response.json()["detail"]


def test_what_only_looks_like_nul_is_read() -> None:
    assert read_json(rb'["\\u0000", "\u0001"]') == [r"\u0000", "\1"]
    assert read_json(f"[{','.join(['[]'] * 51)}]") == [[]] * 51, "wide, not deep"


HALF = "\ud83d"  # of 🚂, which JSON can name and UTF-8 can't write


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("games/quick-play", {"edition": "card_game", "visibility": HALF}),
        ("games/quick-play", {"edition": "card_game", "time_control": {"kind": HALF}}),
        ("games/quick-play", {"edition": "card_game", "options": {HALF: True}}),
        ("accounts/sign-in", {HALF: "rolf"}),
    ],
)
@pytest.mark.django_db
def test_half_a_character_is_refused_wherever_it_stands(
    client: Client, address: str, body: dict[str, Any]
) -> None:
    text = json.dumps(body)
    response = client.post(f"/api/{address}", text, content_type="application/json")
    assert response.status_code == 400
    assert response.json()["detail"].startswith("This is not JSON")


@pytest.mark.django_db
def test_a_whole_character_may_be_written_in_two_halves(client: Client) -> None:
    text = b'{"display_name": "\\ud83d\\ude82"}'
    response = client.post("/api/accounts/guest", text, content_type="application/json")
    assert response.json()["user"]["display_name"] == "🚂"
