"""What goes over the wire, for the OpenAPI document. docs/PROTOCOL.md says what it means."""

from typing import Any

from drf_spectacular.utils import OpenApiParameter, extend_schema_field
from rest_framework import serializers

from games.accounts.serializers import one_line
from games.problems import ProblemSerializer
from games.tables import access
from games.tables.lobby_serializers import GameSerializer

AS = OpenApiParameter(
    "as",
    str,
    enum=access.ROLES,
    description="As what you look: a judge sees every hand at once and leaves a trace, "
    "a commentator sees them after the table's delay.",
)
SEQ = OpenApiParameter("seq", int, description="The position to look at; the newest, if left out.")
AFTER_SEQ = OpenApiParameter("after_seq", int, description="Events after this position; 0 is all.")
LIMIT = OpenApiParameter("limit", int, description="At most so many events, 1 to 1000.")
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match", str, OpenApiParameter.HEADER, description="An ETag you have."
)


class LooseObject(serializers.JSONField):
    """An object whose members the edition decides."""


extend_schema_field({"type": "object", "additionalProperties": True})(LooseObject)


class SeatClockSchema(serializers.Serializer[Any]):
    seconds_left = serializers.FloatField(allow_null=True)
    running = serializers.BooleanField()


class ClockSchema(serializers.Serializer[Any]):
    now = serializers.DateTimeField()
    deadline = serializers.DateTimeField(allow_null=True)
    seats = SeatClockSchema(many=True)


class YouSchema(serializers.Serializer[Any]):
    seat = serializers.IntegerField(allow_null=True)
    role = serializers.ChoiceField(access.ROLES)


class EventSchema(serializers.Serializer[Any]):
    """An event; the edition decides its other members, and what you may not see is null or a count."""

    seq = serializers.IntegerField()
    recorded_at = serializers.DateTimeField()
    type = serializers.CharField()


class ViewSchema(serializers.Serializer[Any]):
    game = GameSerializer()
    seq = serializers.IntegerField()
    digest = serializers.CharField(allow_null=True)
    view = LooseObject(allow_null=True)
    moves = serializers.ListField(child=LooseObject())
    clock = ClockSchema()
    connected = serializers.ListField(child=serializers.IntegerField(), help_text="Seats.")
    you = YouSchema()


class EventsSchema(serializers.Serializer[Any]):
    from_seq = serializers.IntegerField()
    to_seq = serializers.IntegerField()
    head_seq = serializers.IntegerField(help_text="The last position that you may look at.")
    events = EventSchema(many=True)


class HistoryEventSchema(EventSchema):
    digest = serializers.CharField()
    command_id = serializers.UUIDField(allow_null=True)


class HistoryCommandSchema(serializers.Serializer[Any]):
    command_id = serializers.UUIDField()
    actor = serializers.CharField()
    body = LooseObject()
    first_seq = serializers.IntegerField()
    last_seq = serializers.IntegerField()
    submitted_at = serializers.DateTimeField()


class HistorySchema(serializers.Serializer[Any]):
    game = GameSerializer()
    commands = HistoryCommandSchema(many=True)
    events = HistoryEventSchema(many=True)


class CommandSchema(serializers.Serializer[Any]):
    """A move. Besides these members it has those of its type, as offered in `moves`."""

    command_id = serializers.UUIDField(
        help_text="Made by you; the same again gives the same answer."
    )
    expected_seq = serializers.IntegerField(min_value=0, help_text="The position you have seen.")
    type = serializers.CharField()
    seat = serializers.IntegerField(required=False, help_text="Yours, if left out.")


class AcceptedSchema(serializers.Serializer[Any]):
    command_id = serializers.UUIDField()
    first_seq = serializers.IntegerField()
    seq = serializers.IntegerField(help_text="The head of the game after your command.")
    events = EventSchema(many=True)


class ConflictSchema(ProblemSerializer):
    """The game has moved on: what you missed, as you may see it."""

    seq = serializers.IntegerField(required=False)
    missed = EventSchema(many=True, required=False)


class IllegalMoveSchema(ProblemSerializer):
    figures = LooseObject(required=False)


class AwaySchema(serializers.Serializer[Any]):
    to = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=40, help_text="An AI's level."
    )


class StandInSchema(serializers.Serializer[Any]):
    seat = serializers.IntegerField(
        min_value=0, max_value=7, help_text="Of who is awaited and does not come."
    )


class AskedSchema(serializers.Serializer[Any]):
    missing = serializers.ListField(
        child=serializers.IntegerField(), help_text="The seats that have not asked yet."
    )


ABOUT_A_SEAT = ("hand_over_seat", "forfeit_seat")
MORE_TIME = "extend_time"


class RulingSchema(serializers.Serializer[Any]):
    type = serializers.ChoiceField(["pause_game", "resume_game", MORE_TIME, *ABOUT_A_SEAT])
    reason = serializers.CharField(max_length=200, validators=[one_line])
    seat = serializers.IntegerField(
        required=False, min_value=0, max_value=7, help_text="Of a ruling about a seat."
    )
    to = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=40,
        help_text="The AI that plays on; empty hands a seat back to its player.",
    )
    seconds = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=30 * 86_400,
        help_text="That extend_time gives every clock.",
    )
    command_id = serializers.UUIDField(required=False)

    def validate(self, given: dict[str, Any]) -> dict[str, Any]:
        if ("seconds" in given) != (given["type"] == MORE_TIME):
            raise serializers.ValidationError({"seconds": "extend_time has them, and no other."})
        if given["type"] in ABOUT_A_SEAT:
            if "seat" not in given:
                raise serializers.ValidationError({"seat": "Which seat is it about?"})
            return {"to": ""} | given
        if "seat" in given or "to" in given:
            raise serializers.ValidationError("This ruling is about no single seat.")
        return given


class OptionSchema(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    rule = serializers.CharField()


class LevelSchema(serializers.Serializer[Any]):
    """An AI, from the weakest to the strongest."""

    id = serializers.CharField()
    title = serializers.CharField()
    about = serializers.CharField(help_text="How it thinks, and how well it plays.")
    rating = serializers.FloatField(help_text="Measured against the other AIs of the edition.")


class HintSchema(serializers.Serializer[Any]):
    policy = serializers.CharField(help_text="The AI that was asked.")
    command = LooseObject(help_text="What it would do, as a body for `commands`.")
    why = serializers.CharField()


class EditionSchema(serializers.Serializer[Any]):
    id = serializers.CharField()
    title = serializers.CharField()
    ruleset = serializers.IntegerField()
    data_digest = serializers.CharField()
    seats = serializers.ListField(child=serializers.IntegerField())
    options = OptionSchema(many=True)
    policies = serializers.ListField(child=serializers.CharField())
    levels = LevelSchema(many=True)


class EditionDetailSchema(EditionSchema):
    catalog = LooseObject()
    commands = serializers.ListField(child=LooseObject())
    events = serializers.ListField(child=LooseObject())
