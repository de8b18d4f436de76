"""The people of a full house: players who think before they move, and spectators who only look."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

import orjson

from benchmarks.clients import Http, connect_http, connect_socket
from benchmarks.house import House
from benchmarks.tables import TableOfFour

PEOPLE = 3  # at a table of four; the fourth is an AI
AT_ONCE = 50  # sockets that are opened together
SETTLE = 3.0  # seconds before and after what is measured


class Size(NamedTuple):
    tables: int
    spectators: int
    at_one: int
    think: float  # seconds, on average


class Told:
    """What the people can tell afterwards."""

    def __init__(self) -> None:
        self.counting = False
        self.commands: list[float] = []  # seconds from question to answer
        self.frames: list[float] = []  # seconds from record to spectator
        self.refused: Counter[int] = Counter()
        self.lost = 0  # frames that do not begin where the last one ended
        self.behind = 0  # spectators who do not have the end
        self.sockets = 0
        self.seconds = 0.0
        self.is_over = False  # whoever is offered a move now makes none


def begin(size: Size) -> list[TableOfFour]:
    from django.db import connection, transaction

    from benchmarks.tables import players
    from games.tables.models import Seat
    from games.tables.services.clocks import stand_in
    from games.tables.services.opening import open_lobby, start_game
    from rules import editions

    edition = next(iter(sorted(editions())))
    policy = stand_in(editions()[edition].policies)
    tables = []
    for four in players(f"house-{uuid4().hex[:6]}", size.tables):
        with transaction.atomic():
            game = open_lobby(edition=edition, seat_count=4, name="Full house", host=None)
            for seat, (user_id, _) in zip(game.seats.order_by("number"), four, strict=True):
                who = {"user_id": user_id} if seat.number < PEOPLE else {"policy": policy}
                Seat.objects.filter(pk=seat.pk).update(name=f"Seat {seat.number}", **who)
            start_game(game)
        tables.append(TableOfFour(str(game.id), [token for _, token in four[:PEOPLE]]))
    connection.close()
    return tables


class Line:
    """A table's connection to a web process, which hangs up on whoever is silent for some seconds."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.http: Http | None = None

    async def open(self) -> Http:
        if self.http is None or self.http.transport.is_closing():
            self.http = await connect_http(self.port)
        return self.http


class Player:
    def __init__(self, line: Line, game: TableOfFour, seat: int, think: float, told: Told) -> None:
        self.line = line
        self.path = f"/api/games/{game.game}/commands"
        self.token = game.tokens[seat]
        self.think = think
        self.told = told
        self.dice = random.Random(self.token)
        self.seen = -1

    def received(self, text: bytes) -> None:
        frame = orjson.loads(text)
        if self.told.is_over or frame["type"] != "frame":
            return
        if frame["moves"] and frame["to_seq"] > self.seen:
            self.seen = frame["to_seq"]
            thinking = self.dice.uniform(0, 2 * self.think)
            self.moving = asyncio.create_task(self.move(frame, thinking))

    async def move(self, frame: dict[str, Any], thinking: float) -> None:
        await asyncio.sleep(thinking)
        if frame["to_seq"] != self.seen:
            return  # somebody else has moved meanwhile
        http = await self.line.open()
        offer = self.dice.choice(frame["moves"])
        body = {
            "command_id": str(uuid4()),
            "expected_seq": self.seen,
            **offer.get("example", offer),
        }
        sent = time.perf_counter()

        def answered(status: int, _: bytes) -> None:
            if self.told.counting and status == 200:
                self.told.commands.append(time.perf_counter() - sent)
            elif self.told.counting:
                self.told.refused[status] += 1

        http.post(self.path, self.token, orjson.dumps(body), answered)


class Spectator:
    """Reads no more of a frame than where it begins and ends and when it was recorded."""

    def __init__(self, game: str, told: Told) -> None:
        self.game = game
        self.told = told
        self.seq = -1

    def received(self, text: bytes) -> None:
        if not text.startswith(b'{"type":"frame"'):
            return
        begins, ends = number_after(text, b'"from_seq":'), number_after(text, b'"to_seq":')
        if self.seq >= 0 and begins != self.seq:
            self.told.lost += abs(begins - self.seq)
        self.seq = ends
        at = text.rfind(b'"recorded_at":"')
        if self.told.counting and at > 0:
            recorded = datetime.fromisoformat(text[at + 15 : text.index(b'"', at + 15)].decode())
            self.told.frames.append(time.time() - recorded.timestamp())


def number_after(text: bytes, name: bytes) -> int:
    start = text.index(name) + len(name)
    end = start
    while text[end : end + 1].isdigit():
        end += 1
    return int(text[start:end])


async def come(
    house: House, tables: list[TableOfFour], size: Size, seconds: float
) -> tuple[Told, dict[str, float]]:
    """What was seen, and what each process had used when the counting began."""
    told = Told()
    visitors: list[tuple[str, str, Callable[[bytes], None]]] = []
    for number, table in enumerate(tables):
        line = Line(house.ports[number % 2])
        for seat in range(PEOPLE):
            player = Player(line, table, seat, size.think, told)
            visitors.append((table.game, table.tokens[seat], player.received))
    spectators = [Spectator(game, told) for game in seats_of_the_crowd(tables, size)]
    visitors += [(spectator.game, "", spectator.received) for spectator in spectators]
    random.Random(1).shuffle(visitors)
    for start in range(0, len(visitors), AT_ONCE):
        await asyncio.gather(
            *(
                connect_socket(house.ports[start // AT_ONCE % 2], *visitor)
                for visitor in visitors[start : start + AT_ONCE]
            )
        )
        await asyncio.sleep(0.1)
    while any(spectator.seq < 0 for spectator in spectators):
        await asyncio.sleep(0.1)
    told.sockets = len(visitors)
    await asyncio.sleep(SETTLE)
    before, began = house.cpu_seconds(), time.perf_counter()
    told.counting = True
    await asyncio.sleep(seconds)
    told.counting = False
    told.seconds = time.perf_counter() - began
    await asyncio.sleep(SETTLE)
    told.behind = await asyncio.to_thread(left_behind, spectators)
    told.is_over = True
    return told, before


def seats_of_the_crowd(tables: list[TableOfFour], size: Size) -> list[str]:
    """The crowd at the first table, the others spread evenly."""
    others = tables[1:] or tables
    spread = [others[n % len(others)].game for n in range(size.spectators - size.at_one)]
    return [tables[0].game] * size.at_one + spread


def left_behind(spectators: list[Spectator]) -> int:
    """Those who do not know of what was recorded a while ago."""
    from datetime import timedelta

    from django.db import connection
    from django.db.models import Max
    from django.utils import timezone

    from games.tables.models import GameEvent

    old = timezone.now() - timedelta(seconds=SETTLE)
    heads = dict(
        GameEvent.objects.filter(game_id__in={x.game for x in spectators}, recorded_at__lt=old)
        .values_list("game_id")
        .annotate(Max("seq"))
    )
    connection.close()
    known = {str(game): seq for game, seq in heads.items()}
    return sum(spectator.seq < known[spectator.game] for spectator in spectators)
