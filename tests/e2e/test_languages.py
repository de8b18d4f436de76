"""The rulebooks' languages, with the rulebooks' words."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewVisitor
from tests.e2e.table import PATIENCE, banner, log, wait_for_my_turn


def test_a_danish_browser_meets_danish_and_the_danish_rulebooks_words(visitor: NewVisitor) -> None:
    page = visitor(locale="da-DK")
    page.goto("/")
    expect(page.get_by_role("heading", name="Tag plads")).to_be_visible()
    page.get_by_role("button", name="Spil nu").click()
    expect(banner(page)).to_contain_text("Vælg de rutekort, du beholder", timeout=PATIENCE)
    expect(page.get_by_text("Tomt Sporterræn").first).to_be_visible()
    expect(page.get_by_text("Rangerspor").first).to_be_visible()
    page.locator("button.ticket").first.click()
    page.get_by_role("button", name=re.compile("^Behold 1")).click()
    wait_for_my_turn(page)
    expect(banner(page)).to_contain_text("Din tur: træk togvognskort")
    page.get_by_role("button", name=re.compile("^Træk blindt fra bunken")).click()
    expect(page.locator("ol.log")).to_contain_text("trækker blindt fra bunken", timeout=PATIENCE)
    assert not [line for line in log(page) if re.search(r"\b(the|draws|turn|cards)\b", line)]
    assert page.locator("html").get_attribute("lang") == "da"


def test_the_language_can_be_chosen_and_is_remembered(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("button", name="Svenska").click()
    expect(page.get_by_role("heading", name="Slå dig ner")).to_be_attached()
    page.reload()
    expect(page.get_by_role("heading", name="Slå dig ner")).to_be_visible()
    page.goto("/rules")
    expect(page.get_by_text("Tågrån").first).to_be_visible()


def test_what_the_framework_says_of_a_password_is_danish_too(visitor: NewVisitor) -> None:
    page = visitor(locale="da-DK")
    page.goto("/sign-up")
    page.get_by_label("Brugernavn").fill("rolf")
    page.get_by_label("Adgangskode").fill("12345")
    page.locator("form").get_by_role("button", name="Opret en konto").click()
    expect(page.locator("form").get_by_role("alert")).to_contain_text(
        "Denne adgangskode er for kort."
    )
