"""A web process begins and ends. At the end uvicorn has stopped listening, told every socket to come back
(close code 1012) and waited for the requests in hand; what they led to is sent before we go."""

import asyncio
from typing import Any

from games.tables import live
from games.tables.services import committer

FLUSH_SECONDS = 2.0


async def lifespan(scope: Any, receive: Any, send: Any) -> None:
    await receive()  # lifespan.startup
    committer.start()
    await send({"type": "lifespan.startup.complete"})
    await receive()  # lifespan.shutdown
    await asyncio.to_thread(finish)
    await send({"type": "lifespan.shutdown.complete"})


def finish() -> None:
    committer.stop()
    live.outbox().flush(FLUSH_SECONDS)
