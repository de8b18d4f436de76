from django.urls import path

from games.audit.api import desk, evidence, fairness, log, privacy, radar

urlpatterns = [
    path("log", log.LogView.as_view()),
    path("log/consistency", log.ConsistencyView.as_view()),
    path("log/cosignatures", log.CosignaturesView.as_view()),
    path("accounts/erase", privacy.EraseMe.as_view()),
    path("fairness", fairness.FairnessView.as_view()),
    path("audit/games", desk.SearchView.as_view()),
    path("audit/games/<uuid:game_id>", desk.DeskGameView.as_view()),
    path("audit/games/<uuid:game_id>/position", desk.PositionView.as_view()),
    path("audit/games/<uuid:game_id>/difference", desk.DifferenceView.as_view()),
    path("audit/radar", radar.RadarView.as_view()),
    path("audit/games/<uuid:game_id>/decisions", radar.AppraisedGameView.as_view()),
    path("audit/alarms", desk.AlarmsView.as_view()),
    path("audit/alarms/<int:alarm_id>/acknowledge", desk.AcknowledgeView.as_view()),
    path("audit/export/<slug:table>.<slug:written_as>", desk.ExportView.as_view()),
    path("games/<uuid:game_id>/evidence", evidence.EvidenceView.as_view()),
    path("games/<uuid:game_id>/inclusion", log.InclusionView.as_view()),
]
