"""How smooth the director's wall is: `python -m benchmarks.wall [tables] [seconds]`.

The built page in a real Chromium, at a real socket. Four situations take turns, a few seconds each, so that
whatever else the machine does meets all of them: an empty page; the wall while nothing comes in (its clocks
count); the pace of people, where every table moves every eight seconds; and that of AIs, where every table
has moved in every second. What Chromium counts is the processor time of the page's main thread; what a
director feels is the time between two frames, and how many came late. Each is printed beside the empty page's.
"""

import asyncio
import json
import mimetypes
import random
import shutil
import socket
import statistics
import sys
import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, NamedTuple

import uvicorn
from playwright.sync_api import Page, sync_playwright

DIST = Path(__file__).resolve().parents[1] / "frontend" / "dist"
ID = "00000000-0000-4000-8000-000000000000"
SLICE = 4  # seconds
LATE = 50  # milliseconds between two frames
FRAMES = """(ms) => new Promise((done) => {
    const gaps = [], began = performance.now();
    let last = began, tasks = [];
    const observer = new PerformanceObserver((list) => {
        for (const task of list.getEntries()) tasks.push(task.duration);
    });
    observer.observe({ type: 'longtask' });
    const next = (now) => {
        gaps.push(now - last); last = now;
        if (now - began < ms) return requestAnimationFrame(next);
        observer.disconnect();
        done({ gaps: gaps.slice(1), tasks });
    };
    requestAnimationFrame(next);
})"""
SITUATIONS: list[dict[str, Any]] = [
    *[{}] * 12, {"calls": 1}, {"paused": True}, {"away": [0, 1, 2, 3]}, {"status": "decided"},
]  # fmt: skip
# What share of the tables has moved in each second.
PACES = {"empty page": 0.0, "nothing comes in": 0.0, "people": 1 / 8, "AIs": 1.0}


class Hall:
    """The tables of a round, and the page that shows them: no database, no other service."""

    def __init__(self, tables: int) -> None:
        self.tables = tables
        self.pace = 1.0
        self.dice = random.Random(7)
        self.now: list[dict[str, Any]] = [self.dice.choice(SITUATIONS) for _ in range(tables)]

    def tournament(self) -> dict[str, Any]:
        field = [
            {"number": n, "name": f"Player {n}", "club": "", "policy": "", "status": "checked_in"}
            for n in range(1, 4 * self.tables + 1)
        ]
        round = {
            "number": 1, "stage": 0, "kind": "swiss", "status": "started", "paused": False, "byes": [],
            "tables": [
                {"table": t, "seats": seats(t), "calls": [], "places": None, "ends_at": None, "games": []}
                for t in range(1, self.tables + 1)
            ],
        }  # fmt: skip
        return {
            "type": "tournament", "id": ID, "name": "The Wall", "seq": 1, "round": 1, "field": field,
            "rounds_so_far": [round], "standings": [], "announcements": [], "finished": False,
        }  # fmt: skip

    def update(self) -> dict[str, Any]:
        """The tables that have moved, as the watcher sends them; of 20 one needs something else now."""
        moved = self.dice.sample(range(self.tables), round(self.pace * self.tables))
        for table in moved[: len(moved) // 20]:
            self.now[table] = self.dice.choice(SITUATIONS)
        tiles = [tile(table + 1, self.dice, self.now[table]) for table in moved]
        now = datetime.now(UTC).isoformat()
        return {"type": "tiles", "now": now, "predicted_end": None, "tiles": tiles}

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            await send({"type": "websocket.send", "text": json.dumps(self.tournament())})
            while True:
                if self.pace:
                    await send({"type": "websocket.send", "text": json.dumps(self.update())})
                await asyncio.sleep(1)
        elif scope["type"] == "http":
            kind, body = answer(scope["path"])
            headers = [(b"content-type", kind.encode())]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body})


def seats(table: int) -> list[int]:
    return list(range(4 * table - 3, 4 * table + 1))


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


