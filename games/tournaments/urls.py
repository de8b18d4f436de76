from django.urls import path

from games.tournaments.api import entries, exports, judging, pairings, tournaments, webhooks

ONE = "tournaments/<uuid:tournament_id>"

urlpatterns = [
    path("tournaments", tournaments.Tournaments.as_view()),
    path(ONE, tournaments.TournamentView.as_view()),
    path(f"{ONE}/me", tournaments.MyPlace.as_view()),
    path(f"{ONE}/commands", tournaments.Commands.as_view()),
    path(f"{ONE}/events", tournaments.Events.as_view()),
    path(f"{ONE}/wall", tournaments.Wall.as_view()),
    path(f"{ONE}/why", pairings.Why.as_view()),
    path(f"{ONE}/pairing-cost", pairings.PairingCost.as_view()),
    path(f"{ONE}/cross-table", tournaments.CrossTable.as_view()),
    path(f"{ONE}/entries", entries.Entries.as_view()),
    path(f"{ONE}/claim", entries.Claim.as_view()),
    path(f"{ONE}/staff", entries.Staff.as_view()),
    path(f"{ONE}/tables/<int:table>/evidence", judging.Evidence.as_view()),
    path(f"{ONE}/webhooks", webhooks.Webhooks.as_view()),
    path(f"{ONE}/webhooks/<int:webhook_id>", webhooks.OneWebhook.as_view()),
    path(f"{ONE}/export/<slug:name>", exports.Export.as_view()),
    path("seasons/<str:season>", exports.Season.as_view()),
]
