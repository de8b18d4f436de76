"""Looking at a game: the view for me, events since a position, the whole history, the file."""

import hashlib
from typing import Any
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.problems import MEDIA_TYPE, Problem, refusals
from games.requests import unchanged
from games.tables import access, selectors
from games.tables.access import JUDGE
from games.tables.api import schemas
from games.tables.event_store import instant
from games.tables.hub import presence_here
from games.tables.lobby_selectors import describe_game
from games.tables.lobby_serializers import GameSerializer
from games.tables.models import Game
from games.tables.presentation import clock_json, event_json, moves_json, view_json
from games.tables.selectors import Place
from games.tables.services.looks import record_look
from rules import EVERYTHING

MOST_EVENTS = 1000


def place_of(request: Request, game_id: UUID) -> Place:
    wanted = request.query_params.get("as", "")
    if wanted and wanted not in access.ROLES:
        raise Problem(400, "malformed", f"as is one of {', '.join(access.ROLES)}.")
    return selectors.find_place(request.user, game_id, wanted, timezone.now())


def number_of(
    request: Request, name: str, default: int | None, least: int, most: int
) -> int | None:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and least <= int(text) <= most):
        raise Problem(400, "malformed", f"{name} is a whole number from {least} to {most}.")
    return int(text)


def connected_at(game_id: UUID) -> tuple[int, ...]:
    presence = presence_here()
    return presence.at(game_id).seats if presence else ()


def game_json(request: Request, game: Game) -> dict[str, Any]:
    return GameSerializer(describe_game(game, request.user)).data


def etag_of(place: Place, *more: Any) -> str:
    """The same as long as nothing but the time has changed."""
    game = place.game
    connected = connected_at(game.id)
    lobby = (game.status, game.host_id, game.invite_token, place.seats)
    key = (game.head_digest, place.seq, place.audience, connected, lobby, more)
    return f'W/"{hashlib.sha256(repr(key).encode()).hexdigest()[:24]}"'


def note_look(request: Request, place: Place, what: str, seq: int) -> None:
    if place.audience.role == JUDGE:
        record_look(request.user.pk, place.game.id, what, seq)


class GameView(APIView):
    @extend_schema(
        operation_id="look_at_game",
        description="A game as you may see it: now, or at an older position.",
        parameters=[schemas.AS, schemas.SEQ, schemas.IF_NONE_MATCH],
        responses={200: schemas.ViewSchema, 304: None} | refusals(400, 401, 403, 404),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        place = place_of(request, game_id)
        seq = number_of(request, "seq", None, 0, 2**31 - 1)
        etag = etag_of(place, seq, request.user.pk)  # who is told which seat is kept for them
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if unchanged(request, etag):
            return Response(status=304, headers=headers)
        snapshot = selectors.snapshot_at(place, seq)
        game, audience = place.game, place.audience
        note_look(request, place, "view", snapshot.seq if snapshot else 0)
        now_at_head = snapshot is not None and snapshot.seq == game.head_seq
        body = {
            "game": game_json(request, game),
            "seq": snapshot.seq if snapshot else 0,
            "digest": snapshot.digest if snapshot else None,
            "view": view_json(snapshot, place.observer) if snapshot else None,
            "moves": moves_json(snapshot, audience) if snapshot and now_at_head else [],
            "clock": clock_json(game, timezone.now()),
            "connected": list(connected_at(game.id)),
            "you": {"seat": audience.seat, "role": audience.role},
        }
        return Response(body, headers=headers)


class EventsView(APIView):
    @extend_schema(
        operation_id="read_events",
        description="What happened after a position, as you may see it. 409 where the game is not that far: "
        "it was restored from a backup, and what you have is void.",
        parameters=[schemas.AS, schemas.AFTER_SEQ, schemas.LIMIT, schemas.IF_NONE_MATCH],
        responses={
            200: schemas.EventsSchema,
            304: None,
            (409, MEDIA_TYPE): schemas.ConflictSchema,
        }
        | refusals(400, 401, 403, 404),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        place = place_of(request, game_id)
        after = number_of(request, "after_seq", 0, 0, 2**31 - 1) or 0
        if after > place.game.head_seq:
            head = place.game.head_seq
            raise Problem(409, "conflict", f"The game is only at {head}.", seq=head)
        limit = number_of(request, "limit", MOST_EVENTS, 1, MOST_EVENTS) or MOST_EVENTS
        etag = etag_of(place, after, limit)
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if unchanged(request, etag):
            return Response(status=304, headers=headers)
        log = selectors.events_after(place, after, limit)
        to_seq = log[-1].seq if log else after
        note_look(request, place, "events", to_seq)
        body = {
            "from_seq": after,
            "to_seq": to_seq,
            "head_seq": place.seq,
            "events": [
                event_json(selectors.edition_of(place.game), x, place.observer, place.game.options)
                for x in log
            ],
        }
        return Response(body, headers=headers)


class HistoryView(APIView):
    @extend_schema(
        operation_id="read_history",
        description="A finished game with nothing hidden: every command and every event.",
        responses={200: schemas.HistorySchema} | refusals(400, 404, 409),
    )
    def get(self, request: Request, game_id: UUID) -> Response:
        place = finished(request, game_id)
        game = place.game
        log = selectors.events_after(place, 0, place.seq)
        edition, options = selectors.edition_of(game), game.options
        commands = [
            {
                "command_id": str(command.command_id),
                "actor": command.actor,
                "body": command.body,
                "first_seq": command.first_seq,
                "last_seq": command.last_seq,
                "submitted_at": instant(command.submitted_at),
            }
            for command in selectors.commands_of(game)
        ]
        events = [
            event_json(edition, recorded, EVERYTHING, options)
            | {
                "digest": recorded.digest,
                "command_id": str(recorded.command_id) if recorded.command_id else None,
            }
            for recorded in log
        ]
        body = {"game": game_json(request, game), "commands": commands, "events": events}
        return Response(body)


class ExportView(APIView):
    @extend_schema(
        operation_id="export_game",
        description="The file of a finished game, which `python -m rules.verify` checks.",
        responses={(200, "application/json"): OpenApiTypes.OBJECT} | refusals(400, 404, 409),
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        game = finished(request, game_id).game
        return HttpResponse(
            selectors.export(game),
            content_type="application/json",
            headers={"Content-Disposition": f'attachment; filename="game-{game.id}.json"'},
        )


def finished(request: Request, game_id: UUID) -> Place:
    place = place_of(request, game_id)
    if not place.revealed:
        raise Problem(409, "not-over", "This opens when the game is over and its seed is revealed.")
    return place
