"""A web process begins and ends. At the end uvicorn has stopped listening, told every socket to come back
(close code 1012) and waited for the requests in hand; what they led to is sent before we go."""

import asyncio
import gc
import sys
from typing import Any

from games.tables import express, live
from games.tables.connection_notes import connection_notes
from games.tables.services import committer
from rules import editions

FLUSH_SECONDS = 2.0
# How long the committer may have to wait for the event loop, and the other way round, whenever the
# database has answered: several times in each transaction. Python's own 5 ms is most of a commit.
SWITCH_SECONDS = 0.0005


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    await receive()  # lifespan.startup
    committer.start()
    spare_the_collector()
    sys.setswitchinterval(SWITCH_SECONDS)
    await send({"type": "lifespan.startup.complete"})
    await receive()  # lifespan.shutdown
    await express.finish()
    await asyncio.to_thread(finish)
    await send({"type": "lifespan.shutdown.complete"})


def spare_the_collector() -> None:
    """What is loaded by now stays for good, and a move leaves no cycles behind: looking for garbage
    as often as Python does by itself took a tenth of every move."""
    editions()
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def finish() -> None:
    committer.stop()
    live.outbox().flush(FLUSH_SECONDS)
    connection_notes().flush(FLUSH_SECONDS)
