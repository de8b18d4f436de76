"""The example of docs/NEW_EDITION.md on the page: a folder beside the other editions is all that was added."""

import json
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor, picture
from tests.e2e.table import PATIENCE, Keyboard, banner, is_my_turn, is_over, log, open_table
from tests.fifth_edition.test_island import HERE, drop_in
from tests.service import PROJECT, Service, running_service

LONGEST_GAME = 180_000  # milliseconds
ISLAND = json.loads((HERE / "data" / "island.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def live_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The service from a copy of its code, with the folder in its place."""
    project = tmp_path_factory.mktemp("project")
    for part in ("rules", "games", "ttr_project"):
        shutil.copytree(
            PROJECT / part, project / part, ignore=shutil.ignore_patterns("__pycache__")
        )
    for part in ("frontend", "deploy", "pyproject.toml"):
        (project / part).symlink_to(PROJECT / part)
    drop_in(project / "rules" / "editions")
    with running_service(tmp_path_factory.mktemp("data"), project=project) as service:
        yield service


@pytest.mark.timeout(LONGEST_GAME // 1000 + 120)
def test_an_edition_that_no_page_knows_is_offered_drawn_played_and_counted(
    visitor: NewVisitor,
) -> None:
    page = visitor()
    open_table(page, "Astrid", ais=2, edition="The Island")
    page.get_by_role("button", name="Begin the game").click()
    expect(banner(page)).to_contain_text("Choose the tickets", timeout=PATIENCE)
    for city in ISLAND["cities"]:
        expect(page.locator("svg").get_by_text(city["name"]).first).to_be_visible()
    play_to_the_end(page)
    sheet = page.get_by_role("region", name="How it ended")
    expect(sheet).to_be_visible(timeout=PATIENCE)
    picture(page, "island")
    told = " ".join(log(page))
    assert "Astrid claims" in told
    # Its own event is told in the words that it brings along, and its own rule has a line on the sheet.
    assert ("lights the Lighthouse" in told) == ("IS-B1" in sheet.inner_text())


def play_to_the_end(page: Page) -> None:
    hands = Keyboard()  # it claims what it can
    waited = 0
    while not is_over(page):
        assert waited < LONGEST_GAME, "The game does not end."
        if is_my_turn(page):
            hands.move(page)
        page.wait_for_timeout(30)
        waited += 30
