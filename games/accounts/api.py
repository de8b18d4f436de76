"""Accounts over HTTP. The page has a session, a bot has a token; both are the same people."""

from typing import Any

from django.contrib.auth import update_session_auth_hash
from django.utils.decorators import method_decorator
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie
from drf_spectacular.utils import extend_schema
from kombu.exceptions import OperationalError
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.accounts import services
from games.accounts.models import ApiToken, User
from games.accounts.serializers import (
    ChangeMeSerializer,
    ChangePasswordSerializer,
    ForgottenPasswordSerializer,
    GuestSerializer,
    MeSerializer,
    NewTokenSerializer,
    ResetPasswordSerializer,
    SignInSerializer,
    SignUpSerializer,
    TokenSerializer,
)
from games.accounts.tasks import send_password_mail
from games.accounts.throttle import address_of, count_attempt
from games.accounts.tokens import create_token, revoke_token
from games.problems import BODY, Problem, refusals
from games.requests import checked, refuse_tokens, signed_in

# How the OpenAPI document says that a token won't do; typed as names only by drf-spectacular.
SESSION_ONLY: Any = [{"cookieAuth": []}]


def me(user: User, status: int = 200) -> Response:
    return Response(MeSerializer({"user": user}).data, status=status)


class SignUp(APIView):
    @extend_schema(
        operation_id="sign_up",
        description="Make an account and sign in. A guest becomes it and keeps their games. Not with a token.",
        request=SignUpSerializer,
        responses={201: MeSerializer} | refusals(*BODY, 409, 429),
    )
    def post(self, request: Request) -> Response:
        refuse_tokens(request)
        return me(services.sign_up(request, **checked(SignUpSerializer, request.data)), 201)


class SignIn(APIView):
    @extend_schema(
        operation_id="sign_in",
        request=SignInSerializer,
        responses={200: MeSerializer} | refusals(*BODY, 429),
    )
    def post(self, request: Request) -> Response:
        return me(services.sign_in(request, **checked(SignInSerializer, request.data)))


class SignOut(APIView):
    @extend_schema(operation_id="sign_out", request=None, responses={204: None} | refusals(*BODY))
    def post(self, request: Request) -> Response:
        services.sign_out(request)
        return Response(status=204)


class Guest(APIView):
    @extend_schema(
        operation_id="enter_as_guest",
        description="Come in with a name only, for as long as the session lasts.",
        request=GuestSerializer,
        responses={201: MeSerializer} | refusals(*BODY, 409, 429),
    )
    def post(self, request: Request) -> Response:
        return me(services.enter_as_guest(request, **checked(GuestSerializer, request.data)), 201)


@method_decorator(never_cache, name="dispatch")
class Me(APIView):
    @extend_schema(
        operation_id="who_am_i",
        description="Also gives the browser its CSRF cookie.",
        responses={200: MeSerializer} | refusals(),
    )
    @method_decorator(ensure_csrf_cookie)
    def get(self, request: Request) -> Response:
        user = request.user if request.user.is_authenticated else None
        return Response(MeSerializer({"user": user}).data)

    @extend_schema(
        operation_id="change_me",
        request=ChangeMeSerializer,
        responses={200: MeSerializer} | refusals(*BODY, 409, 429),
    )
    def patch(self, request: Request) -> Response:
        user = signed_in(request)
        given = checked(ChangeMeSerializer, request.data)
        if "email" in given:
            services.change_email(user, given["current_password"], given["email"])
        if "display_name" in given:
            user.display_name = given["display_name"]
            user.save(update_fields=["display_name"])
        return me(user)


class ChangePassword(APIView):
    @extend_schema(
        operation_id="change_password",
        description="Every other session of this account ends. Its API tokens stay unless"
        " `revoke_tokens` says otherwise.",
        request=ChangePasswordSerializer,
        responses={204: None} | refusals(*BODY, 409, 429),
    )
    def post(self, request: Request) -> Response:
        user = signed_in(request)
        given = checked(ChangePasswordSerializer, request.data)
        services.change_password(
            user, given["current_password"], given["new_password"], given["revoke_tokens"]
        )
        update_session_auth_hash(request, user)
        return Response(status=204)


class ForgottenPassword(APIView):
    @extend_schema(
        operation_id="forgotten_password",
        description="Mails a link, if there is an account with this address. The answer is the "
        "same if there is none.",
        request=ForgottenPasswordSerializer,
        responses={204: None} | refusals(*BODY, 429, 503),
    )
    def post(self, request: Request) -> Response:
        email = checked(ForgottenPasswordSerializer, request.data)["email"]
        count_attempt("password_mail", address_of(request))
        count_attempt("password_mail_to", email)
        try:
            send_password_mail.delay(email, request.get_host(), request.scheme, get_language())
        except OperationalError:
            raise Problem(503, "no-mail", "No mail can be sent now: try again soon.") from None
        return Response(status=204)


class ResetPassword(APIView):
    @extend_schema(
        operation_id="reset_password",
        description="With the two parts of the mailed link `/reset/<uid>/<token>`. Every session of this"
        " account ends, and every API token is revoked.",
        request=ResetPasswordSerializer,
        responses={204: None} | refusals(*BODY, 429),
    )
    def post(self, request: Request) -> Response:
        count_attempt("sign_in_address", address_of(request))
        given = checked(ResetPasswordSerializer, request.data)
        services.reset_password(given["uid"], given["token"], given["new_password"])
        return Response(status=204)


class Tokens(APIView):
    @extend_schema(
        operation_id="list_tokens", responses={200: TokenSerializer(many=True)} | refusals()
    )
    def get(self, request: Request) -> Response:
        tokens = signed_in(request).api_tokens.order_by("-created_at")
        return Response(TokenSerializer(tokens, many=True).data)

    @extend_schema(
        operation_id="create_token",
        description="Only in a session: a token can't make another one, which would outlast it.",
        auth=SESSION_ONLY,
        request=TokenSerializer,
        responses={201: NewTokenSerializer} | refusals(*BODY, 409),
    )
    def post(self, request: Request) -> Response:
        user = signed_in(request)
        refuse_tokens(request)
        token, secret = create_token(user, checked(TokenSerializer, request.data)["name"])
        return Response({**TokenSerializer(token).data, "secret": secret}, status=201)


class Token(APIView):
    @extend_schema(
        operation_id="revoke_token",
        description="It stops working at once.",
        responses={204: None} | refusals(404),
    )
    def delete(self, request: Request, token_id: int) -> Response:
        token = ApiToken.objects.filter(user=signed_in(request), pk=token_id).first()
        if token is None:
            raise Problem(404, "no-such-token", "You have no such key.")
        revoke_token(token)
        return Response(status=204)
