"""Entering lists of people, taking a place that was entered by name, and who helps to run it all."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import BODY, refusals
from games.requests import checked, signed_in
from games.tournaments.access import find_tournament, refuse_unless_organiser
from games.tournaments.api import schemas
from games.tournaments.api.refusing import refusing
from games.tournaments.event_log import state_of
from games.tournaments.selectors import overview
from games.tournaments.services import entries
from games.tournaments.services.creating import appoint, dismiss, staff_of
from games.tournaments.services.seating import keep_for_claimant


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
        return Response(overview.you_json(user, tournament) | {"draft": None})


class Staff(APIView):
    @extend_schema(
        operation_id="list_staff",
        responses={200: schemas.StaffSchema(many=True)} | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        tournament = find_tournament(tournament_id)
        refuse_unless_organiser(request.user, tournament)
        return Response(staff_of(tournament))

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
