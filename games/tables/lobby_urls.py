from django.urls import path

from games.tables import lobby_api as api
from games.tables.rules_api import Rules

urlpatterns = [
    path("rules", Rules.as_view()),
    path("games", api.Games.as_view()),
    path("games/quick-play", api.QuickPlay.as_view()),
    path("games/<uuid:game_id>/join", api.Join.as_view()),
    path("games/<uuid:game_id>/leave", api.Leave.as_view()),
    path("games/<uuid:game_id>/seats/<int:number>", api.ChangeSeat.as_view()),
    path("games/<uuid:game_id>/renew-invite", api.RenewInvite.as_view()),
    path("games/<uuid:game_id>/fill", api.Fill.as_view()),
    path("games/<uuid:game_id>/start", api.Start.as_view()),
    path("games/<uuid:game_id>/cancel", api.Cancel.as_view()),
    path("invites/<str:token>", api.Invite.as_view()),
]
