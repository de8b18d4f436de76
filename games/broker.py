"""What Redis holds of the tasks that were sent."""

from typing import cast

import redis
from django.conf import settings

PATIENCE = 2  # seconds

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
