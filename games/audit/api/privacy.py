from typing import Any

from django.contrib.auth import logout
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts.serializers import PasswordField
from games.accounts.services import confirm_password
from games.audit.erasure import erase_account
from games.problems import BODY, refusals
from games.requests import checked, signed_in


class EraseSerializer(serializers.Serializer[Any]):
    current_password = PasswordField(required=False, default="", allow_blank=True)


class ErasedSerializer(serializers.Serializer[Any]):
    pseudonym = serializers.CharField(help_text="What stands in the games from now on.")


class EraseMe(APIView):
    @extend_schema(
        operation_id="erase_me",
        description="Erase my account, for good. My games stay, under a pseudonym.",
        request=EraseSerializer,
        responses={200: ErasedSerializer} | refusals(*BODY, 409, 429),
    )
    def post(self, request: Request) -> Response:
        user = signed_in(request)
        given = checked(EraseSerializer, request.data)
        if user.has_usable_password():
            confirm_password(user, given["current_password"])
        pseudonym = erase_account(user)
        logout(request)
        return Response({"pseudonym": pseudonym})
