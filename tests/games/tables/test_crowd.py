"""A thousand spectators are told after the players, a few at a time, in order, and of several moves with one
write where moves come fast."""

import asyncio
from itertools import pairwise
from typing import Any
from uuid import uuid4

import orjson
import pytest

from games.accounts.models import User
from games.tables import crowds, event_store, snapshots
from games.tables.access import JUDGE, PLAYER, PUBLIC, Audience
from games.tables.crowds import AT_A_TIME, MOST_UNTOLD
from games.tables.event_store import Recorded
from games.tables.hub import Hub
from games.tables.messages import Message, Together
from games.tables.models import Game
from games.tables.positions import Position, read_position
from games.tables.sitters import sitters_of
from games.tables.sockets import WRITE_AT_ONCE, Socket
from games.tables.streams import Stream
from tests.games.tables.given import a_game, a_user, play_on

pytestmark = pytest.mark.django_db

CROWD = 2 * AT_A_TIME + 1
Step = tuple[Position, list[Recorded]]


@pytest.fixture(autouse=True)
def no_pause_between_passes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowds, "PASS_EVERY", 0.0)


class Listener(Socket):
    """A socket whose client notes what it is told; in `order` all of them do."""

    def __init__(self, stream: Stream, audience: Audience, user: Any, order: list[Any]) -> None:
        def write(what: Message | Together) -> bool:
            messages = what.messages if isinstance(what, Together) else [what]
            self.frames += [orjson.loads(message.text) for message in messages]
            self.writes += 1
            order.append(self)
            return True

        super().__init__(
            stream.game_id, audience, self.unsent, user, {"extensions": {WRITE_AT_ONCE: write}}
        )
        self.frames: list[dict[str, Any]] = []
        self.writes = 0

    @property
    def heard(self) -> list[tuple[int, int]]:
        return [(frame["from_seq"], frame["to_seq"]) for frame in self.frames]

    async def unsent(self, message: Any) -> None:
        raise AssertionError("everything is written at once")


def stream_at(position: Position) -> Stream:
    stream = Stream(position.game.id, delayed=False)
    stream.position = position
    return stream


def listener(
    stream: Stream, audience: Audience = PUBLIC, user: Any = None, order: list[Any] | None = None
) -> Listener:
    """Somebody who has been there from the beginning."""
    one = Listener(stream, audience, user, [] if order is None else order)
    assert stream.position
    one.seq = stream.position.seq
    stream.sockets[audience].add(one)
    stream.crowd.join(one)
    return one


def positions(moves: int, *people: User) -> tuple[Position, list[Step]]:
    """A game that has begun, and what follows, a move of an AI at a time, at most to its end."""
    game = a_game(*people, seats=2)
    first = before = read_position(game.id, False)
    steps: list[Step] = []
    while len(steps) < moves and (before.game.due or before.game.status != Game.Status.OVER):
        play_on(game, 1)
        position = Position(
            Game.objects.get(id=game.id), sitters_of(game.id), snapshots.at_head(game)
        )
        assert position.snapshot
        assert position.seq > before.seq
        tail = event_store.read(position.snapshot.edition, game.id, before.seq, position.seq)
        steps.append((position, tail))
        before = position
    return first, steps


async def told(stream: Stream) -> None:
    while stream.crowd.untold:
        await asyncio.sleep(0)


async def until_the_middle_of_a_pass(stream: Stream) -> None:
    while not stream.crowd.turns:
        await asyncio.sleep(0)


async def a_crowd_told_while_moves_are_made(first: Position, steps: list[Step]) -> list[Listener]:
    """All moves but the first are made in the middle of the pass that tells of that one."""
    stream = stream_at(first)
    crowd = [listener(stream) for _ in range(CROWD)]
    stream.deliver(*steps[0])
    await until_the_middle_of_a_pass(stream)
    for step in steps[1:]:
        stream.deliver(*step)
    await told(stream)
    return crowd


def passages(first: Position, steps: list[Step]) -> list[tuple[int, int]]:
    """What everybody should hear, who has been there all the time."""
    return list(pairwise([first.seq, *(position.seq for position, _ in steps)]))


def test_players_are_told_before_the_crowd_and_the_crowd_piece_by_piece() -> None:
    pia = a_user("pia")
    first, [(position, tail)] = positions(1, pia)

    async def deliver() -> None:
        stream = stream_at(first)
        order: list[Any] = []
        crowd = [listener(stream, order=order) for _ in range(CROWD)]
        player = listener(stream, Audience(PLAYER, 0), pia.pk, order)
        stream.deliver(position, tail)
        assert order == [player], "at once, and nobody else"
        await until_the_middle_of_a_pass(stream)
        assert len(order) <= 1 + AT_A_TIME, "somebody else's turn comes in between"
        await told(stream)
        assert all(one.heard == [(first.seq, position.seq)] for one in crowd)

    asyncio.run(deliver())


