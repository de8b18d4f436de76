"""Is the service really ready? Each part is asked to do its work once, all the way round."""

import asyncio
import secrets
from collections.abc import Awaitable

import redis
import redis.asyncio
from asgiref.sync import sync_to_async
from celery import shared_task
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import connection
from django.http import HttpRequest, JsonResponse

from ttr_project.celery import QUEUES

PATIENCE = 5  # seconds for all the checks together, which run at the same time


async def healthz(request: HttpRequest) -> JsonResponse:
    """The process is alive; nothing else is said."""
    return JsonResponse({"status": "alive"})


async def readyz(request: HttpRequest) -> JsonResponse:
    """200 when database, channel layer and both queues did a round trip; else 503 with the reason."""
    queues = {f"queue_{queue}": send_through_celery(queue) for queue in QUEUES}
    return await report(web_checks() | queues)


async def web_readyz(request: HttpRequest) -> JsonResponse:
    """For whoever spreads requests over web processes: people play on while the workers are away."""
    return await report(web_checks())


def web_checks() -> dict[str, Awaitable[None]]:
    return {
        "database": sync_to_async(ask_database)(),
        "channel_layer": send_through_channel_layer(),
    }


async def report(checks: dict[str, Awaitable[None]]) -> JsonResponse:
    answers = await asyncio.gather(*(outcome(check) for check in checks.values()))
    ready = all(answer == "ok" for answer in answers)
    return JsonResponse(dict(zip(checks, answers, strict=True)), status=200 if ready else 503)


async def outcome(check: Awaitable[None]) -> str:
    try:
        await asyncio.wait_for(check, PATIENCE)
    except Exception as error:
        # Its kind says enough; its text could name hosts and users to a stranger.
        return type(error).__name__
    return "ok"


def ask_database() -> None:
    with connection.cursor() as cursor:
        # A table of ours, not `SELECT 1`: an empty database is not ready.
        cursor.execute("SELECT COUNT(*) FROM django_migrations")


async def send_through_channel_layer() -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.send(channel, {"type": "ready"})
    await layer.receive(channel)


async def send_through_celery(queue: str) -> None:
    """There is no result backend, so the worker answers into a list of Redis that we wait on."""
    key = f"roundhouse:ready:{secrets.token_hex(8)}"
    await sync_to_async(answer_ready.apply_async, thread_sensitive=False)(
        args=[key], queue=queue, expires=PATIENCE
    )
    async with redis.asyncio.from_url(settings.REDIS_URL) as client:
        if not await client.blpop([key], timeout=PATIENCE):
            raise TimeoutError


@shared_task
def answer_ready(key: str) -> None:
    with redis.from_url(settings.REDIS_URL) as client:
        client.rpush(key, "ready")
        client.expire(key, 2 * PATIENCE)
