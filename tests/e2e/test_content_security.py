"""A real browser keeps to what we tell it: no inline code, and no frame but the one that is meant for it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from playwright.sync_api import Browser, expect

from tests.e2e.conftest import forbidden
from tests.service import Service

INLINE = """
    document.body.insertAdjacentHTML("beforeend", '<p id="probe" style="color: rgb(1, 2, 3)">Ink</p>');
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken over'";
    document.body.append(script);
"""


def test_neither_an_inline_script_nor_an_inline_style_has_any_effect(
    browser: Browser, live_service: Service, built_page: object
) -> None:
    page = browser.new_page(base_url=live_service.address)
    said: list[str] = []
    page.on("console", lambda message: said.extend(forbidden(message)))
    for address in ("/admin/login/", "/about"):
        page.goto(address)
        expect(page.locator("main")).to_be_visible()
    assert said == []
    page.evaluate(INLINE)
    assert page.title() != "taken over"
    color = page.locator("#probe").evaluate("element => getComputedStyle(element).color")
    assert color != "rgb(1, 2, 3)"
    assert len(said) == 2, "every other browser test would fail with these"
    page.close()


@contextmanager
def another_site(html: str) -> Iterator[str]:
    """On this machine, too: a browser keeps sites of the internet away from those."""

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(html.encode())

        def log_message(self, *said: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Page) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://localhost:{server.server_port}/"
        server.shutdown()


def test_another_site_can_frame_a_tournament_s_screen_and_nothing_else(
    browser: Browser, live_service: Service, built_page: object
) -> None:
    paths = ("embed/tournaments/none", "tournaments", "admin/login/")
    frames = "".join(f'<iframe src="{live_service.address}{path}"></iframe>' for path in paths)
    page = browser.new_page()
    with another_site(frames) as club:
        page.goto(club)
        expect(page.frame_locator("iframe >> nth=0").locator("#app")).to_be_attached()
        shown = [frame.url for frame in page.frames if frame.url.startswith(live_service.address)]
    assert shown == [f"{live_service.address}{paths[0]}"]
    page.close()
