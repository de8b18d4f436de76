"""The commentator's view: every hand, and later than it is played."""

import json

from playwright.sync_api import Route, expect

from tests.e2e import axe
from tests.e2e.conftest import NewVisitor, picture
from tests.e2e.table import PATIENCE, Mouse, banner, log, open_table, wait_for_my_turn
from tests.e2e.test_people import demo_password, sign_in
from tests.service import Service


def two_turns_behind(route: Route) -> None:
    """The page offers no such setting: whoever organises sets it through the API."""
    if route.request.method != "POST":
        return route.continue_()
    body = json.loads(route.request.post_data or "{}") | {"commentary_delay": {"turns": 2}}
    return route.continue_(post_data=json.dumps(body))


def test_a_commentator_sees_every_hand_some_turns_later(
    visitor: NewVisitor, live_service: Service
) -> None:
    player, cleo = visitor(), visitor()
    player.route("**/api/games", two_turns_behind)
    open_table(player, "Astrid", ais=3)
    player.get_by_role("button", name="Begin the game").click()
    expect(banner(player)).to_contain_text("Choose the tickets", timeout=PATIENCE)

    sign_in(cleo, "cleo", demo_password(live_service, "cleo"))
    expect(cleo.get_by_role("heading", name="Take a seat")).to_be_visible(timeout=PATIENCE)
    cleo.goto(f"{player.url}?as=commentator")
    expect(cleo.get_by_text("runs 2 turns behind")).to_be_visible(timeout=PATIENCE)
    while not cleo.locator(".open").count():
        wait_for_my_turn(player)
        Mouse().move(player)
    expect(cleo.locator(".open")).to_have_count(4, timeout=PATIENCE)
    assert 0 < len(log(cleo)) < len(log(player))
    picture(cleo, "commentator")
    assert axe.faults(cleo) == []
