"""Why somebody sits where they sit, and what a change would cost."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import BODY, Problem, refusals
from games.requests import checked, signed_in
from games.tables.api.games import number_of
from games.tournaments import commands as c
from games.tournaments.access import find_tournament, refuse_unless_organiser
from games.tournaments.api import schemas
from games.tournaments.api.refusing import refusing
from games.tournaments.event_log import state_of
from games.tournaments.records import from_json
from games.tournaments.selectors import pairings


class Why(APIView):
    @extend_schema(
        operation_id="why_this_table",
        description="The costs that put an entrant at their table, and whether the pairing, made "
        "again from the log and its seed, is the one that was played.",
        parameters=[schemas.ROUND, schemas.ENTRANT],
        responses={200: OpenApiTypes.OBJECT} | refusals(400, 404, 409),
    )
    @refusing
    def get(self, request: Request, tournament_id: UUID) -> Response:
        round = number_of(request, "round", None, 1, 100_000)
        entrant = number_of(request, "entrant", None, 1, 100_000)
        if round is None or entrant is None:
            raise Problem(400, "malformed", "Say which round and which entrant.")
        tournament = find_tournament(tournament_id)
        state = state_of(tournament)
        published = [r.number for r in state.rounds if r.status != "paired"]
        if round not in published or entrant not in state.entrants:
            raise Problem(404, "not-there", "There is no such round or entrant.")
        return Response(pairings.why_this_table(tournament, round, entrant))


class PairingCost(APIView):
    @extend_schema(
        operation_id="cost_of_pairing",
        description="For the organiser, before they change tables by hand: what the tables that "
        "would differ cost now, and what they would cost then. Nothing is changed.",
        request=schemas.PairingCostSchema,
        responses={200: OpenApiTypes.OBJECT} | refusals(*BODY, 404, 409),
    )
    @refusing
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = find_tournament(tournament_id)
        refuse_unless_organiser(signed_in(request), tournament)
        given = checked(schemas.PairingCostSchema, request.data)
        change = from_json(given["command"], c.ChangePairing)
        return Response(pairings.cost_of_change(tournament, change))
