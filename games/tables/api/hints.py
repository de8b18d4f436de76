"""`GET /api/games/{id}/hint`: what would the planner do, and why."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import refusals
from games.requests import signed_in
from games.tables.api import schemas
from games.tables.services.hints import hint_for


class HintView(APIView):
    @extend_schema(
        operation_id="ask_for_hint",
        description="What an AI would do in your seat, from what you have seen, and why. Not in the"
        " games of a tournament.",
        responses={200: schemas.HintSchema} | refusals(401, 403, 404, 409),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        hint = hint_for(signed_in(request), game_id)
        return Response({"policy": hint.policy, "command": hint.command, "why": hint.why})
