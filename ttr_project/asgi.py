"""HTTP in, sockets out: one ASGI application for both."""

import os
from typing import Any, cast

from channels.routing import ProtocolTypeRouter, URLRouter
from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ttr_project.settings")
http = get_asgi_application()

# Only now are the models loaded, which these import.
from games.accounts.sockets import accepted_subprotocol  # noqa: E402
from games.tables.lean import BoundedMoves  # noqa: E402
from games.tables.routing import websocket_urlpatterns as tables  # noqa: E402
from games.tournaments.routing import websocket_urlpatterns as tournaments  # noqa: E402
from ttr_project.bodies import BoundedBodies  # noqa: E402
from ttr_project.inside import UnderAnyName  # noqa: E402
from ttr_project.lifespan import lifespan  # noqa: E402
from ttr_project.origins import OwnPagesOnly  # noqa: E402
from ttr_project.request_ids import RequestIds  # noqa: E402
from ttr_project.socket_limits import SocketLimits  # noqa: E402


async def no_such_socket(scope: Any, receive: Any, send: Any) -> None:
    """Told as of an unknown game: a browser does not say with which status a socket was refused, and a page
    would try again for ever. Channels by itself would log a traceback for each."""
    await receive()  # websocket.connect
    await send({"type": "websocket.accept", "subprotocol": accepted_subprotocol(scope)})
    await send({"type": "websocket.close", "code": 4404, "reason": "There is no such address."})


# Django's types know views here, Channels puts applications in their place.
everything_else = re_path("", cast(Any, no_such_socket))

sockets = URLRouter([*tables, *tournaments, everything_else])

# Who is at the other end the consumers ask themselves, again and again.
application = ProtocolTypeRouter(
    {
        "http": BoundedMoves(RequestIds(BoundedBodies(UnderAnyName(http)))),
        "websocket": RequestIds(OwnPagesOnly(SocketLimits(sockets))),
        "lifespan": lifespan,
    }
)
