"""A real browser in front of the whole service."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

from tests.service import Service

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip

# Git-ignored; CI keeps it.
PICTURES = Path(__file__).resolve().parents[2] / "test-results" / "pages"

NewVisitor = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        missing = (
            "chromium is missing (on Debian: apt-get install chromium): no browser test was run."
        )
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield launched
        launched.close()


@pytest.fixture
def visitor(
    browser: Browser, live_service: Service, built_page: Path, request: pytest.FixtureRequest
) -> Iterator[NewVisitor]:
    """Opens as many browsers as a test has people: no cookies, no memory, one language each."""
    contexts = []
    # Whatever goes wrong inside a page fails the test that looks at it.
    errors: list[str] = []

    def open_browser(**options: Any) -> Page:
        options = {"locale": "en-GB", "viewport": {"width": 1280, "height": 800}} | options
        context = browser.new_context(base_url=live_service.address, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        # So does whatever the content security policy had to stop.
        page.on("console", lambda said: errors.extend(forbidden(said)))
        return page

    yield open_browser
    for number, context in enumerate(contexts):
        for page in context.pages:
            picture(page, f"{request.node.name}-{number}")
        context.close()
    assert not errors


@pytest.fixture
def page(visitor: NewVisitor) -> Page:
    return visitor()


def forbidden(said: ConsoleMessage) -> list[str]:
    return [said.text] if "Content Security Policy" in said.text else []


def picture(page: Page, name: str) -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}.png")