def test_moves_made_during_a_pass_reach_everyone_once_in_order_and_in_fewer_writes() -> None:
    first, steps = positions(4)

    async def deliver() -> None:
        crowd = await a_crowd_told_while_moves_are_made(first, steps)
        assert all(one.heard == passages(first, steps) for one in crowd)
        assert {one.writes for one in crowd} == {1, 2}, (
            "whose turn was still to come, and who had had it"
        )
        assert all(one.seq == steps[-1][0].seq for one in crowd)

    asyncio.run(deliver())


def test_moves_that_come_faster_than_anybody_sees_wait_for_the_next_pass(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(crowds, "PASS_EVERY", 0.05)
    first, steps = positions(3)

    async def deliver() -> None:
        stream = stream_at(first)
        one = listener(stream)
        stream.deliver(*steps[0])
        await told(stream)
        assert one.writes == 1, "the first does not wait"
        for step in steps[1:]:
            stream.deliver(*step)
            await asyncio.sleep(0.001)
        await told(stream)
        assert one.heard == passages(first, steps)
        assert one.writes == 2

    asyncio.run(deliver())


def test_a_crowd_is_never_far_behind() -> None:
    first, steps = positions(MOST_UNTOLD + 3)

    async def deliver() -> None:
        stream = stream_at(first)
        crowd = [listener(stream) for _ in range(CROWD)]
        for step in steps:
            stream.deliver(*step)
            assert len(stream.crowd.untold) <= MOST_UNTOLD
        assert all(one.heard for one in crowd), "without a turn of the loop"
        await told(stream)
        assert all(one.heard == passages(first, steps) for one in crowd)

    asyncio.run(deliver())


def test_who_comes_in_the_middle_of_a_pass_misses_nothing_and_hears_nothing_twice() -> None:
    first, steps = positions(3)

    async def deliver() -> None:
        stream = stream_at(first)
        for _ in range(CROWD):
            listener(stream)
        stream.deliver(*steps[0])
        await until_the_middle_of_a_pass(stream)
        stream.deliver(*steps[1])
        late = Listener(stream, PUBLIC, None, [])
        await stream.welcome(late, None)
        stream.deliver(*steps[2])
        await told(stream)
        here, end = steps[1][0].seq, steps[2][0].seq
        assert late.heard == [(here, here), (here, end)], (
            "the position it came to, and what followed"
        )

    asyncio.run(deliver())


def test_who_is_sent_away_in_the_middle_of_a_pass_is_told_nothing_more() -> None:
    first, steps = positions(2)
    judges = Audience(JUDGE)

    async def deliver() -> None:
        stream = stream_at(first)
        order: list[Any] = []
        crowd = [listener(stream, judges, order=order) for _ in range(CROWD)]
        stream.deliver(*steps[0])
        await until_the_middle_of_a_pass(stream)
        knew = set(order)
        gone = next(one for one in crowd if one not in knew)
        stream.sockets[judges].discard(gone)
        stream.deliver(*steps[1])
        await told(stream)
        assert gone.heard == []
        assert all(one.heard == passages(first, steps) for one in crowd if one is not gone)

    asyncio.run(deliver())


def test_a_game_that_ends_in_the_middle_of_a_pass_is_told_to_its_end() -> None:
    _, played = positions(10_000)
    (first, _), *steps = played[-4:]

    async def deliver() -> None:
        crowd = await a_crowd_told_while_moves_are_made(first, steps)
        for one in crowd:
            assert one.heard == passages(first, steps)
            statuses = [frame["status"] for frame in one.frames]
            assert statuses == [position.game.status for position, _ in steps]
            *before, revealed = [frame["view"]["hands"][0] for frame in one.frames]
            assert all(isinstance(number, int) for number in before), "nobody sees cards too early"
            assert not isinstance(revealed, int), "now the log is open to everyone"

    asyncio.run(deliver())


async def test_who_else_is_here_is_told_a_few_at_a_time_too() -> None:
    hub = Hub()
    stream = hub.streams[uuid4(), False] = Stream(uuid4(), delayed=False)
    order: list[Any] = []
    crowd = [Listener(stream, PUBLIC, None, order) for _ in range(CROWD)]
    stream.sockets[PUBLIC].update(crowd)
    telling = asyncio.create_task(hub._tell_presence(0.0))
    while not order:
        await asyncio.sleep(0)
    assert len(order) == AT_A_TIME
    await telling
    hub.close()
    assert [one.writes for one in crowd] == [1] * CROWD
