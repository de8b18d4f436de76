"""How much work waits in the broker, and for how long. A broker that is away is a figure, too."""

import json
import time
from collections.abc import Iterator

import redis
from prometheus_client.core import GaugeMetricFamily

from games.broker import broker
from ttr_project.celery import QUEUES


class QueueFigures:
    """A collector of prometheus_client."""

    def collect(self) -> Iterator[GaugeMetricFamily]:
        up = GaugeMetricFamily("roundhouse_broker_up", "1 where Redis answers.")
        depth = GaugeMetricFamily(
            "roundhouse_queue_depth", "Tasks that no worker has taken yet.", labels=["queue"]
        )
        age = GaugeMetricFamily(
            "roundhouse_queue_age_seconds", "Of the oldest of them.", labels=["queue"]
        )
        try:
            for queue, waiting, oldest in read_queues():
                depth.add_metric([queue], waiting)
                age.add_metric([queue], oldest)
            up.add_metric([], 1)
        except (redis.RedisError, OSError):
            up.add_metric([], 0)
        yield from (up, depth, age)


def read_queues() -> Iterator[tuple[str, int, float]]:
    with broker() as client:
        for queue in QUEUES:
            # Kombu adds on the left and takes from the right.
            waiting, oldest = client.llen(queue), client.lindex(queue, -1)
            yield queue, waiting, age_of(oldest) if oldest else 0.0


def age_of(message: bytes) -> float:
    sent_at: float = json.loads(message).get("headers", {}).get("sent_at", time.time())
    return max(0.0, time.time() - sent_at)
