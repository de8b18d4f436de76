"""Pauses, and what a judge decides."""

from uuid import UUID, uuid4

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.requests import checked, signed_in
from games.tables.api import schemas
from games.tables.api.absence import DONE
from games.tables.api.commands import accepted_json
from games.tables.services import rulings
from games.tables.services.asking import PAUSE, RESUME


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
