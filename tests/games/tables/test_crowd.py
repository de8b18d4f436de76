"""A thousand spectators are told after the players, a few at a time, and in order."""

import asyncio
from itertools import pairwise
from typing import Any

import orjson
import pytest

from games.accounts.models import User
from games.tables import event_store, snapshots
from games.tables.access import PLAYER, PUBLIC, Audience
from games.tables.event_store import Recorded
from games.tables.messages import Message
from games.tables.positions import Position, read_position
from games.tables.sitters import sitters_of
from games.tables.sockets import WRITE_AT_ONCE, Socket
from games.tables.streams import AT_A_TIME, MOST_UNTOLD, Stream
from tests.games.tables.given import a_game, a_user, play_on

pytestmark = pytest.mark.django_db

CROWD = 2 * AT_A_TIME + 1


class Listener(Socket):
    """A socket whose client notes what it is told; in `order` all of them do."""

    def __init__(self, stream: Stream, audience: Audience, user: Any, order: list[Any]) -> None:
        def write(message: Message) -> bool:
            frame = orjson.loads(message.text)
            self.heard.append((frame["from_seq"], frame["to_seq"]))
            order.append(self)
            return True

        super().__init__(
            stream.game_id, audience, self.unsent, user, {"extensions": {WRITE_AT_ONCE: write}}
        )
        self.heard: list[tuple[int, int]] = []
        assert stream.position
        self.seq = stream.position.seq
        stream.sockets[audience].add(self)

    async def unsent(self, message: Any) -> None:
        raise AssertionError("everything is written at once")


def positions(moves: int, *people: User) -> tuple[Position, list[tuple[Position, list[Recorded]]]]:
    """A game that has begun, and what follows, a move of an AI at a time."""
    game = a_game(*people, seats=2)
    first = before = read_position(game.id, False)
    steps = []
    for _ in range(moves):
        play_on(game, 1)
        position = Position(game, sitters_of(game.id), snapshots.at_head(game))
        assert position.snapshot
        assert position.seq > before.seq
        tail = event_store.read(position.snapshot.edition, game.id, before.seq, position.seq)
        steps.append((position, tail))
        before = position
    return first, steps


async def told(stream: Stream) -> None:
    while stream.untold:
        await asyncio.sleep(0)


def test_players_are_told_before_the_crowd_and_the_crowd_piece_by_piece() -> None:
    pia = a_user("pia")
    first, [(position, tail)] = positions(1, pia)

    async def deliver() -> None:
        stream = Stream(position.game.id, delayed=False)
        stream.position = first
        order: list[Any] = []
        crowd = [Listener(stream, PUBLIC, None, order) for _ in range(CROWD)]
        player = Listener(stream, Audience(PLAYER, 0), pia.pk, order)
        stream.deliver(position, tail)
        assert order == [player], "at once, and nobody else"
        await asyncio.sleep(0)
        assert len(order) <= 1 + AT_A_TIME, "somebody else's turn comes in between"
        await told(stream)
        assert all(one.heard == [(first.seq, position.seq)] for one in crowd)

    asyncio.run(deliver())


def test_a_crowd_hears_everything_in_order_and_is_never_far_behind() -> None:
    first, steps = positions(2 * MOST_UNTOLD)

    async def deliver() -> None:
        stream = Stream(first.game.id, delayed=False)
        stream.position = first
        crowd = [Listener(stream, PUBLIC, None, []) for _ in range(CROWD)]
        for position, tail in steps:
            stream.deliver(position, tail)
            assert len(stream.untold) <= MOST_UNTOLD
            await asyncio.sleep(0)
        await told(stream)
        last, _ = steps[-1]
        for one in crowd:
            assert (one.heard[0][0], one.heard[-1][1]) == (first.seq, last.seq)
            assert all(before[1] == after[0] for before, after in pairwise(one.heard))

    asyncio.run(deliver())
