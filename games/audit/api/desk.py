"""The auditor's desk over HTTP. Every address is for auditors only."""

from collections.abc import AsyncIterator, Iterator
from typing import Any
from uuid import UUID

from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.audit import desk, exports, transparency
from games.audit.models import AuditAlarm, GameAudit
from games.problems import Problem, refusals
from games.requests import checked, signed_in
from games.tables import ledger
from games.tables.api.games import number_of
from games.tables.api.schemas import LooseObject
from games.tables.lobby_api import NewestFirst
from games.tables.models import Game

SEQ = OpenApiParameter("seq", int, description="The position; the newest, if left out.")
OBSERVER = OpenApiParameter("observer", str, description="spectator, judge, everything, seat:0 ...")


class SearchSerializer(serializers.Serializer[Any]):
    player = serializers.CharField(required=False, max_length=100)
    event = serializers.CharField(required=False, max_length=60, help_text="A type of event.")
    edition = serializers.CharField(required=False, max_length=40)
    status = serializers.ChoiceField(Game.Status.choices, required=False)
    since = serializers.DateTimeField(required=False)
    until = serializers.DateTimeField(required=False)
    winner = serializers.CharField(required=False, max_length=100)
    anomaly = serializers.ChoiceField(sorted(desk.ANOMALIES), required=False)


class SearchPageSerializer(SearchSerializer):
    cursor = serializers.CharField(required=False, max_length=400, help_text="From `next`.")


class FoundGameSchema(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    name = serializers.CharField()
    edition = serializers.CharField()
    status = serializers.CharField()
    created_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)
    events = serializers.IntegerField()
    names = serializers.ListField(child=serializers.CharField())
    winner = serializers.CharField()
    open_alarms = serializers.IntegerField()


class FoundGamesSchema(serializers.Serializer[Any]):
    next = serializers.CharField(allow_null=True)
    previous = serializers.CharField(allow_null=True)
    results = FoundGameSchema(many=True)


class DeskGameSchema(serializers.Serializer[Any]):
    game = FoundGameSchema()
    seats = serializers.ListField(child=LooseObject())
    audited_at = serializers.DateTimeField(allow_null=True)
    is_good = serializers.BooleanField(allow_null=True)
    logged_events = serializers.IntegerField()
    rulings = serializers.ListField(child=LooseObject())
    looks = serializers.ListField(child=LooseObject())
    connections = serializers.ListField(child=LooseObject())
    clock = serializers.ListField(child=LooseObject())


class PositionSchema(serializers.Serializer[Any]):
    seq = serializers.IntegerField()
    digest = serializers.CharField()
    view = LooseObject()


class DifferenceSchema(serializers.Serializer[Any]):
    before_seq = serializers.IntegerField()
    after_seq = serializers.IntegerField()
    changes = serializers.ListField(child=LooseObject())


