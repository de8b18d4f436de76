from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from games.audit.evidence import evidence
from games.problems import refusals
from games.tables.api.games import finished


class EvidenceView(APIView):
    @extend_schema(
        operation_id="download_evidence",
        description="A finished game, with the proof that the transparency log has it: one file, "
        "which `python -m rules.verify` and the page /verify check.",
        responses={(200, "application/json"): OpenApiTypes.OBJECT} | refusals(400, 404, 409, 503),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        game = finished(request, game_id).game
        return HttpResponse(
            evidence(game),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="evidence-{game.id}.json"'},
        )
