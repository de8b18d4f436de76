"""How many sockets may come from one address, whoever they are from. (Commands: games/tables/lean.py.)"""

from typing import Any

from games.accounts import rates
from games.accounts.sockets import accepted_subprotocol
from games.accounts.throttle import network_of
from games.tables.consumers import CODES, close
from games.tables.lean import Application


class SocketLimits:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        address, _ = scope.get("client") or ("", 0)
        refused = rates.refusal("socket_address", network_of(address))
        if refused is None:
            await self.application(scope, receive, send)
            return
        await receive()  # websocket.connect
        # A browser shows a reason to its page only where it was let in before.
        await send({"type": "websocket.accept", "subprotocol": accepted_subprotocol(scope)})
        await close(send, CODES[refused.status_code], refused.sentence)
