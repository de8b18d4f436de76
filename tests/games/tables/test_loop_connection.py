"""An event loop's own connection to PostgreSQL: whatever happens to it, who waits is called back, once."""

import asyncio
import select
import socket
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from threading import Thread
from uuid import uuid4

import pytest
import uvloop
from django.db import connection

from games.tables.loop_connection import LoopConnection, Rows, connect, numbered

END = "SELECT pg_terminate_backend(%s::int)::text"
ANSWER = "SELECT repeat(%s, 2) WHERE %s::int > 0"


def test_parameters_are_numbered_as_libpq_has_them() -> None:
    assert numbered("SELECT %s, %s::int") == "SELECT $1, $2::int"
    assert numbered("SELECT 1") == "SELECT 1"


if connection.vendor == "postgresql":
    pytestmark = pytest.mark.django_db

    @pytest.fixture
    async def opened(db: None) -> AsyncIterator[LoopConnection]:
        opened = await open_for(ANSWER)
        yield opened
        opened.close()

    async def open_for(statement: str) -> LoopConnection:
        opened = await asyncio.to_thread(connect, statement)
        return LoopConnection(asyncio.get_running_loop(), *opened)

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

    async def test_its_statement_is_planned_once(opened: LoopConnection) -> None:
        for _ in range(8):
            await ask(opened, b"a", b"1")
        known = opened.libpq.exec_(
            b"SELECT generic_plans, custom_plans FROM pg_prepared_statements"
        )
        assert [known.get_value(0, column) for column in (0, 1)] == [b"8", b"0"]

    async def test_a_connection_that_ends_calls_back_and_says_that_it_is_closed(
        opened: LoopConnection,
    ) -> None:
        ending = await open_for(END)
        assert await ask(ending, b"%d" % opened.libpq.backend_pid) == [b"true"]
        assert await ask(opened, b"a", b"1") is None
        assert not opened.is_open
        ending.close()

    async def test_a_statement_that_can_t_be_prepared_is_a_fault_at_once(db: None) -> None:
        with pytest.raises(Exception, match="syntax error"):
            await asyncio.to_thread(connect, "SELECT FROM FROM")

    async def test_what_fails_only_at_the_commit_has_no_rows(db: None) -> None:
        """A foreign key is checked then, after the rows were sent."""
        looking = await open_for(
            "INSERT INTO tables_look (game_id, what, seq, looked_at)"
            " VALUES (%s::uuid, 'view', 1, now()) RETURNING id::text"
        )
        assert await ask(looking, str(uuid4()).encode()) is None
        assert looking.is_open
        looking.close()

    def test_who_sends_to_a_server_that_has_just_gone_is_called_back_by_uvloop_too(
        transactional_db: None, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Over TCP: the server's last words have arrived, and what is sent now is answered by a reset."""
        with a_way_over_tcp() as port, asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(send_into_the_void(port, monkeypatch))

    async def send_into_the_void(port: int, monkeypatch: pytest.MonkeyPatch) -> None:
        ending = await open_for(END)
        monkeypatch.setitem(connection.settings_dict, "PORT", str(port))
        monkeypatch.setitem(connection.settings_dict, "HOST", "127.0.0.1")
        options = connection.settings_dict["OPTIONS"] | {"host": "127.0.0.1"}
        monkeypatch.setitem(connection.settings_dict, "OPTIONS", options)
        opened = await open_for(ANSWER)
        assert await ask(opened, b"a", b"1") == [b"aa"]
        ending.libpq.send_query_prepared(ending.statement, [b"%d" % opened.libpq.backend_pid])
        ending.libpq.flush()
        time.sleep(0.5)  # this loop is busy
        assert await ask(opened, b"a", b"1") is None
        assert not opened.is_open
        ending.close()

    @contextmanager
    def a_way_over_tcp() -> Iterator[int]:
        """To the server of these tests, which listens on a socket in a folder."""
        folder = connection.settings_dict["OPTIONS"].get("host") or connection.settings_dict["HOST"]
        with socket.create_server(("127.0.0.1", 0)) as listening:

            def relay() -> None:
                there, _ = listening.accept()
                with there, socket.socket(socket.AF_UNIX) as server:
                    server.connect(f"{folder}/.s.PGSQL.5432")
                    while ready := select.select([there, server], [], [])[0]:
                        for one, other in ((there, server), (server, there)):
                            if one in ready:
                                data = one.recv(65536)
                                if not data:
                                    return
                                other.sendall(data)

            Thread(target=relay, daemon=True).start()
            yield listening.getsockname()[1]
