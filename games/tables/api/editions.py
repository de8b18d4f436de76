"""What can be played: the editions, their options and their pieces."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import Problem, refusals
from games.tables.api import schemas
from rules import Edition, editions
from rules.kernel.layout import Layout


def edition_json(edition: Edition) -> dict[str, Any]:
    return {
        "id": edition.id,
        "title": edition.title,
        "ruleset": edition.ruleset,
        "data_digest": edition.data_digest,
        "seats": list(edition.seats),
        "options": [
            {"id": id, "title": option.title, "rule": option.rule}
            for id, option in edition.options.items()
        ],
        "policies": list(edition.policies),
        "levels": [
            {"id": id, "title": policy.title, "about": policy.about, "rating": policy.rating}
            for id, policy in edition.policies.items()
        ],
    }


def layout_json(layout: Layout) -> dict[str, Any]:
    """A record for who writes a client: its fields, what they hold and who sees them."""
    return {
        "type": layout.name,
        "says": layout.says,
        "fields": [
            {"name": name, "holds": field.whole.name, "audience": field.audience}
            for name, field in layout.fields.items()
        ],
    }


class EditionsView(APIView):
    @extend_schema(
        operation_id="list_editions",
        responses={200: schemas.EditionSchema(many=True)} | refusals(401),
    )
    def get(self, request: Request) -> Response:
        return Response([edition_json(edition) for edition in editions().values()])


class EditionView(APIView):
    @extend_schema(
        operation_id="read_edition",
        responses={200: schemas.EditionDetailSchema} | refusals(401, 404),
    )
    def get(self, request: Request, edition_id: str) -> Response:
        edition = editions().get(edition_id)
        if edition is None:
            raise Problem(404, "no-such-edition", "There is no such edition.")
        service = {edition.layout_of[kind].name for kind in edition.service_commands}
        commands = [x for x in edition.command_layouts.values() if x.name not in service]
        detail = {
            "catalog": edition.catalog,
            "commands": [layout_json(layout) for layout in commands],
            "events": [layout_json(layout) for layout in edition.event_layouts.values()],
        }
        return Response(edition_json(edition) | detail)
