"""What goes over the wire, for the OpenAPI document: made from the records themselves."""

from typing import Any

import msgspec
from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from games.accounts.models import Role
from games.accounts.serializers import NameField
from games.tournaments import commands as c
from games.tournaments.plan import Plan


def schema_of(kind: Any) -> dict[str, Any]:
    """The JSON schema of a record, with everything it refers to put in place."""
    [whole], parts = msgspec.json.schema_components([kind], ref_template="{name}")
    return _without_references(whole, parts)  # type: ignore[no-any-return]


def _without_references(value: Any, parts: dict[str, Any]) -> Any:
    if isinstance(value, dict):
        if "$ref" in value:
            return _without_references(parts[value["$ref"]], parts)
        options = value.get("anyOf", [])
        if {"type": "null"} in options:
            # OpenAPI 3.0 says it in its own way.
            [other] = [one for one in options if one != {"type": "null"}]
            rest = {k: v for k, v in value.items() if k != "anyOf"}
            return _without_references(other | rest, parts) | {"nullable": True}
        # OpenAPI's discriminator can only point to named schemas, and nothing requires nothing.
        kept = {
            k: v for k, v in value.items() if k != "discriminator" and (k, v) != ("required", [])
        }
        return {k: _without_references(v, parts) for k, v in kept.items()}
    if isinstance(value, list):
        return [_without_references(one, parts) for one in value]
    return value


class Loose(serializers.JSONField):
    """An object that docs/TOURNAMENTS.md describes."""


extend_schema_field({"type": "object", "additionalProperties": True})(Loose)


class PlanField(serializers.JSONField):
    """How the tournament is played."""


extend_schema_field(schema_of(Plan))(PlanField)


class CommandField(serializers.JSONField):
    """One of the commands, told apart by `type`."""


extend_schema_field(schema_of(c.Command))(CommandField)


class ChangePairingField(serializers.JSONField):
    """A `change_pairing`, as it would be sent as a command."""


extend_schema_field(schema_of(c.ChangePairing))(ChangePairingField)


class NewTournamentSchema(serializers.Serializer[Any]):
    name = NameField()
    about = serializers.CharField(required=False, default="", allow_blank=True, max_length=2000)
    season = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)
    is_open = serializers.BooleanField(
        default=True, help_text="Anybody may enter; else only the organiser enters people."
    )
    plan = PlanField()


class ActionSchema(serializers.Serializer[Any]):
    command_id = serializers.UUIDField(
        required=False, help_text="Made by you; the same again counts once."
    )
    why = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=300, help_text="Kept for ever."
    )
    command = CommandField()


class PairingCostSchema(serializers.Serializer[Any]):
    command = ChangePairingField()


class ActedSchema(serializers.Serializer[Any]):
    first_seq = serializers.IntegerField()
    seq = serializers.IntegerField()


class SummarySchema(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    about = serializers.CharField()
    season = serializers.CharField()
    edition = serializers.CharField()
    status = serializers.CharField(help_text="registration, running or finished")
    is_open = serializers.BooleanField()
    entrants = serializers.IntegerField()
    round = serializers.IntegerField()
    rounds = serializers.IntegerField(allow_null=True)
    created_at = serializers.DateTimeField()


class TournamentSchema(SummarySchema):
    seq = serializers.IntegerField()
    digest = serializers.CharField()
    plan = PlanField()
    field = serializers.ListField(child=Loose())
    stages = serializers.ListField(child=Loose())
    rounds_so_far = serializers.ListField(child=Loose())
    standings = serializers.ListField(child=Loose())
    race = serializers.ListField(child=Loose())
    announcements = serializers.ListField(child=Loose())
    finished = serializers.BooleanField()


class MyPlaceSchema(serializers.Serializer[Any]):
    organiser = serializers.BooleanField()
    judge = serializers.BooleanField()
    entrant = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(allow_null=True)
    game = serializers.UUIDField(allow_null=True)
    signed_in = serializers.BooleanField()
    draft = Loose(allow_null=True, help_text="A pairing not published yet; for the organiser.")


class WallSchema(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    now = serializers.DateTimeField()
    predicted_end = serializers.DateTimeField(allow_null=True)
    tiles = serializers.ListField(child=Loose())


class EntriesSchema(serializers.Serializer[Any]):
    csv = serializers.CharField(
        max_length=200_000,
        trim_whitespace=False,
        help_text="The first line names the columns: name, username, club, family, policy.",
    )
    check_only = serializers.BooleanField(default=False, help_text="Report, and enter nobody.")


class LineSchema(serializers.Serializer[Any]):
    line = serializers.IntegerField()
    entrant = serializers.IntegerField(allow_null=True)
    error = serializers.CharField(allow_blank=True)


class ReportSchema(serializers.Serializer[Any]):
    entered = serializers.IntegerField()
    lines = LineSchema(many=True)


class ClaimSchema(serializers.Serializer[Any]):
    code = serializers.CharField(max_length=32)


class StaffSchema(serializers.Serializer[Any]):
    username = serializers.CharField(max_length=150)
    role = serializers.ChoiceField(Role.Name.values)


class NewWebhookSchema(serializers.Serializer[Any]):
    url = serializers.URLField(max_length=400)


class WebhookSchema(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    url = serializers.CharField()
    sent_seq = serializers.IntegerField()
    failures = serializers.IntegerField()
    last_answer = serializers.CharField()


class NewlyMadeWebhookSchema(WebhookSchema):
    secret = serializers.CharField(help_text="Shown this once.")


AFTER_SEQ = OpenApiParameter("after_seq", int, description="Events after this position.")
LIMIT = OpenApiParameter("limit", int, description="At most so many events, 1 to 1000.")
ROUND = OpenApiParameter("round", int, required=True)
ENTRANT = OpenApiParameter("entrant", int, required=True)
