"""What comes in and goes out of the lobby."""

from typing import Any

from rest_framework import serializers

from games.accounts.following import MOST_FOLLOWED
from games.accounts.serializers import NameField, one_line
from games.tables.lobby_selectors import SHOWN
from games.tables.models import Game

Values = dict[str, Any]


class SaltField(serializers.RegexField):
    """Made by the sitter, so that the server alone decides no deck."""

    def __init__(self, besides: str = "", **more: Any) -> None:
        made = "16 to 128 random characters of 0-9 A-Z a-z _ -, made where you sit."
        super().__init__(
            r"^[0-9A-Za-z_-]{16,128}\Z",
            help_text=f"{made} {besides}".rstrip(),
            error_messages={"invalid": "Give 16 to 128 characters of 0-9 A-Z a-z _ -."},
            **more,
        )


class OptionsField(serializers.DictField):
    child = serializers.BooleanField()


# Seconds that a clock may be given, by its kind.
CLOCKS = {
    "none": range(1),
    "per_turn": range(5, 3601),
    "per_game": range(30, 86_401),
    "correspondence": range(3600, 30 * 86_400 + 1),
}


class TimeControlSerializer(serializers.Serializer[Any]):
    """per_turn, correspondence: seconds for every turn. per_game: seconds for all of it, and
    an increment back after every turn."""

    kind = serializers.ChoiceField(choices=list(CLOCKS))
    seconds = serializers.IntegerField(required=False, default=0, min_value=0)
    increment = serializers.IntegerField(required=False, default=0, min_value=0, max_value=3600)

    def validate(self, given: Values) -> Values:
        allowed = CLOCKS[given["kind"]]
        if given["seconds"] not in allowed:
            raise serializers.ValidationError(
                {"seconds": f"Give {allowed[0]} to {allowed[-1]} seconds for {given['kind']}."}
            )
        if given["increment"] and given["kind"] != "per_game":
            raise serializers.ValidationError({"increment": "Only per_game has an increment."})
        return given


class CommentaryDelaySerializer(serializers.Serializer[Any]):
    """How far a commentator, who sees all hands, is behind: in seconds or in turns."""

    seconds = serializers.IntegerField(required=False, min_value=0, max_value=86_400)
    turns = serializers.IntegerField(required=False, min_value=0, max_value=100)

    def validate(self, given: Values) -> Values:
        if len(given) != 1:
            raise serializers.ValidationError("Give either seconds or turns.")
        return given


class SeatPlanSerializer(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(choices=["open", "host", "invited", "ai"])
    username = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=150, help_text="For invited."
    )
    level = serializers.CharField(
        required=False,
        default="",
        allow_blank=True,
        max_length=40,
        help_text="For ai: one of the edition's `policies`; a middling one if not given.",
    )

    def validate(self, given: Values) -> Values:
        if given["kind"] == "invited" and not given["username"]:
            raise serializers.ValidationError({"username": "Whose seat is it?"})
        return given


class TableSettingsSerializer(serializers.Serializer[Any]):
    """What both a new game and quick play can choose."""

    edition = serializers.CharField(max_length=40, help_text="One of GET /api/editions.")
    options = OptionsField(required=False, default=dict, help_text="The edition's own, on or off.")
    visibility = serializers.ChoiceField(
        choices=Game.Visibility.choices, default=Game.Visibility.PUBLIC
    )
    time_control = TimeControlSerializer(required=False)
    on_run_out = serializers.ChoiceField(
        choices=Game.OnRunOut.choices,
        default=Game.OnRunOut.AI,
        help_text="When somebody's time runs out: an AI plays on, the seat forfeits, or a judge "
        "is called.",
    )
    decision_seconds = serializers.IntegerField(
        required=False,
        allow_null=True,
        min_value=5,
        max_value=30 * 86_400,
        help_text="For choices that several make at once.",
    )
    ai_pace = serializers.IntegerField(
        required=False,
        min_value=0,
        max_value=60_000,
        help_text="Milliseconds that an AI takes before it moves.",
    )


