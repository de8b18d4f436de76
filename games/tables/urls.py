from django.urls import path

from games.tables.api import absence, commands, editions, games, hints, rulings
from games.tables.lobby_urls import urlpatterns as lobby

urlpatterns = [
    path("editions", editions.EditionsView.as_view()),
    path("editions/<slug:edition_id>", editions.EditionView.as_view()),
    path("games/<uuid:game_id>", games.GameView.as_view()),
    path("games/<uuid:game_id>/commands", commands.CommandsView.as_view()),
    path("games/<uuid:game_id>/events", games.EventsView.as_view()),
    path("games/<uuid:game_id>/history", games.HistoryView.as_view()),
    path("games/<uuid:game_id>/export", games.ExportView.as_view()),
    path("games/<uuid:game_id>/hint", hints.HintView.as_view()),
    path("games/<uuid:game_id>/away", absence.AwayView.as_view()),
    path("games/<uuid:game_id>/back", absence.BackView.as_view()),
    path("games/<uuid:game_id>/resign", absence.ResignView.as_view()),
    path("games/<uuid:game_id>/stand-in", absence.StandInView.as_view()),
    path("games/<uuid:game_id>/pause", rulings.PauseView.as_view()),
    path("games/<uuid:game_id>/resume", rulings.ResumeView.as_view()),
    path("games/<uuid:game_id>/rulings", rulings.RulingsView.as_view()),
    *lobby,
]
