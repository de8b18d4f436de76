"""Looking at tournaments, and acting on one."""

from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import BODY, refusals
from games.requests import checked, signed_in, unchanged
from games.tables.api.games import number_of
from games.tables.event_store import instant
from games.tournaments import commands as c
from games.tournaments.access import find_tournament
from games.tournaments.api import schemas
from games.tournaments.api.refusing import refusing
from games.tournaments.event_log import state_of
from games.tournaments.models import Tournament
from games.tournaments.plan import Plan
from games.tournaments.records import from_json
from games.tournaments.selectors import history, overview, wall
from games.tournaments.services.acting import act
from games.tournaments.services.creating import create_tournament
from games.tournaments.standings import standings

MOST_LISTED = 100


class Tournaments(APIView):
    @extend_schema(
        operation_id="list_tournaments",
        description="The newest first.",
        responses={200: schemas.SummarySchema(many=True)} | refusals(),
    )
    def get(self, request: Request) -> Response:
        newest = Tournament.objects.order_by("-created_at")[:MOST_LISTED]
        return Response([overview.summary(tournament) for tournament in newest])

    @extend_schema(
        operation_id="create_tournament",
        description="You organise what you create.",
        request=schemas.NewTournamentSchema,
        responses={201: schemas.TournamentSchema} | refusals(*BODY),
    )
    @refusing
    def post(self, request: Request) -> Response:
        user = signed_in(request)
        given = checked(schemas.NewTournamentSchema, request.data)
        given["plan"] = from_json(given["plan"], Plan)
        return Response(overview.tournament_json(create_tournament(user, **given)), status=201)


class TournamentView(APIView):
    @extend_schema(
        operation_id="look_at_tournament",
        description="Everything that everybody may see: entrants, rounds, results, standings.",
        responses={200: schemas.TournamentSchema, 304: None} | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = find_tournament(tournament_id)
        etag = f'W/"{tournament.head_digest[:24]}"'
        headers = {"ETag": etag, "Cache-Control": "no-cache"}
        if unchanged(request, etag):
            return Response(status=304, headers=headers)
        return Response(overview.tournament_json(tournament), headers=headers)


class MyPlace(APIView):
    @extend_schema(
        operation_id="my_place_in_tournament",
        responses={200: schemas.MyPlaceSchema} | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = find_tournament(tournament_id)
        you = overview.you_json(request.user, tournament)
        draft = overview.draft_json(tournament) if you["organiser"] else None
        return Response(you | {"draft": draft})


class Commands(APIView):
    @extend_schema(
        operation_id="act_on_tournament",
        description="The one way to act: enter, check in, pair, publish, start, rule, announce, "
        "undo. Who may do what: docs/TOURNAMENTS.md.",
        request=schemas.ActionSchema,
        responses={200: schemas.ActedSchema} | refusals(*BODY, 404, 409),
    )
    @refusing
    def post(self, request: Request, tournament_id: UUID) -> Response:
        user = signed_in(request)
        given = checked(schemas.ActionSchema, request.data)
        command: c.Command = from_json(given["command"], c.Command)  # type: ignore[arg-type]
        acted = act(user, tournament_id, command, given["why"], given.get("command_id"))
        return Response(acted._asdict())


class Events(APIView):
    @extend_schema(
        operation_id="read_tournament_events",
        description="The chain. digest = sha256(previous digest + canonical JSON of the rest).",
        parameters=[schemas.AFTER_SEQ, schemas.LIMIT],
        responses={200: OpenApiTypes.OBJECT} | refusals(400, 404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        after = number_of(request, "after_seq", 0, 0, 2**31 - 1) or 0
        limit = number_of(request, "limit", 1000, 1, 1000) or 1000
        tournament = find_tournament(tournament_id)
        log = history.log_json(tournament, after, limit)
        return Response({"head_seq": tournament.head_seq, "events": log})


class Wall(APIView):
    @extend_schema(
        operation_id="look_at_wall",
        description="Every table of the present round as it stands now.",
        responses={200: schemas.WallSchema} | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = find_tournament(tournament_id)
        end = wall.predicted_end(tournament)
        return Response(
            {
                "seq": tournament.head_seq,
                "now": instant(timezone.now()),
                "predicted_end": instant(end) if end else None,
                "tiles": wall.tiles(tournament),
            }
        )


class CrossTable(APIView):
    @extend_schema(
        operation_id="read_cross_table", responses={200: OpenApiTypes.OBJECT} | refusals(404)
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        state = state_of(find_tournament(tournament_id))
        return Response({"lines": history.cross_table(state, standings(state))})