class NewGameSerializer(TableSettingsSerializer):
    name = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=80, validators=[one_line]
    )
    seats = serializers.ListField(
        child=SeatPlanSerializer(), max_length=20, help_text="One for each, in the order of play."
    )
    starts_when_full = serializers.BooleanField(default=False)
    commentary_delay = CommentaryDelaySerializer(required=False)


class QuickPlaySerializer(TableSettingsSerializer):
    salt = SaltField(
        required=False,
        default="",
        besides="Without it the game begins when you join with one: then you have seen the "
        "commitment to its seed before.",
    )
    opponents = serializers.IntegerField(default=3, min_value=1, max_value=20)
    level = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)
    display_name = NameField(
        required=False, default="Guest", help_text="Of a guest, where nobody is signed in."
    )


class JoinSerializer(serializers.Serializer[Any]):
    salt = SaltField()
    seat = serializers.IntegerField(
        required=False,
        allow_null=True,
        default=None,
        min_value=0,
        max_value=100,
        help_text="A certain seat, numbered from 0; else the first that is free.",
    )
    invite = serializers.CharField(
        required=False, default="", allow_blank=True, max_length=64, help_text="From the link."
    )


class FillSerializer(serializers.Serializer[Any]):
    level = serializers.CharField(required=False, default="", allow_blank=True, max_length=40)


class GameFilterSerializer(serializers.Serializer[Any]):
    status = serializers.ChoiceField(choices=Game.Status.choices, required=False)
    edition = serializers.CharField(required=False, max_length=40)
    mine = serializers.BooleanField(
        default=False, help_text="That I host, sit in or am invited to."
    )
    live = serializers.BooleanField(default=False, help_text="That are being played now.")
    open = serializers.BooleanField(default=False, help_text="That I can still sit down in.")
    search = serializers.CharField(
        required=False, max_length=80, help_text="In the game's name or a sitter's."
    )
    player = serializers.ListField(
        child=serializers.CharField(max_length=60),
        required=False,
        max_length=MOST_FOLLOWED,
        help_text="In which one of these sits.",
    )
    cursor = serializers.CharField(required=False, max_length=400, help_text="From `next`.")
    page_size = serializers.IntegerField(default=20, min_value=1, max_value=100)


class SeatSerializer(serializers.Serializer[Any]):
    number = serializers.IntegerField(help_text="From 0, in the order of play.")
    kind = serializers.ChoiceField(choices=["open", "invited", "person", "ai"])
    name = serializers.CharField()
    level = serializers.CharField(help_text="Of an AI.")
    is_me = serializers.BooleanField()
    kept_for_me = serializers.BooleanField()


class GameSerializer(serializers.ModelSerializer[Any]):
    """A game from the outside: its seats and its settings, and how far it is."""

    host_name = serializers.CharField()
    is_host = serializers.BooleanField()
    my_seat = serializers.IntegerField(allow_null=True)
    invite_token = serializers.CharField(
        allow_null=True, help_text="For the link /join/<token>; for who belongs to the game."
    )
    seats = SeatSerializer(many=True)
    absent_after = serializers.IntegerField(
        allow_null=True,
        help_text="Seconds without a move until others may call in an AI for who is awaited; null where a "
        "clock or a judge decides that.",
    )
    options = OptionsField()
    time_control = TimeControlSerializer()
    commentary_delay = CommentaryDelaySerializer()
    scores = serializers.ListField(child=serializers.IntegerField())
    waiting_on = serializers.ListField(child=serializers.IntegerField())
    result = serializers.JSONField(allow_null=True)

    class Meta:
        model = Game
        fields = [
            *SHOWN,
            "absent_after",
            "host_name",
            "is_host",
            "my_seat",
            "invite_token",
            "seats",
        ]
        read_only_fields = fields


class GamePageSerializer(serializers.Serializer[Any]):
    next = serializers.URLField(allow_null=True, help_text="The page of older games.")
    previous = serializers.URLField(allow_null=True)
    results = GameSerializer(many=True)
