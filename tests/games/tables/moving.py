"""Given a table whose players move over their sockets."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any
from uuid import uuid4

from django.db import connection, transaction

from games.accounts.models import User
from games.tables import express
from games.tables.models import Game, GameCommand
from tests.games.tables.given import a_game, a_user, first_move, submit
from tests.games.tables.talking import Client


def a_table(**settings: Any) -> tuple[Game, User, User]:
    """Both have chosen their tickets; pia is next."""
    pia, tom = a_user("pia"), a_user("tom")
    game = a_game(pia, tom, seats=2, **settings)
    for number, person in enumerate((pia, tom)):
        submit(game, person, **first_move(game, number))
    return game, pia, tom


def next_move(game: Game, **more: Any) -> dict[str, Any]:
    """Of whoever is awaited."""
    game.refresh_from_db()
    move = first_move(game, game.waiting_on[0])
    return {"command_id": str(uuid4()), "expected_seq": game.head_seq} | move | more


async def say(socket: Client, command: Any) -> None:
    await socket.say(json.dumps({"command": command}))


def commands_of(game: Game) -> int:
    return GameCommand.objects.filter(game=game).count()


async def an_open_connection() -> None:
    """As after the first move over a socket; SQLite has one writer, and no express."""
    express.express_here()._connect()
    await connecting()


async def connecting() -> None:
    if task := express.express_here().connecting:
        await task


async def held(game: Game) -> Callable[[], Awaitable[None]]:
    """Somebody else has locked this game; until it is let go nothing can be written."""
    is_held, let_go = asyncio.Event(), asyncio.Event()
    loop = asyncio.get_running_loop()

    def hold() -> None:
        try:
            with transaction.atomic():
                Game.objects.select_for_update().get(pk=game.pk)  # SQLite locks it all
                loop.call_soon_threadsafe(is_held.set)
                asyncio.run_coroutine_threadsafe(let_go.wait(), loop).result(20)
        finally:
            connection.close()

    holding = loop.run_in_executor(None, hold)
    await is_held.wait()

    async def release() -> None:
        let_go.set()
        await holding

    return release
