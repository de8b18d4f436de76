"""A whole event in real browsers: an organiser, two players, a judge, a spectator and AIs; with a late
entry, a drop, a no-show, a judge call, and everything killed in the middle of round two."""

import contextlib
import re
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import psutil
import pytest
from playwright.sync_api import Browser, Page, expect

from games.tournaments.event_log import decode
from games.tournaments.folding import fold
from games.tournaments.standings import standings
from games.tournaments.state import Recorded
from tests.e2e import axe
from tests.service import PATIENCE, Service, free_port, running_service

SOON = 60_000  # milliseconds
A_ROUND = 240_000
GRACE = "0.4"  # minutes


def kill_everything(service: Service) -> None:
    """kill -9, the supervisor first, so that nothing is started again."""
    family = [service.supervisor, *service.supervisor.children(recursive=True)]
    for process in family:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.kill()
    psutil.wait_procs(family, PATIENCE)


class Hall:
    """Everybody's browser, and a service that can be killed and started again."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.pages: dict[str, Page] = {}
        # Whatever went wrong inside a page.
        self.errors: list[str] = []

    def enter(self, name: str = "", spectator: bool = False) -> Page:
        context = self.browser.new_context(base_url=self.address, locale="en-GB")
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{name}: {error}"))
        if not spectator:
            # The demo has taken the plain names.
            username = f"{name.lower()}-here"
            body = {"username": username, "password": "a long enough one", "display_name": name}
            self.post(page, "accounts/sign-up", body)
        self.pages[name] = page
        return page

    def post(self, page: Page, path: str, body: Any) -> Any:
        page.request.get("/api/me")
        [token] = [c["value"] for c in page.context.cookies() if c["name"] == "csrftoken"]
        headers = {"X-CSRFToken": token, "Referer": self.address}
        answer = page.request.post(f"/api/{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        return answer.json() if answer.body() else None

    def get(self, path: str) -> Any:
        answer = self.pages["Olga"].request.get(f"/api/{path}")
        assert answer.ok, answer.text()
        return answer.json()


@pytest.fixture
def hall(browser: Browser, built_page: Path) -> Iterator[Callable[[str], Hall]]:
    halls: list[Hall] = []

    def open_hall(address: str) -> Hall:
        halls.append(Hall(browser, address))
        return halls[-1]

    yield open_hall
    for one in halls:
        for page in one.pages.values():
            page.context.close()
        assert one.errors == []


def wait_for(what: Callable[[], Any], seconds: float = 120) -> Any:
    until = time.monotonic() + seconds
    while not (found := what()):
        assert time.monotonic() < until, "It did not happen in time."
        time.sleep(0.5)
    return found


@pytest.mark.timeout(900)
def test_a_whole_event_survives_a_kill_and_ends_as_its_log_says(
    hall: Callable[[str], Hall], tmp_path: Path
) -> None:
    port = str(free_port())
    with running_service(tmp_path, PORT=port) as service:
        event = hall(service.address)
        cup = first_round(event)
        second_round_begins(event, cup)
        kill_everything(service)
    with running_service(tmp_path, PORT=port):
        second_round_ends(event, cup)
        log = event.get(f"tournaments/{cup}/events")["events"]
        shown = [
            int(row.get_attribute("data-entrant") or 0)
            for row in event.pages["spectator"].locator("tbody tr[data-entrant]").all()
        ]
    folded = standings(fold([recorded(row) for row in log]))
    assert shown == [line.entrant for line in folded]
    assert {row["type"] for row in log} >= {
        "entrant_dropped", "no_show_declared", "judge_called", "call_answered",
        "announcement_made", "time_extended", "tournament_finished",
    }  # fmt: skip
    assert [row for row in log if row["type"] == "entrant_registered"][-1]["payload"]["missed"] == 1


def happened(event: Hall, cup: str) -> set[str]:
    return {row["type"] for row in event.get(f"tournaments/{cup}/events")["events"]}


def recorded(row: dict[str, Any]) -> Recorded:
    at = datetime.fromisoformat(row["recorded_at"])
    return Recorded(row["seq"], decode(row["type"], row["payload"]), row["actor"], row["why"], at)


def first_round(event: Hall) -> str:
    olga, pia, paul, jun = (event.enter(name) for name in ("Olga", "Pia", "Paul", "Jun"))
    cup = create(olga)
    desk(olga, cup)
    enter_robots(olga, 5)
    olga.get_by_text("Staff", exact=True).click()
    olga.locator("form", has_text="Appoint").get_by_label("Account").fill("jun-here")
    olga.get_by_role("button", name="Appoint").click()
    expect(olga.get_by_text("jun-here")).to_be_visible(timeout=SOON)
    for page in (pia, paul):
        page.goto(f"/tournaments/{cup}")
        page.get_by_role("button", name="Enter", exact=True).click()
        page.get_by_role("button", name="Check in").click()
        expect(page.get_by_text("checked in")).to_be_visible(timeout=SOON)
    spectator = event.enter("spectator", spectator=True)
    spectator.goto(f"/tournaments/{cup}")
    begin_round(olga)

    # Pia sits down, Paul never does.
    pia.get_by_role("button", name="Sit down").click(timeout=SOON)
    game = pia.url.rsplit("/", 1)[-1] if "/games/" in pia.url else sat_at(pia)
    wait_for(lambda: event.get(f"games/{game}")["game"]["status"] == "running")
    announce(olga, spectator, pia)
    the_time_of_the_round_is_told(pia, spectator)
    on_the_projector(spectator, cup)
    judge_call(event, cup, pia, jun, game)
    step_away(event, pia, game)
    # More time would be more grace as well: Paul's table has to begin without him first.
    wait_for(lambda: "no_show_declared" in happened(event, cup))
    olga.get_by_role("button", name="Give more time").click()

    # Somebody comes late while the round is played.
    late = olga.get_by_role("form", name="Add an entrant")
    late.get_by_label("Name").fill("Robot Late")
    late.get_by_label("AI level").select_option("any_legal")
    late.get_by_role("button", name="Add an entrant").click()
    expect(olga.locator("li[data-entrant]", has_text="Robot Late")).to_be_visible(timeout=SOON)
    expect(olga.get_by_role("button", name="Pair the next round")).to_be_visible(timeout=A_ROUND)
    # The no-show goes home.
    row = olga.locator("li[data-entrant]", has_text="Paul")
    row.get_by_role("button", name="Drop", exact=True).click()
    expect(row).to_contain_text("dropped out", timeout=SOON)
    return cup


def create(olga: Page) -> str:
    olga.goto("/tournaments")
    olga.get_by_label("Name").fill("The Whole Event")
    olga.get_by_label("Edition").select_option("The Card Game")
    olga.get_by_label("Rounds", exact=True).fill("2")
    olga.get_by_text("Time", exact=True).click()
    olga.get_by_label("Seconds an AI takes").fill("0")
    olga.get_by_label("Minutes a round lasts").fill("60")
    olga.get_by_text("Who does not come").click()
    olga.get_by_label("Minutes of grace").fill(GRACE)
    olga.get_by_role("button", name="Create it").click()
    olga.wait_for_url(re.compile(r"/tournaments/[0-9a-f-]{36}"), timeout=SOON)
    return olga.url.rsplit("/", 1)[-1]


def desk(olga: Page, cup: str) -> None:
    olga.get_by_role("tab", name="Organiser’s desk").click(timeout=SOON)


def enter_robots(olga: Page, count: int) -> None:
    olga.get_by_text("Enter a list (CSV)").first.click()
    lines = "".join(f"Robot {n},any_legal,Club {n % 3}\n" for n in range(1, count + 1))
    olga.locator("textarea").fill(f"name,policy,club\n{lines}")
    olga.get_by_role("button", name="Enter all").click()
    expect(olga.get_by_text(f"{count} lines are good.")).to_be_visible(timeout=SOON)


def begin_round(olga: Page) -> None:
    for name in ("Pair the next round", "Publish", "Start the round"):
        olga.get_by_role("button", name=name, exact=True).click(timeout=SOON)
    expect(olga.get_by_role("button", name="Pause all")).to_be_visible(timeout=SOON)


def sat_at(page: Page) -> str:
    page.wait_for_url(re.compile(r"/games/[0-9a-f-]{36}"), timeout=SOON)
    return page.url.rsplit("/", 1)[-1]


def announce(olga: Page, spectator: Page, at_a_table: Page) -> None:
    olga.get_by_label("Announcement to all tables").fill("Lunch after this round.")
    olga.get_by_role("button", name="Announce", exact=True).click()
    for page in (spectator, at_a_table):
        expect(page.get_by_text("Lunch after this round.").first).to_be_visible(timeout=SOON)


def the_time_of_the_round_is_told(at_a_table: Page, spectator: Page) -> None:
    """To who plays and who watches, until it is over."""
    beside = spectator.context.new_page()
    beside.goto(at_a_table.url)
    for page in (at_a_table, beside):
        expect(page.locator("p.way")).to_contain_text(
            re.compile(r"Round 1\s+Time left\s+\d\d:\d\d"), timeout=SOON
        )
    beside.clock.set_fixed_time(datetime.now() + timedelta(hours=2))
    beside.reload()
    expect(beside.locator("p.way")).to_contain_text("The time is over.", timeout=SOON)
    beside.close()


def on_the_projector(spectator: Page, cup: str) -> None:
    """Standings, tables and the race take turns; another site may show the standings."""
    screen = spectator.context.new_page()
    screen.goto(f"/tournaments/{cup}/screen?every=1")
    for part, says in (("standings", "Robot 1"), ("tables", "Table 1"), ("race", "The race")):
        expect(screen.locator(f"[data-part={part}]")).to_contain_text(says, timeout=SOON)
    # Two tables fill it.
    table = screen.locator("[data-part=tables] .panel").first.bounding_box()
    assert table
    assert table["width"] > 500
    screen.goto(f"/embed/tournaments/{cup}")
    expect(screen.locator("tbody tr[data-entrant]")).to_have_count(7, timeout=SOON)
    expect(screen.get_by_role("link", name="Rules")).to_have_count(0)
    screen.close()


def judge_call(event: Hall, cup: str, pia: Page, jun: Page, game: str) -> None:
    """She calls, the clock stops; the judge looks, rules with a reason, and play goes on."""
    pia.goto(f"/tournaments/{cup}")
    pia.get_by_role("button", name="Call a judge").click(timeout=SOON)
    wait_for(lambda: event.get(f"games/{game}")["game"]["paused"])
    jun.goto(f"/tournaments/{cup}")
    jun.get_by_role("tab", name="Judge’s desk").click(timeout=SOON)
    calling = jun.locator("li.calling")
    calling.get_by_role("button", name="Evidence").click(timeout=SOON)
    the_evidence_is_drawn(jun)
    calling.get_by_role("button", name="Answered: play on").click()
    jun.get_by_label("Reason").fill("The card was turned up in time.")
    jun.get_by_role("button", name="Do it").click()
    wait_for(lambda: not event.get(f"games/{game}")["game"]["paused"])


def the_evidence_is_drawn(jun: Page) -> None:
    """Sentences, the table through anybody's eyes at any of the last events, and the ledgers."""
    evidence = jun.get_by_test_id("evidence")
    log = evidence.get_by_role("list", name="What happened")
    expect(log.get_by_text("The game is paused.")).to_be_visible(timeout=SOON)
    robot = evidence.get_by_role("tab", name="Robot").first
    robot.click()
    drawn = evidence.get_by_role("tabpanel", name=robot.inner_text())
    expect(drawn.get_by_role("region", name="Players")).to_contain_text("Pia")
    expect(drawn.get_by_role("heading", name="Your hand")).to_be_visible()
    log.get_by_role("button").first.click()
    expect(evidence.get_by_text(re.compile(r"As it was at event \d+ of"))).to_be_visible(
        timeout=SOON
    )
    evidence.get_by_text("Connections").click()
    expect(evidence.get_by_role("cell", name="connected").first).to_be_visible(timeout=SOON)
    assert axe.faults(jun) == []


