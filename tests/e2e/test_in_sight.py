"""What has to be in sight at a table."""

from playwright.sync_api import expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.table import PATIENCE, open_table

PHONE = {"width": 390, "height": 844}


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
