"""Several people at the same moment: real threads, real commits."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client

from games.tables.models import Game, GameEvent
from tests.games.tables.lobby_calls import OPEN, a_lobby, act, join, person

RACERS = 4


pytestmark = pytest.mark.django_db(transaction=True)


def race(*runners: Callable[[], Any]) -> list[Any]:
    """All of them at once; what each of them came back with."""
    gate, results = Barrier(len(runners)), []

    def run(runner: Callable[[], Any]) -> None:
        gate.wait()
        try:
            results.append(runner())
        finally:
            connection.close()

    threads = [Thread(target=run, args=[runner]) for runner in runners]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


def test_of_those_who_want_one_seat_one_gets_it() -> None:
    game = a_lobby(person("host"), OPEN, OPEN)
    racers = [person(f"racer{number}") for number in range(RACERS)]
    results = race(*[lambda racer=racer: join(racer, game, seat=1) for racer in racers])
    assert sorted(status for status, _ in results) == [200, *[409] * (RACERS - 1)]
    assert {body["type"] for status, body in results if status == 409} == {"/problems/seat-taken"}


def test_one_person_who_clicks_twice_has_one_seat() -> None:
    ada = person("ada")
    game = a_lobby(ada, OPEN, OPEN, OPEN)
    twice = [Client(), Client()]
    for client in twice:
        client.cookies = ada.cookies
    results = race(*[lambda client=client: join(client, game) for client in twice])
    assert [status for status, _ in results] == [200, 200]
    assert Game.objects.get().seats.exclude(user=None).count() == 1


def test_a_game_that_is_started_many_times_at_once_begins_once() -> None:
    host = person("host")
    game = a_lobby(host, {"kind": "ai"}, {"kind": "ai"})
    clients = [Client() for _ in range(RACERS)]
    for client in clients:
        client.cookies = host.cookies
    results = race(*[lambda client=client: act(client, game, "start") for client in clients])
    assert sorted(status for status, _ in results) == [200, *[409] * (RACERS - 1)]
    assert GameEvent.objects.filter(type="game_opened").count() == 1


def test_nobody_leaves_or_sits_down_in_a_game_that_is_just_beginning() -> None:
    host, bo = person("host"), person("bo")
    game = a_lobby(host, OPEN, {"kind": "ai"})
    join(bo, game)
    (_, _), (_, _) = race(lambda: act(host, game, "start"), lambda: act(bo, game, "leave"))
    stored = Game.objects.get()
    seated = stored.seats.filter(user__username="bo").exists()
    assert seated == (stored.status == Game.Status.RUNNING)
