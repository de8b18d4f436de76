"""The thread that commits for a whole web process."""

import time
from queue import SimpleQueue
from uuid import uuid4

import pytest

from games.tables.services import committer
from games.tables.services.committer import Outcome
from games.tables.services.judging import Accepted, Submission


def test_it_stops_when_the_request_to_stop_arrives_with_a_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(
        committer,
        "carry_out",
        lambda batch, answer: [Accepted(x.command_id, 1, 1, b"[]") for x in batch],
    )
    monkeypatch.setattr(committer, "_queue", SimpleQueue())
    monkeypatch.setattr(committer, "_thread", None)
    answers: list[Outcome] = []
    move = Submission(uuid4(), uuid4(), {})
    # Both wait in the queue before the thread looks: it takes them together.
    committer.submit(committer.Request(move, answers.append, time.perf_counter()))
    committer._queue.put(committer.STOP)
    committer.start()
    thread = committer._thread
    assert thread is not None
    thread.join(10)
    assert not thread.is_alive()
    assert [answer.command_id for answer in answers if isinstance(answer, Accepted)] == [
        move.command_id
    ]
