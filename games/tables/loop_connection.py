"""A connection to PostgreSQL that belongs to an event loop: it sends one prepared statement, goes on with
other things, and is called back with the rows.

psycopg's own asynchronous connection does that for any statement, with a task, an event and a timer for each
wait: some 200 us, as much as ten moves. Here its libpq is used directly.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connections
from psycopg import OperationalError, pq

Rows = list[bytes]  # the first column of each
Done = Callable[[Rows | None], None]  # None: it failed, and may or may not have been carried out

STATEMENT = b"statement"


class LoopConnection:
    def __init__(self, loop: asyncio.AbstractEventLoop, wrapper: Any) -> None:
        self.loop = loop
        self.wrapper = wrapper
        self.libpq: pq.abc.PGconn = wrapper.connection.pgconn
        self.number = self.libpq.socket  # which a lost connection does not tell any more
        self.done: Done | None = None  # of the statement that is on its way
        self.rows: Rows | None = None
        self.is_open = True
        loop.add_reader(self.number, self._readable)

    def send(self, parameters: Sequence[bytes], done: Done) -> None:
        """One at a time. `done` is called by the event loop, always."""
        assert self.done is None
        self.done = done
        self.rows = None
        try:
            self.libpq.send_query_prepared(STATEMENT, parameters)
        except OperationalError:
            self.loop.call_soon(self._lost)
        else:
            self._flush()

    def _flush(self) -> None:
        """More than the socket takes at once is written when it takes more."""
        try:
            is_more = self.libpq.flush()
        except OperationalError:
            self._lost()
            return
        if is_more:
            self.loop.add_writer(self.number, self._writable)

    def _writable(self) -> None:
        self.loop.remove_writer(self.number)
        self._flush()

    def _readable(self) -> None:
        try:
            self.libpq.consume_input()
            while not self.libpq.is_busy():
                result = self.libpq.get_result()
                if result is None:
                    self._finish()
                    return
                if result.status == pq.ExecStatus.TUPLES_OK:
                    self.rows = [result.get_value(row, 0) or b"" for row in range(result.ntuples)]
        except OperationalError:
            self._lost()

    def _finish(self) -> None:
        done, self.done = self.done, None
        if done is not None:
            done(self.rows)

    def _lost(self) -> None:
        """The server is gone."""
        self.close()
        self.rows = None
        self._finish()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.loop.remove_reader(self.number)
            self.loop.remove_writer(self.number)
            self.wrapper.connection.close()


def connect(statement: str) -> Any:
    """Opens a connection as Django has them, in autocommit mode, and prepares the statement. Takes a while:
    for a thread. The event loop makes a `LoopConnection` of it."""
    known = connections["default"]
    options = {
        name: value for name, value in known.settings_dict["OPTIONS"].items() if name != "pool"
    }
    wrapper: Any = type(known)({**known.settings_dict, "OPTIONS": options}, "default")
    wrapper.inc_thread_sharing()
    wrapper.connect()
    prepared = wrapper.connection.pgconn.prepare(STATEMENT, numbered(statement).encode())
    if prepared.status != pq.ExecStatus.COMMAND_OK:
        wrapper.close()
        raise OperationalError(prepared.error_message.decode(errors="replace"))
    return wrapper


def numbered(statement: str) -> str:
    """With $1, $2 … as libpq has them instead of %s."""
    first, *others = statement.split("%s")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))
