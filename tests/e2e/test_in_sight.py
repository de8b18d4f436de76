"""What has to be in sight at a table, and what must not lie over it."""

import json

import pytest
from playwright.sync_api import FloatRect, Locator, Page, WebSocketRoute, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.table import PATIENCE, Mouse, open_table, play_now, row, wait_for_my_turn

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}


def box(what: Locator) -> FloatRect:
    found = what.bounding_box()
    assert found
    return found


def test_a_phone_shows_the_whole_map_until_one_looks_closer(visitor: NewVisitor) -> None:
    page = visitor(viewport=PHONE)
    open_table(page, "Astrid", 3, "USA")
    page.get_by_role("button", name="Begin the game").click()
    for city in ("Vancouver", "Los Angeles", "Boston", "Miami"):
        name = page.locator(".map-frame text", has_text=city).first
        expect(name).to_be_in_viewport(ratio=1, timeout=PATIENCE)
    page.get_by_role("button", name="Closer").click()
    expect(page.locator(".map-frame text", has_text="Boston").first).not_to_be_in_viewport()
    page.get_by_role("button", name="Further away").click()
    expect(page.locator(".map-frame text", has_text="Boston").first).to_be_in_viewport()


def rob_somebody(page: Page) -> None:
    """Who robs whom is chance: here it is told in place of the first card that is drawn."""
    drawn = {"blind_card_drawn", "face_up_card_taken"}
    robbery = {"type": "train_robbed", "seat": 1, "victim": 0, "color": "purple"}
    robbery |= {"cards": 2, "locomotives": 0}
    told: list[WebSocketRoute] = []

    def between(socket: WebSocketRoute) -> None:
        def pass_on(text: str | bytes) -> None:
            message = json.loads(text)
            if not told and drawn & {one["type"] for one in message.get("events", [])}:
                told.append(socket)
                message["events"][-1] |= robbery
            socket.send(json.dumps(message))

        socket.connect_to_server().on_message(pass_on)

    page.route_web_socket("**/ws/games/**", between)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_a_robbery_is_shown_beside_what_a_player_needs_and_goes_with_a_key(
    visitor: NewVisitor, size: dict[str, int]
) -> None:
    page = visitor(viewport=size, reduced_motion="reduce")
    rob_somebody(page)
    play_now(page)
    Mouse().move(page)
    wait_for_my_turn(page)
    row(page).first.click()
    moment = page.locator(".moment", has_text="Train robbery")
    expect(moment).to_be_visible(timeout=PATIENCE)
    shown, own = box(moment), box(page.locator("section.own"))
    if size == PHONE:
        assert shown["height"] < size["height"] / 8
        assert shown["y"] + shown["height"] == size["height"]
    else:
        assert shown["x"] >= own["x"] + own["width"]
    page.keyboard.press("Escape")
    expect(moment).to_have_count(0, timeout=500)
