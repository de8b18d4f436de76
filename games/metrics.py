"""What the service counts and times while it works, for Prometheus. Figures only: no name, no card.

With PROMETHEUS_MULTIPROC_DIR set, all processes of a machine write into files of that folder, and any
of them can tell the sum (ttr_project/metrics.py). Without it each process keeps its own.
"""

import os
from pathlib import Path
from time import perf_counter

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

if folder := os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
    Path(folder).mkdir(parents=True, exist_ok=True)

FIGURES = CollectorRegistry()

# In seconds: from what a fold in memory takes to what a person calls broken.
FINE = (0.0001, 0.0003, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
COARSE = (0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 3, 5, 10, 20, 60)

COMMANDS = Counter(
    "roundhouse_commands", "Commands by what came of them.", ["result"], registry=FIGURES
)
COMMAND_SECONDS = Histogram(
    "roundhouse_command_seconds",
    "From a command's arrival to its answer, in the process that took it.",
    buckets=FINE,
    registry=FIGURES,
)
COMMIT_SECONDS = Histogram(
    "roundhouse_commit_seconds",
    "The parts of a transaction that carries out commands: lock, judge, append, commit.",
    ["part"],
    buckets=FINE,
    registry=FIGURES,
)
COMMIT_COMMANDS = Histogram(
    "roundhouse_commit_commands",
    "Commands that shared one transaction.",
    buckets=(1, 2, 4, 8, 16, 32, 64),
    registry=FIGURES,
)
FOLD_SECONDS = Histogram(
    "roundhouse_fold_seconds",
    "Reading and folding a log, from its beginning or from what was known.",
    ["since"],
    buckets=FINE,
    registry=FIGURES,
)
THINK_SECONDS = Histogram(
    "roundhouse_think_seconds", "An AI's choice.", ["policy"], buckets=COARSE, registry=FIGURES
)
FALLBACKS = Counter(
    "roundhouse_ai_fallbacks",
    "Moves made for an AI that could not make its own.",
    ["why"],
    registry=FIGURES,
)
TASK_WAIT_SECONDS = Histogram(
    "roundhouse_task_wait_seconds",
    "From when a task was due to when a worker began it.",
    ["task"],
    buckets=COARSE,
    registry=FIGURES,
)
TASK_FAILURES = Counter(
    "roundhouse_task_failures", "Tasks that ended in a fault.", ["task"], registry=FIGURES
)
NUDGES = Counter("roundhouse_nudges", "Rounds of the nudge: none means no beat.", registry=FIGURES)
SOCKETS = Gauge(
    "roundhouse_sockets",
    "Connected sockets.",
    ["role"],
    multiprocess_mode="livesum",
    registry=FIGURES,
)
SOCKETS_TOO_SLOW = Counter(
    "roundhouse_sockets_too_slow", "Sockets cut off because they did not read.", registry=FIGURES
)
FANOUT_SECONDS = Histogram(
    "roundhouse_fanout_seconds",
    "From a move's record to its frame in the queue of every socket of a process.",
    buckets=FINE,
    registry=FIGURES,
)
NOTICES_LOST = Counter(
    "roundhouse_notices_lost",
    "Notices and tasks that could not be sent; a look and the nudge make up for them.",
    ["kind"],
    registry=FIGURES,
)


class Laps:
    """Times the parts of something, one after the other."""

    def __init__(self, histogram: Histogram) -> None:
        self.histogram = histogram
        self.since = perf_counter()

    def end(self, part: str) -> None:
        now = perf_counter()
        self.histogram.labels(part).observe(now - self.since)
        self.since = now
