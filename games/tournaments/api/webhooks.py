"""Where a tournament's events are sent."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import BODY, Problem, refusals
from games.requests import checked
from games.tournaments.access import find_tournament, refuse_unless_organiser
from games.tournaments.api import schemas
from games.tournaments.models import Tournament
from games.tournaments.webhooks import MOST_WEBHOOKS, check_url


def own(request: Request, tournament_id: UUID) -> Tournament:
    tournament = find_tournament(tournament_id)
    refuse_unless_organiser(request.user, tournament)
    return tournament


class Webhooks(APIView):
    @extend_schema(
        operation_id="list_webhooks",
        responses={200: schemas.WebhookSchema(many=True)} | refusals(404),
    )
    def get(self, request: Request, tournament_id: UUID) -> Response:
        webhooks = own(request, tournament_id).webhooks.order_by("id")
        return Response(schemas.WebhookSchema(webhooks, many=True).data)

    @extend_schema(
        operation_id="create_webhook",
        description="Every event from here on is sent there, signed, in order, until it arrives.",
        request=schemas.NewWebhookSchema,
        responses={201: schemas.NewlyMadeWebhookSchema} | refusals(*BODY, 404, 409),
    )
    def post(self, request: Request, tournament_id: UUID) -> Response:
        tournament = own(request, tournament_id)
        url = checked(schemas.NewWebhookSchema, request.data)["url"]
        if tournament.webhooks.count() >= MOST_WEBHOOKS:
            raise Problem(409, "too-many-webhooks", f"There are {MOST_WEBHOOKS}: remove one first.")
        check_url(url)
        webhook = tournament.webhooks.create(url=url, sent_seq=tournament.head_seq)
        return Response(schemas.NewlyMadeWebhookSchema(webhook).data, status=201)


class OneWebhook(APIView):
    @extend_schema(operation_id="remove_webhook", responses={204: None} | refusals(404))
    def delete(self, request: Request, tournament_id: UUID, webhook_id: int) -> Response:
        found, _ = own(request, tournament_id).webhooks.filter(id=webhook_id).delete()
        if not found:
            raise Problem(404, "no-such-webhook", "There is no such webhook.")
        return Response(status=204)
