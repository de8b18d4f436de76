"""The rules in words, for the page and for whoever writes a bot."""

from typing import Any

from django.utils.decorators import method_decorator
from django.views.decorators.cache import cache_control
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import refusals
from rules.rule_texts import LANGUAGES, rulebooks


class RuleSerializer(serializers.Serializer[Any]):
    id = serializers.CharField(help_text="Such as RH-P1: a refused move names it as `rule`.")
    text = serializers.CharField()


class RuleSectionSerializer(serializers.Serializer[Any]):
    title = serializers.CharField()
    rules = RuleSerializer(many=True)


class RulebookSerializer(serializers.Serializer[Any]):
    edition = serializers.CharField(help_text="Empty: the rules that hold in every edition.")
    title = serializers.CharField()
    introduction = serializers.CharField()
    sections = RuleSectionSerializer(many=True)
    language = serializers.CharField(help_text="English where there is no translation yet.")


class RulesQuery(serializers.Serializer[Any]):
    language = serializers.ChoiceField(LANGUAGES, default=LANGUAGES[0])


class Rules(APIView):
    @extend_schema(
        operation_id="read_rules",
        description="Every rule by its id: the house's first, then edition by edition. The English text counts.",
        parameters=[RulesQuery],
        responses={200: RulebookSerializer(many=True)} | refusals(400),
    )
    @method_decorator(cache_control(public=True, max_age=600))
    def get(self, request: Request) -> Response:
        query = RulesQuery(data=request.query_params)
        query.is_valid(raise_exception=True)
        books = rulebooks(query.validated_data["language"])
        return Response(RulebookSerializer(books, many=True).data)
