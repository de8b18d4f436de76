"""Who came and went is told to the workers, many at once, and a dead broker holds up nobody."""

from typing import Any
from uuid import uuid4

import pytest

from games.tables import connection_notes
from games.tables.connection_notes import ConnectionNotes


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_notes, "LINGER", 0.05)


class Broker:
    """What Celery's application is to whoever sends a task."""

    def __init__(self, is_dead: bool = False) -> None:
        self.sent: list[tuple[str, list[Any]]] = []
        self.is_dead = is_dead

    def send_task(self, name: str, args: list[Any]) -> None:
        if self.is_dead:
            raise ConnectionError
        self.sent.append((name, args))


def test_what_comes_together_is_one_task_in_the_order_in_which_it_came(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broker = Broker()
    monkeypatch.setattr(connection_notes, "current_app", broker)
    notes, game = ConnectionNotes(), uuid4()
    for seat in range(4):
        notes.put(game, seat, "stream_begun")
    notes.put(game, 2, "stream_ended")
    notes.flush(10)
    [(name, [sent])] = broker.sent
    assert name == "games.audit.tasks.note_connections"
    assert [(note[0], note[1]) for note in sent] == [(str(game), seat) for seat in (0, 1, 2, 3, 2)]
    assert sent[-1][2] == "stream_ended"


def test_after_a_failure_the_next_ones_are_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    broker = Broker(is_dead=True)
    monkeypatch.setattr(connection_notes, "current_app", broker)
    notes = ConnectionNotes()
    notes.put(uuid4(), 0, "stream_begun")
    notes.flush(10)
    broker.is_dead = False
    notes.put(uuid4(), 1, "stream_begun")
    notes.flush(10)
    assert [args[0][0][1] for _, args in broker.sent] == [1]
