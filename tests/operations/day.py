"""A day of the service, on PostgreSQL and Valkey: tables of AIs that play, one where people try to move."""

import contextlib
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from uuid import UUID, uuid4

import orjson
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.faults.servers import Valkey
from tests.operations.fleet import Fleet, role, wait_until_it_answers
from tests.postgres import Postgres
from tests.service import free_port

PATIENCE = 300
PARTS = ("web", "worker-ai", "worker-default", "beat")


class Day:
    def __init__(self, folder: Path, crew: Fleet, postgres: Postgres, valkey: Valkey) -> None:
        self.folder = folder
        self.crew = crew
        self.postgres = postgres
        self.valkey = valkey
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}/"

    def keep_playing(self) -> None:
        """Three tables of AIs, new ones where some are over."""
        from django.db import connection

        from games.tables.models import Game
        from tests.faults.tables import begin

        try:
            playing = Game.objects.filter(status=Game.Status.RUNNING).exclude(id=self.game).count()
            for number in range(playing, 3):
                begin(3 * number)  # AIs in every seat
        finally:
            connection.close()

    def open(self) -> None:
        from tests.faults.tables import begin

        table = begin(1)
        self.game, [self.token] = table.game, table.tokens
        self.keep_playing()
        for part in PARTS:
            self.start(part)
        wait_until_it_answers(self.address)

    @property
    def database(self) -> str:
        return f"postgresql://roundhouse@/postgres?host={self.postgres.folder}"

    def start(self, part: str, **settings: str) -> None:
        figures = {"PROMETHEUS_MULTIPROC_DIR": str(self.folder / "metrics")}
        settings |= {"PORT": str(self.port), "AI_PROCESSES": "1"}
        self.crew.start(part, role(part), figures | settings)

    def figure(self, name: str) -> float:
        """From /metrics."""
        with urllib.request.urlopen(f"{self.address}metrics", timeout=30) as answer:
            text = answer.read().decode()
        found = re.search(rf"^roundhouse_{re.escape(name)} (\S+)$", text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def ask(self, path: str, body: bytes | None = None) -> str:
        """The status, the kind of problem, and how long it took."""
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {self.token}"}
        began = time.monotonic()
        try:
            request = urllib.request.Request(self.address + path, body, headers)
            with urllib.request.urlopen(request, timeout=60) as answer:
                said = f"{answer.status}"
        except urllib.error.HTTPError as refused:
            problem = refused.read().decode()
            kind = re.search(r'"type":\s*"(/problems/[^"]+)"', problem)
            said = f"{refused.code} {kind[1] if kind else problem[:90]}"
        except OSError as fault:
            said = f"no answer ({fault})"
        return f"{said}, {time.monotonic() - began:.1f} s"

    def move(self) -> str:
        """At a position long gone, so it is judged and refused (409): somebody is there who judges."""
        move = {"command_id": str(uuid4()), "expected_seq": 0, "type": "draw_blind"}
        return self.ask(f"api/games/{self.game}/commands", orjson.dumps(move))

    def watch(self, number: int) -> int | None:
        """The code that a spectator's socket is closed with at once, if it is."""
        address = self.address.replace("http", "ws", 1)
        try:
            with connect(f"{address}ws/games/{self.game}/", open_timeout=60) as socket:
                socket.recv(60)
        except InvalidStatus as refused:
            return refused.response.status_code
        except ConnectionClosed as ended:
            return ended.rcvd.code if ended.rcvd else 1006
        return None

    def finished_game(self) -> UUID | None:
        from django.db import connection

        from games.tables.models import Game

        try:
            over = Game.objects.filter(status=Game.Status.OVER, due="")
            return over.values_list("id", flat=True).first()
        finally:
            connection.close()

    def cannot_append(self) -> bool:
        """Whether the AIs' moves are no longer kept."""
        before = self.events()
        time.sleep(5)
        return self.events() == before

    def events(self) -> int:
        from django.db import connection

        from games.tables.models import GameEvent

        try:
            return GameEvent.objects.count()
        finally:
            connection.close()

    def wait_until(self, holds: Callable[[], bool]) -> float:
        from django.db import OperationalError

        began = time.monotonic()
        while time.monotonic() - began < PATIENCE:
            with contextlib.suppress(OSError, OperationalError):
                if holds():
                    return time.monotonic() - began
            time.sleep(0.2)
        raise AssertionError("It did not get well again.")

    def is_well(self) -> str:
        """Moves are judged and the AIs play."""
        took = self.wait_until(lambda: self.move().startswith("409"))
        self.keep_playing()
        since = self.events()
        took += self.wait_until(lambda: self.events() > since)
        return f"moves are judged and the AIs play on after {took:.1f} s"
