"""How many commands and sockets may come from one address, whoever they are from."""

from typing import Any

from games.accounts import rates
from games.accounts.sockets import accepted_subprotocol
from games.accounts.throttle import network_of
from games.problems import Problem
from games.tables import lean
from games.tables.consumers import CODES, close


class AddressLimits:
    def __init__(self, application: lean.Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        refused = refusal(scope)
        if refused is None:
            await self.application(scope, receive, send)
        elif scope["type"] == "http":
            await lean.answer(send, refused)
        else:
            await receive()  # websocket.connect
            # A browser shows a reason to its page only where it was let in before.
            await send({"type": "websocket.accept", "subprotocol": accepted_subprotocol(scope)})
            await close(send, CODES[refused.status_code], refused.sentence)


def refusal(scope: dict[str, Any]) -> Problem | None:
    address, _ = scope.get("client") or ("", 0)
    if scope["type"] == "websocket":
        return rates.refusal("socket_address", network_of(address))
    if scope["type"] == "http" and lean.ADDRESS.fullmatch(scope["path"]):
        return rates.refusal("command_address", network_of(address))
    return None
