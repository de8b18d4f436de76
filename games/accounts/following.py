"""Whom somebody follows, the same on each of their devices."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.models import Followed, User
from games.accounts.serializers import FollowedSerializer, TargetSerializer
from games.problems import BODY, Problem, refusals
from games.requests import checked, signed_in

MOST_FOLLOWED = 100


class Following(APIView):
    @extend_schema(
        operation_id="list_followed",
        responses={200: FollowedSerializer(many=True)} | refusals(),
    )
    def get(self, request: Request) -> Response:
        followed = signed_in(request).following.all()
        return Response(FollowedSerializer(followed, many=True).data)

    @extend_schema(
        operation_id="follow",
        description="Follow a player or a tournament. Whom one follows already is followed on.",
        request=FollowedSerializer,
        responses={204: None} | refusals(*BODY, 409),
    )
    def put(self, request: Request) -> Response:
        follow(signed_in(request), **checked(FollowedSerializer, request.data))
        return Response(status=204)

    @extend_schema(
        operation_id="stop_following",
        parameters=[TargetSerializer],
        responses={204: None} | refusals(400),
    )
    def delete(self, request: Request) -> Response:
        target = checked(TargetSerializer, request.query_params)
        signed_in(request).following.filter(**target).delete()
        return Response(status=204)


def follow(user: User, kind: str, target: str, name: str) -> None:
    others = user.following.exclude(kind=kind, target=target)
    if others.count() >= MOST_FOLLOWED:
        raise Problem(
            409,
            "too-many-followed",
            f"You follow {MOST_FOLLOWED} already: stop following one first.",
        )
    Followed.objects.update_or_create(user=user, kind=kind, target=target, defaults={"name": name})
