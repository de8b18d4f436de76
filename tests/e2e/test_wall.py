"""The wall of live tables, for a screen that stays on all day."""

from playwright.sync_api import Response, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.table import PATIENCE, play_now


def is_list(answer: Response) -> bool:
    return "/api/games?live" in answer.url


def test_a_list_that_is_fetched_again_opens_no_tile_anew(visitor: NewVisitor) -> None:
    player, hall = visitor(), visitor()
    play_now(player)
    sockets: list[str] = []
    hall.on("websocket", lambda socket: sockets.append(socket.url.partition("?")[0]))
    hall.goto("/watch")
    tiles = hall.locator("article.tile")
    expect(tiles.get_by_role("link", name="Astrid's game").first).to_be_visible(timeout=PATIENCE)
    for _ in range(2):
        with hall.expect_response(is_list, timeout=PATIENCE):
            pass
    expect(hall.get_by_text("Loading …")).to_have_count(0, timeout=PATIENCE)
    assert len(sockets) == len(set(sockets))