def step_away(event: Hall, pia: Page, game: str) -> None:
    """An AI plays on for her, so that the test needs no whole game by hand."""
    event.post(pia, f"games/{game}/away", {})


def second_round_begins(event: Hall, cup: str) -> None:
    olga, pia = event.pages["Olga"], event.pages["Pia"]
    begin_round(olga)
    pia.goto(f"/tournaments/{cup}")
    pia.get_by_role("button", name="Why this table?").click(timeout=SOON)
    expect(pia.get_by_test_id("why")).to_contain_text("the pairing is the same", timeout=SOON)
    pia.get_by_role("button", name="Sit down").click()
    game = sat_at(pia)
    wait_for(lambda: event.get(f"games/{game}")["seq"] > 0)
    the_wall_by_keyboard(olga, cup)


def the_wall_by_keyboard(olga: Page, cup: str) -> None:
    """Searching, leaving the search, and walking from tile to tile."""
    olga.goto(f"/tournaments/{cup}/wall")
    tiles = olga.locator("[data-table]")
    expect(tiles).to_have_count(2, timeout=SOON)
    olga.keyboard.press("/")
    olga.keyboard.type("Pia")
    expect(tiles).to_have_count(1)
    olga.keyboard.press("Escape")
    expect(tiles).to_have_count(2)
    olga.keyboard.press("ArrowRight")
    expect(tiles.first).to_be_focused()
    olga.keyboard.press("ArrowRight")
    expect(tiles.last).to_be_focused()


def second_round_ends(event: Hall, cup: str) -> None:
    pia, spectator = event.pages["Pia"], event.pages["spectator"]
    # The pages find the service again by themselves.
    expect(event.pages["Olga"].locator("[data-table]").first).to_be_visible(timeout=SOON)
    step_away(event, pia, pia.url.rsplit("/", 1)[-1])
    expect(spectator.get_by_test_id("status")).to_have_text("Finished", timeout=A_ROUND)
