"""What the fair-play radar found: for judges and auditors, never for who played."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.audit import radar
from games.problems import refusals
from games.requests import signed_in
from games.tables.api.schemas import LooseObject
from rules import editions, fair_play

MOST_PAIRS = 200  # of an edition


class PairSchema(serializers.Serializer[Any]):
    helper = serializers.CharField()
    helped = serializers.CharField()
    games = serializers.IntegerField()
    decisions = serializers.IntegerField(help_text="Where the helper chose otherwise than the AI.")
    given = serializers.FloatField(help_text="In victories, beyond what the others were given.")
    deviations = serializers.FloatField(help_text="How far that is from chance.")
    finding = serializers.ChoiceField(list(fair_play.Finding))


class MeasuredSchema(serializers.Serializer[Any]):
    who = serializers.CharField(help_text="How the helper played.")
    games = serializers.IntegerField(help_text="Of one pair.")
    flagged = serializers.FloatField(help_text="The share of such pairs that is flagged.")
    on = serializers.IntegerField(help_text="Games that pairs were drawn from: few are rough.")


class EditionRadarSchema(serializers.Serializer[Any]):
    edition = serializers.CharField()
    measured = MeasuredSchema(
        many=True,
        help_text="On games of AIs: honest pairs wrongly flagged, helpers found. Empty if nobody"
        " measured it.",
    )
    pairs = PairSchema(many=True)


class RadarSchema(serializers.Serializer[Any]):
    flagged_from = serializers.FloatField(help_text="Standard deviations.")
    least_games = serializers.IntegerField(
        help_text="Of one edition: fewer are not enough evidence."
    )
    editions = EditionRadarSchema(many=True)


class DecisionSchema(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    seat = serializers.IntegerField()
    chosen = LooseObject()
    instead = LooseObject()
    cost = serializers.FloatField(help_text="To the seat itself, in parts of a victory.")
    gains = serializers.ListField(child=serializers.FloatField(), help_text="By seat.")
    is_clear = serializers.BooleanField(help_text="Beyond luck; only such decisions count.")


class AppraisedSchema(serializers.Serializer[Any]):
    is_whole = serializers.BooleanField(help_text="Whether every decision was looked at.")
    decisions = DecisionSchema(many=True)


class RadarView(APIView):
    @extend_schema(
        operation_id="look_at_radar",
        description="Who leaned towards whom, over all games of an edition that a judge or an auditor may see.",
        responses={200: RadarSchema} | refusals(),
    )
    def get(self, request: Request) -> Response:
        found = radar.pairs(signed_in(request))
        body = {
            "flagged_from": fair_play.FLAGGED_FROM,
            "least_games": fair_play.LEAST_GAMES,
            "editions": [
                {
                    "edition": edition.id,
                    "measured": [one._asdict() for one in fair_play.measured(edition)],
                    "pairs": [_pair(x) for x in found if x.edition == edition.id][:MOST_PAIRS],
                }
                for edition in editions().values()
                if fair_play.can_appraise(edition, max(edition.seats))
            ],
        }
        return Response(body)


def _pair(pair: radar.Pair) -> dict[str, Any]:
    return {
        "helper": pair.helper,
        "helped": pair.helped,
        "games": pair.games,
        "decisions": pair.leaning.decisions,
        "given": pair.leaning.total,
        "deviations": pair.leaning.deviations,
        "finding": pair.finding,
    }


class AppraisedGameView(APIView):
    @extend_schema(
        operation_id="look_at_decisions",
        description="Where people chose otherwise than the AI in a game, what that cost and whom it helped.",
        responses={200: AppraisedSchema} | refusals(404),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        appraisal, decisions = radar.decisions_of(signed_in(request), game_id)
        return Response({"is_whole": appraisal.is_whole, "decisions": decisions})