def answer(path: str) -> tuple[str, bytes]:
    """The page as the service would send it; of the API only who asks."""
    if path.startswith("/api/"):
        you = {"organiser": True, "judge": False, "entrant": None, "table": None, "draft": None}
        return "application/json", json.dumps(you if path.endswith(f"{ID}/me") else {}).encode()
    if path == "/empty":
        return "text/html", b"<!doctype html><title>Empty</title>"
    file = DIST / path.lstrip("/")
    if not file.is_file():
        file = DIST / "index.html"
    return mimetypes.guess_type(file.name)[0] or "application/octet-stream", file.read_bytes()


class Found(NamedTuple):
    gaps: list[float]
    tasks: list[float]
    processor: list[float]  # milliseconds of the main thread in each second


class Watched:
    """A page of which frames and processor time are taken."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)
        self.devtools = page.context.new_cdp_session(page)
        self.devtools.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy(self) -> float:
        found = self.devtools.send("Performance.getMetrics")["metrics"]
        return next(1000 * one["value"] for one in found if one["name"] == "TaskDuration")

    def watch(self, into: Found) -> None:
        before = self.busy()
        found = self.page.evaluate(FRAMES, SLICE * 1000)
        into.processor.append((self.busy() - before) / SLICE)
        into.gaps.extend(found["gaps"])
        into.tasks.extend(found["tasks"])


def measure(hall: Hall, wall: Watched, empty: Watched, seconds: int) -> dict[str, Found]:
    found = {name: Found([], [], []) for name in PACES}
    for _ in range(max(1, seconds // SLICE)):
        for name, pace in PACES.items():
            hall.pace = pace
            wall.page.wait_for_timeout(1200)  # what the situation before it left to do
            (empty if name == "empty page" else wall).watch(found[name])
    return found


def report(found: dict[str, Found]) -> None:
    idle = found["empty page"]
    print(
        f"{'':>18}{'processor ms/s':>16}{'frame median':>14}{'99 %':>8}{'slowest':>9}"
        f"{'late':>8}{'long tasks/min':>16}{'longest':>9}{'99 % beside empty':>19}"
    )
    for name, one in found.items():
        late = sum(gap > LATE for gap in one.gaps) / len(one.gaps)
        minutes = sum(one.gaps) / 60_000
        print(
            f"{name:>18}{statistics.median(one.processor):>16.1f}{statistics.median(one.gaps):>14.1f}"
            f"{quantile(one.gaps):>8.1f}{max(one.gaps):>9.1f}{late:>8.1%}{len(one.tasks) / minutes:>16.1f}"
            f"{max(one.tasks, default=0):>9.0f}{quantile(one.gaps) / quantile(idle.gaps):>19.2f}"
        )


def quantile(gaps: list[float]) -> float:
    return sorted(gaps)[int(len(gaps) * 0.99)]


def main() -> None:
    tables = int(sys.argv[1]) if len(sys.argv) > 1 else 256
    seconds = int(sys.argv[2]) if len(sys.argv) > 2 else 20
    chromium = shutil.which("chromium")
    if chromium is None or not (DIST / "index.html").exists():
        sys.exit("This needs chromium and a built page (make page).")
    hall = Hall(tables)
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://127.0.0.1:{listening.getsockname()[1]}"
    server = uvicorn.Server(uvicorn.Config(hall, log_level="error", lifespan="off"))
    threading.Thread(target=server.run, args=([listening],), daemon=True).start()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        size: Any = {"width": 1920, "height": 1080}
        empty = Watched(browser.new_page(viewport=size), f"{address}/empty")
        wall = Watched(browser.new_page(viewport=size), f"{address}/tournaments/{ID}/wall")
        wall.page.locator("[data-table]").nth(tables - 1).wait_for(state="attached")
        print(f"{tables} tables, {seconds} s of each:")
        report(measure(hall, wall, empty, seconds))
        browser.close()
    server.should_exit = True


if __name__ == "__main__":
    main()
