"""What a stranger meets first."""

from playwright.sync_api import Page


def test_the_front_page_is_served_and_draws_itself(page: Page) -> None:
    answer = page.goto("/")
    assert answer is not None
    assert answer.ok
    page.locator("main").wait_for()
    assert "Roundhouse" in page.title()


def test_an_address_inside_the_page_can_be_opened_directly(page: Page) -> None:
    answer = page.goto("/games/1")
    assert answer is not None
    assert answer.ok
    page.locator("main").wait_for()


def test_an_unknown_api_address_is_not_answered_with_the_page(page: Page) -> None:
    assert page.request.get("/api/no-such-thing").status == 404
