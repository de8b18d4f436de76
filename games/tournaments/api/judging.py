"""The judge's desk."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import Problem, refusals
from games.requests import signed_in
from games.tables.api.games import number_of
from games.tables.models import Seat
from games.tournaments.access import find_tournament, standing_of
from games.tournaments.evidence import evidence_of


class Evidence(APIView):
    @extend_schema(
        operation_id="look_at_evidence",
        description="For a judge: the last events and commands, each seat's view at an event, the "
        "ledgers of clock, connections and rulings. Each look is recorded.",
        parameters=[
            OpenApiParameter("round", int, description="An earlier one; else the last."),
            OpenApiParameter("seq", int, description="The views at this event; else at the head."),
        ],
        responses={200: OpenApiTypes.OBJECT} | refusals(400, 404),
    )
    def get(self, request: Request, tournament_id: UUID, table: int) -> Response:
        user = signed_in(request)
        tournament = find_tournament(tournament_id)
        who = standing_of(user, tournament)
        if not who.judges:
            raise Problem(403, "not-your-role", "Only a judge may see every hand.")
        rows = tournament.table_games.filter(table=table)
        if (round := number_of(request, "round", None, 1, 100_000)) is not None:
            rows = rows.filter(round=round)
        row = rows.order_by("-round", "-number").first()
        if row is None:
            raise Problem(404, "no-such-table", f"No game was opened at table {table}.")
        if Seat.objects.filter(game=row.game, user=user).exists():
            raise Problem(403, "you-play-here", "Who sits at a table can't be its judge.")
        seq = number_of(request, "seq", None, 1, 2**31 - 1)
        return Response(evidence_of(user, row.game, seq))
