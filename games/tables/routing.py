from typing import Any, cast

from django.urls import path

from games.tables.consumers import game_socket

# Django's types know views here, Channels puts applications in their place.
websocket_urlpatterns = [path("ws/games/<uuid:game_id>/", cast(Any, game_socket))]
