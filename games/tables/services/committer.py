"""Group commit: the commands that arrive while one transaction is being committed share the next.

A web process has one committer, a thread. Whoever submits waits for the commit and is answered after
it. A busy service so pays for one commit per batch instead of one per move; an idle one commits a
batch of one at once.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Thread
from time import perf_counter
from typing import NamedTuple

from django.db import connection

from games import tracing
from games.accounts import rates
from games.accounts.authentication import CHALLENGE
from games.accounts.tokens import users_with_tokens
from games.problems import Problem
from games.tables.services import from_memory
from games.tables.services.commands import carry_out
from games.tables.services.judging import Accepted, Submission
from games.tables.services.noting import log, note

MOST_TOGETHER = 64
MOST_WAITING = 5000

Outcome = Accepted | Problem
Answer = Callable[[Outcome], None]  # called by the committer's thread


class Request(NamedTuple):
    submission: Submission
    answer: Answer
    arrived: float  # by time.perf_counter
    token: str = ""  # the digest of an API token, where that is still all we know of the user
    is_counted: bool = False  # against the limit of the user


STOP = None  # instead of a request: the thread ends

_queue: SimpleQueue[Request | None] = SimpleQueue()
_thread: Thread | None = None


def start() -> None:
    """Called once by a process that serves many; others carry out their commands themselves."""
    global _thread
    if _thread is None:
        _thread = Thread(target=_commit_forever, name="committer", daemon=True)
        _thread.start()


def stop() -> None:
    """Returns when everything that was submitted is answered."""
    global _thread
    if _thread is not None:
        _queue.put(STOP)
        _thread.join()
        _thread = None


def is_running() -> bool:
    return _thread is not None


def submit(request: Request) -> None:
    """Never waits; `answer` is called once the outcome is durable."""
    if _queue.qsize() >= MOST_WAITING:
        request.answer(overloaded())
    else:
        _queue.put(request)


def submit_and_wait(submission: Submission) -> Outcome:
    """For a thread that has nothing else to do."""
    outcome: Future[Outcome] = Future()
    submit(Request(submission, outcome.set_result, perf_counter()))
    return outcome.result()


def submit_command(submission: Submission) -> Accepted:
    """The one way to act, wherever one is. Raises a `Problem` where the command is refused."""
    submission = submission._replace(origin=tracing.here())
    if is_running():
        outcome = submit_and_wait(submission)
    else:
        arrived = perf_counter()
        [outcome] = carry_out([submission])
        note(submission, outcome, arrived)
    if isinstance(outcome, Problem):
        raise outcome
    return outcome


def _commit_forever() -> None:
    while batch := _next_batch():
        waiting = {id(request): request for request in batch}
        try:
            _carry_out(waiting)
        except Exception as fault:
            # The database is away. What was not answered is not known to have happened: the
            # client asks again, with the same command_id.
            log.error("commit_failed", commands=len(batch), fault=type(fault).__name__)
            connection.close()
            for request in list(waiting.values()):
                _answer(waiting, request, unavailable())
    connection.close()


# Requests of a batch that are not answered yet, by what they are and not by what they are like.
Waiting = dict[int, Request]


def _answer(waiting: Waiting, request: Request, outcome: Outcome) -> None:
    del waiting[id(request)]
    note(request.submission, outcome, request.arrived)
    request.answer(outcome)


def _next_batch() -> list[Request]:
    """What has gathered; at least one, unless it is time to stop."""
    batch: list[Request] = []
    request = _queue.get()
    with suppress(Empty):
        while request is not STOP:
            batch.append(request)
            if len(batch) == MOST_TOGETHER:
                break
            request = _queue.get_nowait()
        if request is STOP and batch:
            _queue.put(STOP)  # first these, then it is time
    return batch


def _carry_out(waiting: Waiting) -> None:
    """Those that nobody has to look at are refused; of the others most can be judged from memory, and the
    rest is carried out together."""
    tokens = {request.token for request in waiting.values() if request.token}
    users = users_with_tokens(tokens) if tokens else {}
    let_in: list[tuple[Request, Submission]] = []
    for request in list(waiting.values()):
        one = _let_in(request, users)
        if isinstance(one, Problem):
            _answer(waiting, request, one)
        else:
            let_in.append((request, one))

    def answer(outcomes: Sequence[Outcome | None]) -> None:
        for (request, _), outcome in zip(let_in, outcomes, strict=True):
            if outcome is not None:
                _answer(waiting, request, outcome)

    if let_in and from_memory.is_possible():
        from_memory.carry_out_from_memory([one for _, one in let_in], answer)
        let_in = [(request, one) for request, one in let_in if id(request) in waiting]
    if let_in:
        outcomes = carry_out([one for _, one in let_in], answer)
        if waiting:
            answer(outcomes)


def _let_in(request: Request, users: dict[str, int]) -> Submission | Problem:
    """With the user whose token it is; or why nobody looks at it."""
    submission = request.submission
    if request.token:
        if request.token not in users:
            return unknown_token()
        submission = submission._replace(user_id=users[request.token])
    if submission.user_id is None or request.is_counted:
        return submission
    return rates.refusal("command_user", submission.user_id) or submission


def unknown_token() -> Problem:
    problem = Problem(401, "unauthorized", "This token is unknown or revoked.")
    problem.auth_header = CHALLENGE
    return problem


def overloaded() -> Problem:
    return Problem(503, "overloaded", "Too many moves at once: try again.", retry_after=1)


def unavailable() -> Problem:
    return Problem(503, "unavailable", "The move could not be kept: try again.", retry_after=1)
