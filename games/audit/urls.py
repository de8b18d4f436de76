from django.urls import path

from games.audit.api import evidence, log

urlpatterns = [
    path("log", log.LogView.as_view()),
    path("log/consistency", log.ConsistencyView.as_view()),
    path("log/cosignatures", log.CosignaturesView.as_view()),
    path("games/<uuid:game_id>/evidence", evidence.EvidenceView.as_view()),
    path("games/<uuid:game_id>/inclusion", log.InclusionView.as_view()),
]
