"""How much a request may send. Django keeps a body before it looks at it, whole and however large."""

from typing import Any

import orjson

from games.accounts.sockets import header
from games.parsing import MOST_BYTES
from games.problems import MEDIA_TYPE, problem
from games.tables.lean import Application


class BoundedBodies:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        said = header(scope, b"content-length")
        if said.isdecimal() and int(said) > MOST_BYTES:
            await refuse(send)
            return
        left, is_too_large = MOST_BYTES, False

        async def receive_bounded() -> Any:
            """As long as it is not too large; then, for the application, the client has gone."""
            nonlocal left, is_too_large
            message = await receive()
            left -= len(message.get("body", b""))
            is_too_large = left < 0
            return {"type": "http.disconnect"} if is_too_large else message

        await self.application(scope, receive_bounded, send)
        if is_too_large:
            await refuse(send)


async def refuse(send: Any) -> None:
    sentence = f"A request has at most {MOST_BYTES} bytes."
    body = orjson.dumps(problem(413, "too-large", sentence))
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": body})
