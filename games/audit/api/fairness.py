from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.audit import fairness
from games.audit.models import GameAudit
from games.problems import refusals


class OutcomeSchema(serializers.Serializer[Any]):
    outcome = serializers.CharField()
    observed = serializers.IntegerField()
    expected = serializers.FloatField()


class FindingSchema(serializers.Serializer[Any]):
    edition = serializers.CharField()
    deck = serializers.CharField()
    question = serializers.CharField()
    shuffles = serializers.IntegerField()
    statistic = serializers.FloatField(allow_null=True, help_text="Chi-square; null: too few yet.")
    degrees = serializers.IntegerField(allow_null=True)
    p_value = serializers.FloatField(allow_null=True)
    outcomes = OutcomeSchema(many=True)


class FairnessSchema(serializers.Serializer[Any]):
    games = serializers.IntegerField()
    tests = serializers.IntegerField(help_text="How many had enough to be tested.")
    below_five_percent = serializers.IntegerField(help_text="One in twenty is, by chance alone.")
    findings = FindingSchema(many=True)


class FairnessView(APIView):
    @extend_schema(
        operation_id="test_the_decks",
        description="The shuffles of all finished games, tested by chi-square.",
        responses={200: FairnessSchema} | refusals(),
    )
    def get(self, request: Request) -> Response:
        found = fairness.findings()
        tested = [one.test for one in found if one.test]
        body = {
            "games": GameAudit.objects.filter(is_tallied=True).count(),
            "tests": len(tested),
            "below_five_percent": sum(test.p_value < 0.05 for test in tested),
            "findings": [
                {
                    "edition": one.edition,
                    "deck": one.deck,
                    "question": one.question,
                    "shuffles": one.shuffles,
                    "statistic": one.test and one.test.statistic,
                    "degrees": one.test and one.test.degrees,
                    "p_value": one.test and one.test.p_value,
                    "outcomes": one.outcomes,
                }
                for one in found
            ],
        }
        return Response(body, headers={"Cache-Control": "public, max-age=60"})
