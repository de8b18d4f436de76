"""Every page: axe finds no fault in it, light or dark, and it fits a phone."""

import gzip
import subprocess
import sys

import pytest
from playwright.sync_api import Page, Response, expect

from tests.e2e import axe
from tests.e2e.conftest import NewVisitor, picture
from tests.e2e.table import (
    PATIENCE,
    Keyboard,
    Mouse,
    banner,
    open_table,
    play_now,
    wait_for_my_turn,
)
from tests.e2e.test_people import demo_password, sign_in
from tests.e2e.test_tournament import begin_round, create, enter_robots
from tests.service import Service

PAGES = {
    "lobby": "/",
    "watch": "/watch",
    "rules": "/rules#CG-B5",
    "account": "/account",
    "sign-in": "/sign-in",
    "sign-up": "/sign-up",
    "forgotten": "/forgotten",
    "reset": "/reset/abc/def-123",
    "join": "/join/no-such-invite",
    "about": "/about",
    "verify": "/verify",
    "fairness": "/fairness",
    "audit": "/audit",
    "tournaments": "/tournaments",
    "season": "/seasons/2026",
    "gallery": "/gallery?part=cards&theme=light",
    "no-such-game": "/games/00000000-0000-4000-8000-000000000000",
    "nowhere": "/no/such/page",
}


def fits(page: Page) -> bool:
    """Nothing sticks out sideways."""
    return bool(
        page.evaluate(
            "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
        )
    )


def settle(page: Page) -> None:
    expect(page.locator("h1").first).to_be_attached(timeout=PATIENCE)
    expect(page.get_by_text("Loading …")).to_have_count(0, timeout=PATIENCE)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_no_fault_on_any_page(visitor: NewVisitor, scheme: str) -> None:
    page = visitor(color_scheme=scheme)
    for name, address in PAGES.items():
        page.goto(address)
        settle(page)
        picture(page, f"{name}-{scheme}")
        assert axe.faults(page) == [], name


def test_axe_finds_no_fault_where_a_tournament_is_run_and_where_games_are_audited(
    visitor: NewVisitor, live_service: Service
) -> None:
    page = visitor()
    subprocess.run(
        [sys.executable, "manage.py", "grant_role", "olga", "auditor"],
        env=live_service.supervisor.environ(),
        check=True,
    )
    sign_in(page, "olga", demo_password(live_service, "olga"))
    expect(page.get_by_role("heading", name="Take a seat")).to_be_visible(timeout=PATIENCE)
    cup = f"/tournaments/{create(page)}"
    page.get_by_role("tab", name="Organiser’s desk").click(timeout=PATIENCE)
    enter_robots(page, 4)
    begin_round(page)
    for tab in page.get_by_role("tab").all():
        tab.click()
        settle(page)
        assert axe.faults(page) == [], tab.inner_text()
    game = page.request.get("/api/games?page_size=1").json()["results"][0]["id"]
    for address in (
        f"{cup}/wall", f"{cup}/screen", f"{cup}/print", f"/embed{cup}", "/audit", f"/audit/{game}",
    ):  # fmt: skip
        page.goto(address)
        settle(page)
        picture(
            page, address.replace(cup, "cup").replace(game, "game").strip("/").replace("/", "-")
        )
        assert axe.faults(page) == [], address


@pytest.mark.parametrize(
    ("edition", "scheme", "hands"),
    [("The Card Game", "light", Mouse()), ("Old West", "dark", Keyboard())],
    ids=["card game", "board"],
)
def test_axe_finds_no_fault_at_a_table(
    visitor: NewVisitor, edition: str, scheme: str, hands: Mouse
) -> None:
    page = visitor(color_scheme=scheme)
    open_table(page, "Astrid", ais=3, edition=edition)
    assert axe.faults(page) == []
    page.get_by_role("button", name="Begin the game").click()
    expect(banner(page)).to_contain_text("Choose the tickets", timeout=PATIENCE)
    assert axe.faults(page) == []
    # Tickets; on a board a city to start from and then a route.
    for _ in range(3):
        wait_for_my_turn(page)
        hands.move(page)
    wait_for_my_turn(page)
    picture(page, f"table-{edition}")
    assert axe.faults(page) == []
    # The dialogs, and the same game as others see it.
    page.get_by_role("button", name="Settings").click()
    assert axe.faults(page) == []
    spectator = visitor()
    spectator.goto(page.url)
    expect(spectator.get_by_text("Spectator")).to_be_visible(timeout=PATIENCE)
    assert axe.faults(spectator) == []
    spectator.goto(f"{page.url}/replay")
    expect(spectator.get_by_role("slider")).to_be_visible(timeout=PATIENCE)
    assert axe.faults(spectator) == []
    spectator.goto("/watch")
    expect(spectator.get_by_text("Astrid's game").first).to_be_visible(timeout=PATIENCE)
    assert axe.faults(spectator) == []


def test_every_page_fits_a_phone(visitor: NewVisitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    for name, address in PAGES.items():
        page.goto(address)
        settle(page)
        picture(page, f"{name}-phone")
        assert fits(page), name


def test_a_turn_can_be_played_on_a_phone(visitor: NewVisitor) -> None:
    page = visitor(viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    play_now(page)
    assert fits(page)
    Mouse().move(page)
    wait_for_my_turn(page)
    picture(page, "table-phone")
    Mouse().move(page)
    assert fits(page)


@pytest.mark.parametrize("address", ["/", "/rules"])
def test_the_first_load_is_small(page: Page, address: str) -> None:
    """Less than 150 kB of compressed script, whatever page comes first."""
    scripts: dict[str, int] = {}

    def weigh(answer: Response) -> None:
        if answer.request.resource_type == "script":
            scripts[answer.url] = len(gzip.compress(answer.body()))

    page.on("response", weigh)
    page.goto(address)
    settle(page)
    assert scripts
    assert sum(scripts.values()) < 150_000, scripts
