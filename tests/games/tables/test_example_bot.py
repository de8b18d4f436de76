"""The bot of docs/PROTOCOL.md plays a game through the public API, against the running service."""

from pathlib import Path

import httpx
import pytest
from django.test import Client

from rules.kernel.chain import canonical
from rules.verify import verify
from tests.games.tables import example_bot
from tests.games.tables.given import a_user
from tests.service import PROJECT, Service


def test_the_example_bot_plays_a_game_that_verifies(live_service: Service) -> None:
    with httpx.Client(base_url=live_service.address) as client:
        guest = client.post("api/accounts/guest", json={"display_name": "Bot"})
        assert guest.status_code == 201, guest.text
        csrf = {"X-CSRFToken": client.cookies["csrftoken"], "Referer": live_service.address}
        token = client.post("api/accounts/tokens", json={"name": "bot"}, headers=csrf).json()
    file = example_bot.main(live_service.address, token["secret"])
    assert verify(canonical(file) + b"\n").result


def test_the_example_is_short_and_printed_in_the_protocol() -> None:
    source = Path(example_bot.__file__).read_text()
    assert len(source.splitlines()) < 100
    assert source in (PROJECT / "docs" / "PROTOCOL.md").read_text()


# For what a client has to do with; an account and its password are the page's.
WANTED = ("/api/games", "/api/editions", "/api/rules", "/api/invites", "/api/accounts/tokens")


def test_the_protocol_names_every_address_of_a_game(client: Client) -> None:
    protocol = (PROJECT / "docs" / "PROTOCOL.md").read_text()
    paths = client.get("/api/schema?format=json").json()["paths"]
    for path in filter(lambda path: path.startswith(WANTED), paths):
        last = path.rpartition("/")[2]
        # Of several in one line the others are shortened: `…/start`.
        assert path.replace("game_id", "id") in protocol or f"`…/{last}`" in protocol, path


@pytest.mark.django_db
def test_the_table_that_the_protocol_shows_can_be_opened(client: Client) -> None:
    protocol = (PROJECT / "docs" / "PROTOCOL.md").read_text()
    _, _, rest = protocol.partition('```json\n{"edition":')
    table, _, _ = rest.partition("```")
    a_user("paul")
    client.force_login(a_user("pia"))
    opened = client.post("/api/games", f'{{"edition":{table}', "application/json")
    assert opened.status_code == 201, opened.content
