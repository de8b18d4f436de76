import pytest
from django.test import Client

from games.accounts.models import ApiToken, User
from games.accounts.tokens import MOST_TOKENS, create_token, user_with_token
from tests.games.accounts.conftest import PASSWORD
from tests.games.accounts.test_accounts import post, whoami

pytestmark = pytest.mark.django_db


def bot_with(secret: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {secret}"}, enforce_csrf_checks=True)


def test_the_secret_is_shown_once_and_kept_as_a_digest(as_rolf: Client) -> None:
    made = post(as_rolf, "tokens", name="my bot").json()
    assert made["secret"].startswith("rh_")
    [listed] = as_rolf.get("/api/accounts/tokens").json()
    assert listed == {key: made[key] for key in ("id", "name", "created_at", "last_used_at")}
    assert made["secret"] not in str(ApiToken.objects.values().get())


def test_a_bot_is_its_owner_and_needs_no_csrf_token(rolf: User) -> None:
    token, secret = create_token(rolf, "my bot")
    bot = bot_with(secret)
    assert whoami(bot)["id"] == rolf.pk
    changed = bot.patch("/api/me", {"display_name": "Bot"}, content_type="application/json")
    assert changed.status_code == 200
    token.refresh_from_db()
    assert token.last_used_at is not None


def test_a_token_makes_nothing_that_would_outlast_it(client: Client, rolf: User) -> None:
    bot = bot_with(create_token(rolf, "my bot")[1])
    refused = post(bot, "tokens", name="its child")
    assert (refused.status_code, refused.json()["type"]) == (403, "/problems/needs-a-session")
    assert rolf.api_tokens.count() == 1
    post(client, "guest", display_name="Passing by")
    guests_bot = bot_with(post(client, "tokens", name="my bot").json()["secret"])
    assert post(guests_bot, "sign-up", username="ada", password=PASSWORD).status_code == 403
    assert whoami(client)["is_guest"]


def test_a_revoked_token_stops_working_at_once(as_rolf: Client) -> None:
    made = post(as_rolf, "tokens", name="my bot").json()
    bot = bot_with(made["secret"])
    assert bot.get("/api/me").status_code == 200
    assert as_rolf.delete(f"/api/accounts/tokens/{made['id']}").status_code == 204
    response = bot.get("/api/me")
    assert response.status_code == 401
    assert response.headers["WWW-Authenticate"].startswith("Bearer")
    assert response.json()["detail"] == "This token is unknown or revoked."


def test_nobody_revokes_another_ones_token(client: Client, rolf: User) -> None:
    token, secret = create_token(rolf, "my bot")
    post(client, "guest", display_name="Passing by")
    refused = client.delete(f"/api/accounts/tokens/{token.pk}")
    assert (refused.status_code, refused.json()["detail"]) == (404, "You have no such key.")
    assert user_with_token(secret) == rolf


def test_a_stranger_has_no_tokens(client: Client) -> None:
    assert client.get("/api/accounts/tokens").status_code == 401
    assert post(client, "tokens", name="my bot").status_code == 401


def test_tokens_do_not_pile_up_without_end(as_rolf: Client, rolf: User) -> None:
    for number in range(MOST_TOKENS):
        create_token(rolf, f"bot {number}")
    assert post(as_rolf, "tokens", name="one more").status_code == 409


@pytest.mark.parametrize("secret", ["", "rh_wrong", "\xff", "a b"])
def test_a_made_up_token_is_refused(db: None, secret: str) -> None:
    assert bot_with(secret).get("/api/me").status_code == 401
