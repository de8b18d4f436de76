"""axe-core, as the page's own packages have it, on whatever a page shows."""

from functools import cache
from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "frontend/node_modules/axe-core/axe.min.js"


@cache
def _source() -> str:
    return AXE.read_text(encoding="utf8")


def faults(page: Page) -> list[str]:
    """What axe finds, each with the elements it is about."""
    # What fades in is looked at when it has arrived.
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(_source())
    found = page.evaluate("axe.run()")["violations"]
    return [
        f"{fault['id']}: {fault['help']} ({', '.join(node['target'][0] for node in fault['nodes'])})"
        for fault in found
    ]