class AlarmSchema(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    game = serializers.UUIDField(source="game_id", allow_null=True)
    kind = serializers.CharField()
    seq = serializers.IntegerField(allow_null=True)
    message = serializers.CharField()
    raised_at = serializers.DateTimeField()
    acknowledged_at = serializers.DateTimeField(allow_null=True)


def found(game: Game) -> dict[str, Any]:
    names = [seat.name for seat in game.seats.all()]
    first = game.result["standings"][0]["seat"] if game.result else None
    return {
        "id": game.id,
        "name": game.name,
        "edition": game.edition,
        "status": game.status,
        "created_at": game.created_at,
        "ended_at": game.ended_at,
        "events": game.head_seq,
        "names": names,
        "winner": names[first] if first is not None else "",
        "open_alarms": game.alarms.filter(acknowledged_at=None).count(),
    }


class SearchView(APIView):
    @extend_schema(
        operation_id="search_games",
        description="All games that an auditor may see, the newest first.",
        parameters=[SearchPageSerializer],
        responses={200: FoundGamesSchema} | refusals(400, 404),
    )
    def get(self, request: Request) -> Response:
        wanted = checked(SearchPageSerializer, request.query_params)
        wanted.pop("cursor", None)  # read by the pagination
        games = desk.search(signed_in(request), **wanted)
        pages = NewestFirst()
        page = pages.paginate_queryset(games, request, self) or []
        return pages.get_paginated_response([found(game) for game in page])


class DeskGameView(APIView):
    @extend_schema(
        operation_id="look_at_desk",
        description="All that was done about a game: rulings, looks, connections, times.",
        responses={200: DeskGameSchema} | refusals(404),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        game = desk.find_game(signed_in(request), game_id)
        audit = GameAudit.objects.filter(game=game).first()
        newest = transparency.newest_checkpoint()
        seats = [
            {"number": x.number, "name": x.name, "policy": x.policy, "account": str(x.user or "")}
            for x in game.seats.select_related("user").order_by("number")
        ]
        body = {
            "game": found(game),
            "seats": seats,
            "audited_at": audit and audit.audited_at,
            "is_good": audit and audit.is_good,
            "logged_events": len(transparency.indexes_of(game.id, newest.size)) if newest else 0,
            "rulings": list(ledger.rulings(game)),
            "looks": list(ledger.looks(game)),
            "connections": list(ledger.connections(game)),
            "clock": list(ledger.clock(game)),
        }
        return Response(body)


class PositionView(APIView):
    @extend_schema(
        operation_id="look_at_position",
        description="A game at any position, as any observer saw it.",
        parameters=[SEQ, OBSERVER],
        responses={200: PositionSchema} | refusals(400, 404, 409),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        game = desk.find_game(user, game_id)
        seq = number_of(request, "seq", None, 0, 2**31 - 1)
        observer = request.query_params.get("observer", "spectator")
        return Response(desk.position(user, game, seq, observer)._asdict())


class DifferenceView(APIView):
    @extend_schema(
        operation_id="compare_positions",
        description="What changed between two positions, as an observer saw it.",
        parameters=[
            OpenApiParameter("before", int),
            OpenApiParameter("after", int),
            OBSERVER,
        ],
        responses={200: DifferenceSchema} | refusals(400, 404, 409),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        game = desk.find_game(user, game_id)
        observer = request.query_params.get("observer", "spectator")
        before, after = (
            desk.position(user, game, number_of(request, name, None, 0, 2**31 - 1), observer)
            for name in ("before", "after")
        )
        changes = list(desk.difference(before.view, after.view))
        return Response({"before_seq": before.seq, "after_seq": after.seq, "changes": changes})


class AlarmsView(APIView):
    @extend_schema(
        operation_id="list_alarms",
        description="What audits have found, the open ones first.",
        responses={200: AlarmSchema(many=True)} | refusals(),
    )
    def get(self, request: Request) -> Response:
        alarms = visible_alarms(request).order_by("-acknowledged_at", "-raised_at")
        newest = sorted(alarms[:200], key=lambda alarm: alarm.acknowledged_at is not None)
        return Response(AlarmSchema(newest, many=True).data)


class AcknowledgeView(APIView):
    @extend_schema(
        operation_id="acknowledge_alarm",
        description="Somebody has seen it and looks into it. Should it happen again, it rings again.",
        request=None,
        responses={200: AlarmSchema} | refusals(404),
    )
    def post(self, request: Request, alarm_id: int) -> Response:
        alarm = visible_alarms(request).filter(id=alarm_id).first()
        if alarm is None:
            raise Problem(404, "no-such-alarm", "There is no such alarm.")
        if alarm.acknowledged_at is None:
            alarm.acknowledged_at = timezone.now()
            alarm.acknowledged_by = signed_in(request)
            alarm.save(update_fields=["acknowledged_at", "acknowledged_by"])
        return Response(AlarmSchema(alarm).data)


def visible_alarms(request: Request) -> Any:
    user = signed_in(request)
    if "" in desk.scopes_of(user):
        return AuditAlarm.objects.all()
    return AuditAlarm.objects.filter(game__in=desk.visible_games(user))


class ExportView(APIView):
    @extend_schema(
        operation_id="export_table",
        description="Every finished game for analysis: games, events, commands or looks.",
        parameters=[SearchSerializer],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY} | refusals(400, 404),
    )
    def get(self, request: Request, table: str, written_as: str) -> StreamingHttpResponse:
        if table not in exports.TABLES or written_as not in exports.FORMATS:
            raise Problem(
                404,
                "no-such-export",
                "There are games, events, commands and looks, as csv, json or parquet.",
            )
        wanted = checked(SearchSerializer, request.query_params)
        games = desk.search(signed_in(request), **wanted).filter(status=Game.Status.OVER, due="")
        content_type, write = exports.FORMATS[written_as]
        chosen = exports.TABLES[table]
        return StreamingHttpResponse(
            one_by_one(write(chosen, chosen.rows(games))),
            content_type=content_type,
            headers={"Content-Disposition": f'attachment; filename="{table}.{written_as}"'},
        )


async def one_by_one(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    """Each piece is made when the one before it is on its way: Django would gather a plain iterator first."""
    following = sync_to_async(lambda: next(pieces, None))
    while (piece := await following()) is not None:
        yield piece
