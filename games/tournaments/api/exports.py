"""Files to take home, and the season's ranking."""

from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import Problem, refusals
from games.tournaments.access import find_tournament
from games.tournaments.exports import CSV, whole_json
from games.tournaments.ratings import season_ranking


class Export(APIView):
    @extend_schema(
        operation_id="export_tournament",
        parameters=[
            OpenApiParameter("name", str, OpenApiParameter.PATH, enum=[*CSV, "tournament"])
        ],
        responses={
            (200, "text/csv"): OpenApiTypes.STR,
            (200, "application/json"): OpenApiTypes.OBJECT,
        }
        | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID, name: str) -> HttpResponse:
        tournament = find_tournament(tournament_id)
        if name == "tournament":
            return Response(whole_json(tournament), headers=attached("tournament.json"))
        if name not in CSV:
            raise Problem(404, "no-such-file", f"There are: {', '.join([*CSV, 'tournament'])}.")
        return HttpResponse(
            CSV[name](tournament),
            content_type="text/csv; charset=utf-8",
            headers=attached(f"{name}.csv"),
        )


def attached(filename: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{filename}"'}


class Season(APIView):
    @extend_schema(
        operation_id="read_season",
        description="The ranking of a season with its ratings, and how each came about.",
        responses={200: OpenApiTypes.OBJECT} | refusals(404),
    )
    def get(self, request: Request, season: str) -> Response:
        return Response(season_ranking(season))
