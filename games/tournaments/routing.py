from typing import Any, cast

from django.urls import path

from games.tournaments.consumers import tournament_socket

# Django's types know views here, Channels puts applications in their place.
websocket_urlpatterns = [
    path("ws/tournaments/<uuid:tournament_id>/", cast(Any, tournament_socket)),
]
