"""How smooth the director's wall is: `python -m benchmarks.wall [tables] [seconds]`.

The built page in a real Chromium, fed by a socket of our own: once a second every table has moved, and
one in twenty needs something else than before, so that its tile moves, too. What it costs is what
Chromium itself counts: processor time for script, style and layout of each update; and how long the
frames took meanwhile, by the clock, which means something on a quiet machine only.
"""

import json
import mimetypes
import random
import shutil
import statistics
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from playwright.sync_api import CDPSession, Page, Route, WebSocketRoute, sync_playwright

DIST = Path(__file__).resolve().parents[1] / "frontend" / "dist"
HOST = "http://wall.test"
ID = "00000000-0000-4000-8000-000000000000"
FRAMES = """() => {
    window.frames_ = []; let last = performance.now();
    const next = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(next); };
    requestAnimationFrame(next);
}"""
COUNTED = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration", "TaskDuration")


def tournament(tables: int) -> dict[str, Any]:
    field = [
        {"number": n, "name": f"Player {n}", "club": "", "policy": "", "status": "checked_in"}
        for n in range(1, 4 * tables + 1)
    ]
    round = {
        "number": 1, "stage": 0, "kind": "swiss", "status": "started", "paused": False, "byes": [],
        "tables": [
            {"table": t, "seats": seats(t), "calls": [], "places": None, "ends_at": None, "games": []}
            for t in range(1, tables + 1)
        ],
    }  # fmt: skip
    return {
        "type": "tournament", "id": ID, "name": "The Wall", "seq": 1, "round": 1, "field": field,
        "rounds_so_far": [round], "standings": [], "announcements": [], "finished": False,
    }  # fmt: skip


def seats(table: int) -> list[int]:
    return list(range(4 * table - 3, 4 * table + 1))


SITUATIONS: list[dict[str, Any]] = [
    *[{}] * 12, {"calls": 1}, {"paused": True}, {"away": [0, 1, 2, 3]}, {"status": "decided"},
]  # fmt: skip


def tile(table: int, dice: random.Random, situation: dict[str, Any]) -> dict[str, Any]:
    now = datetime.now(UTC)
    return {
        "table": table, "seats": seats(table), "game": ID, "status": "running", "round": 1,
        "phase": "turns", "waiting_on": [dice.randrange(4)],
        "scores": [dice.randrange(120) for _ in range(4)], "seq": dice.randrange(1000),
        "moved_at": now.isoformat(),
        "deadline": (now + timedelta(seconds=dice.randrange(5, 90))).isoformat(),
        "paused": False, "calls": 0, "no_shows": 0, "away": [], "extension": 0, "ends_at": None,
    } | situation  # fmt: skip


def serve(route: Route) -> None:
    """The page as the service would send it; of the API only who asks."""
    path = route.request.url.removeprefix(HOST).split("?")[0]
    if path.startswith("/api/"):
        you = {"organiser": True, "judge": False, "entrant": None, "table": None, "draft": None}
        route.fulfill(json=you if path.endswith(f"{ID}/me") else {})
        return
    file = DIST / path.lstrip("/")
    if not file.is_file():
        file = DIST / "index.html"
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    route.fulfill(body=file.read_bytes(), content_type=kind)


def counted(devtools: CDPSession) -> dict[str, float]:
    found = devtools.send("Performance.getMetrics")["metrics"]
    return {one["name"]: 1000 * one["value"] for one in found if one["name"] in COUNTED}


def measure(page: Page, tables: int, seconds: int) -> dict[str, float]:
    sockets: list[WebSocketRoute] = []
    page.route_web_socket(f"**/ws/tournaments/{ID}/**", lambda socket: sockets.append(socket))
    page.route(f"{HOST}/**", serve)
    page.goto(f"{HOST}/tournaments/{ID}/wall")
    page.wait_for_function("() => document.querySelector('h1')")
    dice = random.Random(7)
    situations = [dice.choice(SITUATIONS) for _ in range(tables)]

    def update() -> None:
        for _ in range(tables // 20):
            situations[dice.randrange(tables)] = dice.choice(SITUATIONS)
        tiles = [tile(table, dice, now) for table, now in enumerate(situations, 1)]
        now = datetime.now(UTC).isoformat()
        sockets[-1].send(
            json.dumps({"type": "tiles", "now": now, "predicted_end": None, "tiles": tiles})
        )

    sockets[-1].send(json.dumps(tournament(tables)))
    update()
    page.locator("[data-table]").nth(tables - 1).wait_for(state="attached")
    devtools = page.context.new_cdp_session(page)
    devtools.send("Performance.enable", {"timeDomain": "threadTicks"})
    page.evaluate(FRAMES)
    before = counted(devtools)
    for _ in range(seconds):
        update()
        time.sleep(1)
        page.evaluate("() => 0")  # lets Playwright hand the frame on
    after = counted(devtools)
    frames = page.evaluate("() => window.frames_")
    slowest = sorted(frames)
    return {name: (after[name] - before[name]) / seconds for name in COUNTED} | {
        "frame median": statistics.median(frames),
        "frame 99 %": slowest[int(len(slowest) * 0.99)],
        "frame slowest": slowest[-1],
    }


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 256
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    chromium = shutil.which("chromium")
    if chromium is None or not (DIST / "index.html").exists():
        sys.exit("This needs chromium and a built page (make page).")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        print(
            f"{'tables':>8}"
            + "".join(
                f"{name:>22}" for name in (*COUNTED, "frame median", "frame 99 %", "frame slowest")
            )
            + "   (ms, an update a second)"
        )
        for count in sorted({max(1, tables // 8), tables}):
            page = browser.new_page(viewport={"width": 1920, "height": 1080})
            found = measure(page, count, seconds)
            print(f"{count:>8}" + "".join(f"{value:>22.1f}" for value in found.values()))
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
