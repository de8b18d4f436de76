"""What came of a command, for the operators: counted, timed, and written into the log with its ids.

An accepted command is in the game's own log already, so a line says little more: it is for
debugging. A refusal, or one that took long, is worth a line.
"""

import logging
from functools import cache
from time import perf_counter

import structlog
from prometheus_client import Counter

from games import metrics
from games.problems import Problem
from games.tables.services.judging import Accepted, Submission

log = structlog.get_logger()
debugging = logging.getLogger(__name__)

SLOW = 1.0  # seconds


@cache
def counter_of(result: str) -> Counter:
    return metrics.COMMANDS.labels(result)


def note(one: Submission, outcome: Accepted | Problem, arrived: float) -> None:
    seconds = perf_counter() - arrived
    result = outcome.kind if isinstance(outcome, Problem) else "accepted"
    counter_of(result).inc()
    metrics.COMMAND_SECONDS.observe(seconds)
    is_routine = result == "accepted" and seconds < SLOW
    if is_routine and not debugging.isEnabledFor(logging.DEBUG):
        return  # most of them: not even the line is made
    say = log.debug if is_routine else log.info
    say(
        "command",
        game=str(one.game_id),
        command=str(one.command_id),
        actor=one.actor,
        result=result,
        rule=outcome.more.get("rule") if isinstance(outcome, Problem) else None,
        seq=None if isinstance(outcome, Problem) else outcome.seq,
        milliseconds=round(seconds * 1000, 1),
        request=one.origin.get("request"),
    )
