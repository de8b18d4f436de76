"""The bot of docs/PROTOCOL.md plays a game through the public API, against the running service."""

from pathlib import Path

import httpx

from rules.kernel.chain import canonical
from rules.verify import verify
from tests.games.tables import example_bot
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
