"""A connection to PostgreSQL that belongs to an event loop: it sends one prepared statement, goes on with
other things, and is called back with the rows.

psycopg's own asynchronous connection does that for any statement, with a task, an event and a timer for each
wait: some 200 us, as much as ten moves. Here its libpq is used directly.
"""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from typing import Any

from django.db import connections
from psycopg import OperationalError, pq

# By default PostgreSQL plans a statement anew for the parameters of each time: 240 us, as much as three moves.
# What is planned once must be good for tables of any size: by keys. And it is never worth compiling.
PLANNED_ONCE = b"""
SET plan_cache_mode = force_generic_plan; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off
"""

Rows = list[bytes]  # the first column of each
Done = Callable[[Rows | None], None]  # None: it failed, and may or may not have been carried out


class LoopConnection:
    def __init__(self, loop: asyncio.AbstractEventLoop, wrapper: Any, statement: bytes) -> None:
        self.loop = loop
        self.wrapper = wrapper
        self.statement = statement  # its name
        self.libpq: pq.abc.PGconn = wrapper.connection.pgconn
        self.number = self.libpq.socket  # which a lost connection does not tell any more
        self.done: Done | None = None  # of the statement that is on its way
        self.rows: Rows | None = None
        self.is_open = True
        loop.add_reader(self.number, self._readable)

    def send(self, parameters: Sequence[bytes], done: Done) -> None:
        """One at a time. `done` is called by the event loop, once, whatever happens, and never from here."""
        assert self.done is None
        self.done = done
        self.rows = None
        try:
            self.libpq.send_query_prepared(self.statement, parameters)
            self._flush()
        except OperationalError:
            self.loop.call_soon(self._lost)

    def _flush(self) -> None:
        """More than the socket takes at once is written when it takes more."""
        if self.libpq.flush():
            self.loop.add_writer(self.number, self._writable)

    def _writable(self) -> None:
        self.loop.remove_writer(self.number)
        try:
            self._flush()
        except OperationalError:
            self._lost()

    def _readable(self) -> None:
        try:
            self.libpq.consume_input()
            # uvloop tells of a broken connection once: then the first of these may read the server's last
            # words, and only the second finds out. Otherwise it finds nothing.
            self.libpq.consume_input()
            while not self.libpq.is_busy():
                result = self.libpq.get_result()
                if result is None:
                    self._finish()
                    return
                # The rows come before the commit. If that fails, for a key that is checked only then, a
                # second result says so.
                self.rows = rows_of(result) if result.status == pq.ExecStatus.TUPLES_OK else None
        except OperationalError:
            self._lost()

    def _finish(self) -> None:
        done, self.done = self.done, None
        if done is not None:
            done(self.rows)

    def _lost(self) -> None:
        """Whether the statement was carried out is not known."""
        self.close()
        self.rows = None
        self._finish()

    def close(self) -> None:
        if self.is_open:
            self.is_open = False
            self.loop.remove_reader(self.number)
            self.loop.remove_writer(self.number)
            self.wrapper.connection.close()


def rows_of(result: pq.abc.PGresult) -> Rows:
    return [result.get_value(row, 0) or b"" for row in range(result.ntuples)]


def connect(statement: str) -> tuple[Any, bytes]:
    """Opens a connection as Django has them, in autocommit mode, and prepares the statement. Takes a while:
    for a thread. The event loop makes a `LoopConnection` of it."""
    known = connections["default"]
    options = {
        name: value for name, value in known.settings_dict["OPTIONS"].items() if name != "pool"
    }
    wrapper: Any = type(known)({**known.settings_dict, "OPTIONS": options}, "default")
    wrapper.inc_thread_sharing()
    wrapper.connect()
    wrapper.connection.pgconn.exec_(PLANNED_ONCE)
    text = numbered(statement).encode()
    # Behind a PgBouncer another release may have left another text: no two have the same name.
    name = b"roundhouse-" + hashlib.sha256(text).hexdigest()[:16].encode()
    prepared = wrapper.connection.pgconn.prepare(name, text)
    if prepared.status != pq.ExecStatus.COMMAND_OK:
        wrapper.close()
        raise OperationalError(prepared.error_message.decode(errors="replace"))
    return wrapper, name


def numbered(statement: str) -> str:
    """With $1, $2 … as libpq has them instead of %s."""
    first, *others = statement.split("%s")
    return first + "".join(f"${number}{text}" for number, text in enumerate(others, 1))
