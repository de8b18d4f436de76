"""What a page or a bot asks of the lobby, over HTTP."""

import json
from typing import Any

from django.test import Client

from games.accounts.models import User
from rules import editions

SALT = "0123456789abcdef"
EDITION = next(iter(editions().values()))
LEVEL = next(iter(EDITION.policies))
OPEN = {"kind": "open"}
AI = {"kind": "ai", "level": LEVEL}


def person(name: str) -> Client:
    user, _ = User.objects.get_or_create(username=name, display_name=name.title())
    client = Client()
    client.force_login(user)
    return client


def call(client: Client, path: str, method: str = "post", **body: Any) -> Any:
    response = getattr(client, method)(f"/api/{path}", body, content_type="application/json")
    return response.status_code, json.loads(response.content)


def a_lobby(host: Client, *seats: dict[str, Any], **more: Any) -> dict[str, Any]:
    seats = seats or (OPEN, OPEN)
    status, game = call(host, "games", edition=EDITION.id, seats=seats, **more)
    assert status == 201, game
    return dict(game)


def join(client: Client, game: dict[str, Any], **more: Any) -> Any:
    return call(client, f"games/{game['id']}/join", **({"salt": SALT} | more))


def act(client: Client, game: dict[str, Any], what: str, **more: Any) -> Any:
    return call(client, f"games/{game['id']}/{what}", **more)


def look(client: Client, game: dict[str, Any]) -> Any:
    response = client.get(f"/api/games/{game['id']}")
    return response.status_code, response.json().get("game")


def names(client: Client, **filters: Any) -> list[str]:
    page = client.get("/api/games", filters).json()
    return [game["name"] for game in page["results"]]
