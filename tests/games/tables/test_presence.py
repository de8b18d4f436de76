"""Who is connected: told when it changes and now and then, forgotten when it is not; and cheap where nothing stirs."""

from typing import Any
from uuid import UUID

import orjson

from games.tables.access import PLAYER, PUBLIC, Audience
from games.tables.presence import FORGET, REPEAT, Here, Presence
from games.tables.sockets import Socket

GAME, OTHER = UUID(int=1), UUID(int=2)


async def unsent(message: dict[str, Any]) -> None:
    raise AssertionError("nobody sends anything here")


def sockets(*audiences: Audience) -> list[Socket]:
    return [Socket(GAME, audience, unsent) for audience in audiences]


PIA, PAUL = Audience(PLAYER, 0), Audience(PLAYER, 1)


class Process:
    """One of several, with the sockets that it has."""

    def __init__(self) -> None:
        self.presence = Presence()
        self.sockets: dict[UUID, list[Socket]] = {}
        self.presence.to_look_at(self.sockets, 0.0)

    def come(self, game_id: UUID, *audiences: Audience) -> None:
        self.sockets[game_id] = sockets(*audiences)
        self.presence.stirred.add(game_id)

    def go(self, game_id: UUID) -> None:
        del self.sockets[game_id]
        self.presence.stirred.add(game_id)

    def tick(self, now: float) -> tuple[dict[str, Any], dict[UUID, Any]]:
        """What it tells the other processes, and what it shows its clients."""
        games = self.presence.to_look_at(self.sockets, now)
        looked_at = {game_id: self.sockets.get(game_id, []) for game_id in games}
        message = self.presence.to_tell(looked_at)
        news = {game: orjson.loads(frame.text) for game, frame in self.presence.news(looked_at)}
        return message["games"] if message else {}, news


def said(**games: Any) -> dict[str, Any]:
    """By another process."""
    return {"type": "present", "by": "another", "games": games}


def test_who_comes_and_who_goes_is_told_once() -> None:
    here = Process()
    here.come(GAME, PIA, PUBLIC, PUBLIC)
    told, news = here.tick(1.0)
    assert told == {str(GAME): ([0], 2)}
    assert (news[GAME]["connected"], news[GAME]["spectators"]) == ([0], 2)
    assert here.tick(1.5) == ({}, {})
    here.go(GAME)
    assert here.tick(2.0) == ({str(GAME): ([], 0)}, {})
    assert here.tick(2.5) == ({}, {})


def test_where_nothing_stirs_nobody_looks() -> None:
    here = Process()
    here.come(GAME, PIA)
    here.come(OTHER, PAUL)
    here.tick(1.0)
    here.come(OTHER)
    assert here.presence.to_look_at(here.sockets, 1.5) == {OTHER}
    assert here.presence.to_look_at(here.sockets, 2.0) == set()


def test_all_of_it_is_told_again_from_time_to_time() -> None:
    here = Process()
    here.come(GAME, PIA)
    here.come(OTHER, PUBLIC)
    here.tick(1.0)
    assert here.tick(REPEAT - 0.5) == ({}, {})
    assert here.tick(REPEAT) == ({str(GAME): ([0], 0), str(OTHER): ([], 1)}, {})


def test_who_is_connected_elsewhere_is_shown_here() -> None:
    here = Process()
    here.come(GAME, PIA)
    here.tick(1.0)
    here.presence.hear(said(**{str(GAME): ([1], 3)}))
    assert here.presence.at(GAME) == Here((0, 1), 3)
    told, news = here.tick(1.5)
    assert (told, news[GAME]["connected"], news[GAME]["spectators"]) == ({}, [0, 1], 3)
    # The same again is no news; that they have gone is.
    here.presence.hear(said(**{str(GAME): ([1], 3)}))
    assert here.presence.to_look_at(here.sockets, 2.0) == set()
    here.presence.hear(said(**{str(GAME): ([], 0)}))
    _, news = here.tick(2.5)
    assert news[GAME]["connected"] == [0]


def test_a_process_that_falls_silent_is_forgotten() -> None:
    here = Process()
    here.come(GAME, PIA)
    here.tick(1.0)
    here.presence.hear(said(**{str(GAME): ([1], 0), str(OTHER): ([0], 0)}))
    shown = [here.tick(now)[1] for now in (1.5, REPEAT, 2 * REPEAT, 3 * REPEAT)]
    assert [news[GAME]["connected"] for news in shown if news] == [[0, 1], [0]]
    assert 3 * REPEAT > 1 + FORGET > 2 * REPEAT
    assert not here.presence.elsewhere, "nor is anything of it kept"
