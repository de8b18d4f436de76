"""What Redis holds of the tasks that were sent."""

import time
from typing import cast

import redis
from django.conf import settings

PATIENCE = 2  # seconds
REMEMBERED = 3600  # seconds

TAKEN = "unacked"  # Kombu's name for what workers have taken and not done, of all queues


def broker() -> redis.Redis:
    return redis.from_url(
        settings.REDIS_URL, socket_connect_timeout=PATIENCE, socket_timeout=PATIENCE
    )


def on_their_way(queue: str) -> int:
    """How many tasks wait in a queue or with a worker, which also has those whose time has not come. A few
    of the latter are of other queues."""
    try:
        with broker() as client:
            return cast(int, client.llen(queue)) + cast(int, client.hlen(TAKEN))
    except (redis.RedisError, OSError):
        return 0


def seconds_since_first(what: str) -> float:
    """How long ago somebody asked this of the same thing for the first time; 0 where nobody has, or where
    that is forgotten."""
    now = time.time()
    try:
        with broker() as client, client.pipeline() as together:
            together.set(f"first:{what}", now, nx=True, ex=REMEMBERED)
            together.get(f"first:{what}")
            return now - float(together.execute()[1])
    except (redis.RedisError, OSError):
        return 0
