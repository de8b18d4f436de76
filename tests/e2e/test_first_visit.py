"""What a stranger meets first."""

from uuid import UUID

import pytest
from playwright.sync_api import Page, expect


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


@pytest.mark.parametrize("tournament", ["half-an-address", str(UUID(int=1))])
@pytest.mark.parametrize(
    "path",
    ["/tournaments/{}", "/tournaments/{}/wall", "/tournaments/{}/screen", "/embed/tournaments/{}"],
)
def test_where_there_is_no_such_tournament_the_page_says_so(
    page: Page, path: str, tournament: str
) -> None:
    page.goto(path.format(tournament))
    expect(page.get_by_role("heading", name="This track ends here")).to_be_visible()
    expect(page.get_by_text("Reconnecting")).to_have_count(0)
