"""Somebody signed out, a token was revoked, a role was taken away: every web process is told to look at
once whether the sockets of that person are still theirs. A lost message does no harm: they look every few seconds."""

import asyncio
from functools import partial

import structlog
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction

log = structlog.get_logger()

GROUP = "people"  # every web process listens to it
PATIENCE = 1.0  # seconds; nobody stays signed in because messages can't be sent


def announce(user_id: int) -> None:
    """Once it is committed: whoever looks before finds nothing changed."""
    transaction.on_commit(partial(_announce, user_id))


def _announce(user_id: int) -> None:
    try:
        async_to_sync(_tell)(user_id)
    except Exception as fault:
        log.warning("leaving_not_told", fault=type(fault).__name__)


async def _tell(user_id: int) -> None:
    message = {"type": "left", "user": user_id}
    await asyncio.wait_for(get_channel_layer().group_send(GROUP, message), PATIENCE)
