"""Away and back, pauses, and what a judge decides."""

from uuid import UUID, uuid4

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import BODY, refusals
from games.requests import checked, signed_in
from games.tables.api import schemas
from games.tables.api.commands import accepted_json
from games.tables.services import absence, rulings
from games.tables.services.asking import PAUSE, RESUME

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


def ask(request: Request, game_id: UUID, what: str) -> Response:
    answer = rulings.ask_to(signed_in(request), game_id, what)
    if isinstance(answer, list):
        return Response({"missing": answer}, status=202)
    return Response(accepted_json(answer))


class PauseView(APIView):
    @extend_schema(
        operation_id="ask_for_pause",
        description="Done when every person at the table has asked; until then 202.",
        request=None,
        responses={202: schemas.AskedSchema} | DONE,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return ask(request, game_id, PAUSE)


class ResumeView(APIView):
    @extend_schema(
        operation_id="ask_to_resume",
        description="Done when every person at the table has asked; until then 202.",
        request=None,
        responses={202: schemas.AskedSchema} | DONE,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        return ask(request, game_id, RESUME)


class RulingsView(APIView):
    @extend_schema(
        operation_id="rule",
        description="A judge pauses or resumes the game, gives everybody more time, hands a seat over,"
        " or declares a forfeit.",
        request=schemas.RulingSchema,
        responses=DONE,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        judge = signed_in(request)
        given = checked(schemas.RulingSchema, request.data)
        command_id = given.pop("command_id", None) or uuid4()
        return Response(accepted_json(rulings.rule(judge, game_id, given, command_id)))
