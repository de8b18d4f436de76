"""An event loop's own connection to PostgreSQL: whatever happens to it, who waits is called back, once."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from django.db import connection

from games.tables.loop_connection import LoopConnection, Rows, connect, numbered

ANSWER = "SELECT repeat(%s, 2) WHERE %s::int > 0"


def test_parameters_are_numbered_as_libpq_has_them() -> None:
    assert numbered("SELECT %s, %s::int") == "SELECT $1, $2::int"
    assert numbered("SELECT 1") == "SELECT 1"


if connection.vendor == "postgresql":
    pytestmark = pytest.mark.django_db

    @pytest.fixture
    async def opened(db: None) -> AsyncIterator[LoopConnection]:
        wrapper = await asyncio.to_thread(connect, ANSWER)
        opened = LoopConnection(asyncio.get_running_loop(), wrapper)
        yield opened
        opened.close()

    async def ask(opened: LoopConnection, *parameters: bytes) -> Rows | None:
        answer: asyncio.Future[Rows | None] = asyncio.get_running_loop().create_future()
        opened.send(parameters, answer.set_result)
        return await asyncio.wait_for(answer, 20)

    async def test_it_is_called_back_with_the_rows(opened: LoopConnection) -> None:
        for text in (b"a", b"b"):
            assert await ask(opened, text, b"1") == [text * 2]
        assert await ask(opened, b"a", b"0") == []

    async def test_what_the_socket_does_not_take_at_once_is_written_later(
        opened: LoopConnection,
    ) -> None:
        large = b"x" * 20_000_000
        assert await ask(opened, large, b"1") == [large * 2]

    async def test_a_statement_that_fails_has_no_rows_and_the_next_one_has(
        opened: LoopConnection,
    ) -> None:
        assert await ask(opened, b"a", b"no number") is None
        assert await ask(opened, b"a", b"1") == [b"aa"]

    async def test_a_connection_that_ends_calls_back_and_says_that_it_is_closed(
        opened: LoopConnection,
    ) -> None:
        other = await asyncio.to_thread(connect, "SELECT pg_terminate_backend(%s::int)::text")
        ending = LoopConnection(asyncio.get_running_loop(), other)
        assert await ask(ending, b"%d" % opened.libpq.backend_pid) == [b"true"]
        assert await ask(opened, b"a", b"1") is None
        assert not opened.is_open
        ending.close()

    async def test_a_statement_that_can_t_be_prepared_is_a_fault_at_once(db: None) -> None:
        with pytest.raises(Exception, match="syntax error"):
            await asyncio.to_thread(connect, "SELECT FROM FROM")
