"""Away and back, for a while or for good."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import BODY, refusals
from games.requests import checked, signed_in
from games.tables.api import schemas
from games.tables.api.commands import accepted_json
from games.tables.services import absence

# All of it goes the way of a command, and is refused as one.
DONE = {200: schemas.AcceptedSchema} | refusals(*BODY, 404, 409, 422, 429, 503)


class AwayView(APIView):
    @extend_schema(
        operation_id="go_away",
        description="Leave your seat to an AI; you can come back.",
        request=schemas.AwaySchema,
        responses=DONE,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        level = checked(schemas.AwaySchema, request.data)["to"]
        return Response(accepted_json(absence.go_away(user, game_id, level)))


class BackView(APIView):
    @extend_schema(operation_id="come_back", request=None, responses=DONE)
    def post(self, request: Request, game_id: UUID) -> Response:
        return Response(accepted_json(absence.come_back(signed_in(request), game_id)))


class ResignView(APIView):
    @extend_schema(
        operation_id="resign",
        description="Give the game up: your seat forfeits, ranks behind all that do not, and an AI plays it to "
        "the end. There is no way back.",
        request=None,
        responses=DONE,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return Response(accepted_json(absence.resign(signed_in(request), game_id)))


class StandInView(APIView):
    @extend_schema(
        operation_id="call_in_an_ai",
        description="Who plays calls in an AI for somebody who is awaited and has not moved for the game's "
        "`absent_after` seconds; they can come back.",
        request=schemas.StandInSchema,
        responses=DONE,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        seat = checked(schemas.StandInSchema, request.data)["seat"]
        return Response(accepted_json(absence.call_in_an_ai(user, game_id, seat)))
