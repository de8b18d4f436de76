"""Looking at tournaments, and acting on one."""

from functools import wraps
from typing import Any
from uuid import UUID

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import BODY, Problem, refusals
from games.requests import checked, signed_in
from games.tables.api.games import number_of
from games.tables.event_store import instant
from games.tournaments import commands as c
from games.tournaments import selectors
from games.tournaments.access import find_tournament, refuse_unless_organiser
from games.tournaments.api import schemas
from games.tournaments.event_log import state_of
from games.tournaments.models import Tournament
from games.tournaments.plan import Plan
from games.tournaments.records import Refused, from_json
from games.tournaments.services import entries
from games.tournaments.services.acting import act, problem_of
from games.tournaments.services.creating import appoint, create_tournament, dismiss
from games.tournaments.services.seating import keep_for_claimant
from games.tournaments.standings import standings

MOST_LISTED = 100


def refusing(view: Any) -> Any:
    """A refusal of the pure part becomes a problem."""

    @wraps(view)
    def answer(*arguments: Any, **named: Any) -> Any:
        try:
            return view(*arguments, **named)
        except Refused as refused:
            raise problem_of(refused) from None

    return answer


class Tournaments(APIView):
    @extend_schema(
        operation_id="list_tournaments",
        description="The newest first.",
        responses={200: schemas.SummarySchema(many=True)} | refusals(),
    )
    def get(self, request: Request) -> Response:
        newest = Tournament.objects.order_by("-created_at")[:MOST_LISTED]
        return Response([selectors.summary(tournament) for tournament in newest])

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
        return Response(selectors.tournament_json(create_tournament(user, **given)), status=201)


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
        if etag in request.headers.get("If-None-Match", ""):
            return Response(status=304, headers=headers)
        return Response(selectors.tournament_json(tournament), headers=headers)


class MyPlace(APIView):
    @extend_schema(
        operation_id="my_place_in_tournament",
        responses={200: schemas.MyPlaceSchema} | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = find_tournament(tournament_id)
        you = selectors.you_json(request.user, tournament)
        draft = selectors.draft_json(tournament) if you["organiser"] else None
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
        log = selectors.log_json(tournament, after, limit)
        return Response({"head_seq": tournament.head_seq, "events": log})


class Wall(APIView):
    @extend_schema(
        operation_id="look_at_wall",
        description="Every table of the present round as it stands now.",
        responses={200: schemas.WallSchema} | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = find_tournament(tournament_id)
        end = selectors.predicted_end(tournament)
        return Response(
            {
                "seq": tournament.head_seq,
                "now": instant(timezone.now()),
                "predicted_end": instant(end) if end else None,
                "tiles": selectors.tiles(tournament),
            }
        )


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
        return Response(selectors.why_this_table(tournament, round, entrant))


class CrossTable(APIView):
    @extend_schema(
        operation_id="read_cross_table", responses={200: OpenApiTypes.OBJECT} | refusals(404)
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        state = state_of(find_tournament(tournament_id))
        return Response({"lines": selectors.cross_table(state, standings(state))})


class Entries(APIView):
    @extend_schema(
        operation_id="enter_list",
        description="Enter everybody on a list, or, where any line is wrong, nobody. "
        "The report tells of every line.",
        request=schemas.EntriesSchema,
        responses={200: schemas.ReportSchema} | refusals(*BODY, 404, 409),
    )
    @refusing
    def post(self, request: Request, tournament_id: UUID) -> Response:
        user = signed_in(request)
        refuse_unless_organiser(user, find_tournament(tournament_id))
        given = checked(schemas.EntriesSchema, request.data)
        lines = entries.import_entries(user, tournament_id, given["csv"], given["check_only"])
        entered = sum(line.entrant is not None for line in lines)
        return Response({"entered": entered, "lines": [line._asdict() for line in lines]})

    @extend_schema(
        operation_id="list_claim_codes",
        description="For the organiser: the codes with which people take the places that were "
        "entered by name.",
        responses={200: OpenApiTypes.OBJECT} | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = find_tournament(tournament_id)
        refuse_unless_organiser(request.user, tournament)
        unclaimed = tournament.entrants.filter(user=None)
        state = state_of(tournament)
        return Response(
            {
                "codes": [
                    {"entrant": x.number, "name": x.name, "code": x.claim_code}
                    for x in unclaimed
                    if not state.entrants[x.number].policy
                ]
            }
        )


class Claim(APIView):
    @extend_schema(
        operation_id="claim_entry",
        request=schemas.ClaimSchema,
        responses={200: schemas.MyPlaceSchema} | refusals(*BODY, 404, 409),
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        user = signed_in(request)
        tournament = find_tournament(tournament_id)
        entrant = entries.claim(
            user, tournament, checked(schemas.ClaimSchema, request.data)["code"]
        )
        keep_for_claimant(entrant)
        return Response(selectors.you_json(user, tournament) | {"draft": None})


class Staff(APIView):
    @extend_schema(
        operation_id="appoint_staff",
        request=schemas.StaffSchema,
        responses={204: None} | refusals(*BODY, 404),
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        given = checked(schemas.StaffSchema, request.data)
        appoint(signed_in(request), find_tournament(tournament_id), **given)
        return Response(status=204)

    @extend_schema(
        operation_id="dismiss_staff",
        request=schemas.StaffSchema,
        responses={204: None} | refusals(*BODY, 404, 409),
    )
    def delete(self, request: Request, tournament_id: UUID) -> Response:
        given = checked(schemas.StaffSchema, request.data)
        dismiss(signed_in(request), find_tournament(tournament_id), **given)
        return Response(status=204)
