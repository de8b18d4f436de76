import pytest
from django.test import Client

from games.parsing import MOST_BYTES


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b'{"username": NaN}', 400),
        (b'{"username": "\xff"}', 400),
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
