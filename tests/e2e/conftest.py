"""A real browser in front of the whole service."""

import os
import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.service import Service

QUIET = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
]  # fmt: skip


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
def page(browser: Browser, live_service: Service, built_page: None) -> Iterator[Page]:
    """A fresh visitor: no cookies, addresses relative to the running service."""
    context = browser.new_context(base_url=live_service.address)
    visitor = context.new_page()
    # Whatever goes wrong inside the page fails the test that looks at it.
    errors: list[str] = []
    visitor.on("pageerror", lambda error: errors.append(str(error)))
    yield visitor
    context.close()
    assert not errors
