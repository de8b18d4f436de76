"""The lobby over HTTP."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import User
from games.accounts.services import enter_as_guest
from games.problems import BODY, refusals
from games.requests import checked, signed_in
from games.tables import lobby
from games.tables.access import Person
from games.tables.lobby_selectors import describe_game, listed_games
from games.tables.lobby_serializers import (
    FillSerializer,
    GameFilterSerializer,
    GamePageSerializer,
    GameSerializer,
    JoinSerializer,
    NewGameSerializer,
    QuickPlaySerializer,
    SeatPlanSerializer,
)
from games.tables.models import Game
from games.tables.seat_plans import SeatPlan, against_ais, check_table

# A change of a lobby: malformed, not there, or no longer possible.
CHANGED = {200: GameSerializer} | refusals(*BODY, 404, 409)


def answer(game: Game, person: Person, status: int = 200, invited: bool = False) -> Response:
    return Response(GameSerializer(describe_game(game, person, invited)).data, status=status)


class NewestFirst(CursorPagination):
    ordering = ("-created_at", "-id")
    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100

    def decode_cursor(self, request: Request) -> Any:
        """Of ours: the framework would ask the database for any text as if it were a moment."""
        cursor = super().decode_cursor(request)
        try:
            if cursor and cursor.position is not None:
                datetime.fromisoformat(str(cursor.position)).astimezone(UTC)
        except (ValueError, OverflowError):
            raise NotFound(self.invalid_cursor_message) from None
        return cursor


class Games(APIView):
    @extend_schema(
        operation_id="list_games",
        description="Public games and one's own, the newest first.",
        parameters=[GameFilterSerializer],
        responses={200: GamePageSerializer} | refusals(400, 404),
    )
    def get(self, request: Request) -> Response:
        wanted = checked(GameFilterSerializer, request.query_params)
        wanted.pop("cursor", None)
        wanted.pop("page_size", None)
        pages = NewestFirst()
        games = pages.paginate_queryset(listed_games(request.user, **wanted), request, self)
        shown = [describe_game(game, request.user) for game in games or []]
        return pages.get_paginated_response(GameSerializer(shown, many=True).data)

    @extend_schema(
        operation_id="create_game",
        description="Open a lobby. Nobody sits in it yet: read the commitment to its seed, then "
        "join with your salt. A seat of the kind host is kept for you.",
        request=NewGameSerializer,
        responses={201: GameSerializer} | refusals(*BODY, 409),
    )
    def post(self, request: Request) -> Response:
        user = signed_in(request)
        given = checked(NewGameSerializer, request.data)
        plans = [SeatPlan(**plan) for plan in given.pop("seats")]
        game = lobby.create_game(user, plans=plans, **given)
        return answer(Game.objects.get(pk=game.pk), user, 201)


class QuickPlay(APIView):
    @extend_schema(
        operation_id="quick_play",
        description="A game against AIs, which begins at once, or when you join with your salt. "
        "Somebody who is not signed in becomes a guest.",
        request=QuickPlaySerializer,
        responses={201: GameSerializer} | refusals(*BODY, 409, 429),
    )
    def post(self, request: Request) -> Response:
        given = checked(QuickPlaySerializer, request.data)
        name = given.pop("display_name")
        plans = against_ais(given.pop("opponents"), given.pop("level"))
        # Checked before somebody becomes a guest for nothing.
        check_table(given["edition"], plans, given["options"])
        user = request.user if isinstance(request.user, User) else enter_as_guest(request, name)
        return answer(lobby.quick_play(user, plans=plans, **given), user, 201)


class Invite(APIView):
    @extend_schema(
        operation_id="open_invite",
        description="The game that an invite link leads to. Whoever has the link may see its lobby, and "
        "may join with the token as `invite`. 409 where a private game of others has begun.",
        responses={200: GameSerializer} | refusals(404, 409),
        parameters=[OpenApiParameter("token", str, OpenApiParameter.PATH)],
    )
    def get(self, request: Request, token: str) -> Response:
        return answer(lobby.invited_to(request.user, token), request.user, invited=True)


class RenewInvite(APIView):
    @extend_schema(
        operation_id="renew_invite",
        description="The host makes a new invite link; the old one leads nowhere. The same happens when "
        "the host takes a seat from somebody, where the game is not public.",
        request=None,
        responses=CHANGED,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        return answer(lobby.renew_invite(user, game_id), user)


class Join(APIView):
    @extend_schema(
        operation_id="join_game",
        description="Sit down, or move to another seat. 409 where somebody else was quicker.",
        request=JoinSerializer,
        responses=CHANGED,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        given = checked(JoinSerializer, request.data)
        game = lobby.join(user, game_id, given["salt"], given["seat"], given["invite"])
        return answer(game, user)


class Leave(APIView):
    @extend_schema(operation_id="leave_game", request=None, responses=CHANGED)
    def post(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        game = lobby.leave(user, game_id)
        # Whoever leaves a private game does not belong to it any more, and still gets an answer.
        return answer(game, user)


class ChangeSeat(APIView):
    @extend_schema(
        operation_id="change_seat",
        description="The host opens a seat, keeps it for somebody, or gives it to an AI.",
        request=SeatPlanSerializer,
        responses=CHANGED,
    )
    def put(self, request: Request, game_id: UUID, number: int) -> Response:
        user = signed_in(request)
        plan = SeatPlan(**checked(SeatPlanSerializer, request.data))
        return answer(lobby.change_seat(user, game_id, number, plan), user)


class Fill(APIView):
    @extend_schema(
        operation_id="fill_with_ais",
        description="The host gives every open seat to an AI.",
        request=FillSerializer,
        responses=CHANGED,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        level = checked(FillSerializer, request.data)["level"]
        return answer(lobby.fill_with_ais(user, game_id, level), user)


class Start(APIView):
    @extend_schema(
        operation_id="start_game",
        description="The host begins the game. Every seat must be taken.",
        request=None,
        responses=CHANGED,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        return answer(lobby.start(user, game_id), user)


class Cancel(APIView):
    @extend_schema(operation_id="cancel_game", request=None, responses=CHANGED)
    def post(self, request: Request, game_id: UUID) -> Response:
        user = signed_in(request)
        return answer(lobby.cancel(user, game_id), user)
