"""Every refusal of the API is a problem (RFC 9457): what kind it is, and what happened, in words.

A service raises `Problem`; the API turns it, and whatever else went wrong, into
`application/problem+json`. `refusals(404, 409)` says so in the OpenAPI document.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.views import defaults
from rest_framework import exceptions, serializers
from rest_framework.response import Response

MEDIA_TYPE = "application/problem+json"


class Problem(exceptions.APIException):
    """`Problem(409, "seat-taken", "Seat 2 is taken.", seat=1)`: the rest goes into the answer."""

    auth_header = ""  # how to say who one is, where that is the problem

    def __init__(self, status: int, kind: str, detail: str, **more: Any) -> None:
        super().__init__(detail, kind)
        self.status_code = status
        self.kind = kind
        self.sentence = detail
        self.more = more


class ProblemSerializer(serializers.Serializer[Any]):
    """What went wrong, by RFC 9457. Some kinds add members of their own."""

    type = serializers.CharField(help_text="Names the kind of problem; the same for every case.")
    title = serializers.CharField(help_text="The kind in words.")
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="What happened, in a sentence for people.")
    errors = serializers.DictField(  # type: ignore[assignment]  # no property of the class
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="Malformed input: what is wrong with each field.",
    )
    rule = serializers.CharField(required=False, help_text="The rule that refuses, such as RH-P1.")


# What any address of the API may say: a wrong token, a missing CSRF token, not in that format.
EVERYWHERE = (401, 403, 406)
# What is said besides about a body: malformed, too large, not JSON.
BODY = (400, 413, 415)


def refusals(*statuses: int) -> dict[tuple[int, str], type[ProblemSerializer]]:
    """For `extend_schema(responses=...)`: these statuses, too, are answered with a problem."""
    return {(status, MEDIA_TYPE): ProblemSerializer for status in (*EVERYWHERE, *statuses)}


def problem(status: int, kind: str, detail: str, more: Mapping[str, Any] = {}) -> dict[str, Any]:
    title = kind.replace("-", " ").capitalize()
    body = {"type": f"/problems/{kind}", "title": title, "status": status, "detail": detail}
    return body | dict(more)


def answer_problem(error: Exception, context: Mapping[str, Any]) -> Response | None:
    """The API's exception handler. What it does not know is a fault of ours: None, and a 500."""
    if isinstance(error, Http404):
        error = exceptions.NotFound(*error.args)
    elif isinstance(error, PermissionDenied):
        error = exceptions.PermissionDenied(*error.args)
    elif isinstance(error, SuspiciousOperation | BadRequest):
        error = exceptions.ParseError(str(error))
    if not isinstance(error, exceptions.APIException):
        return None
    return Response(
        body_of(error),
        status=error.status_code,
        headers=headers_of(error),
        content_type=MEDIA_TYPE,
    )


def body_of(error: exceptions.APIException) -> dict[str, Any]:
    if isinstance(error, Problem):
        return problem(error.status_code, error.kind, error.sentence, error.more)
    if isinstance(error, exceptions.ValidationError):
        errors = flat_errors(error.detail)
        first = "; ".join(
            f"{field}: {words[0]}" if field else words[0] for field, words in errors.items()
        )
        return problem(400, "malformed", first, {"errors": errors})
    kind = HTTPStatus(error.status_code).phrase.lower().replace(" ", "-")
    return problem(error.status_code, kind, str(error.detail))


def headers_of(error: exceptions.APIException) -> dict[str, str]:
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None) or getattr(error, "more", {}).get("retry_after"):
        headers["Retry-After"] = str(int(wait))
    return headers


def flat_errors(detail: Any, path: str = "") -> dict[str, list[str]]:
    """Nested complaints by their path: {"seats.2.level": ["There is no such policy."]}."""
    if isinstance(detail, dict):
        found: dict[str, list[str]] = {}
        for name, inner in detail.items():
            step = "" if name == "non_field_errors" else str(name)
            found |= flat_errors(inner, ".".join(filter(None, (path, step))))
        return found
    if isinstance(detail, list):
        words = [str(word) for word in detail if not isinstance(word, dict | list)]
        found = {path: words} if words else {}
        for number, inner in enumerate(detail):
            if isinstance(inner, dict | list):
                found |= flat_errors(inner, ".".join(filter(None, (path, str(number)))))
        return found
    return {path: [str(detail)]}


# What goes wrong before the API is reached: an unknown address, a fault of ours.


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith("/api/"):
        return defaults.bad_request(request, exception)
    return outside(400, "The request can't be read.")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    if not request.path.startswith("/api/"):
        return defaults.page_not_found(request, exception)
    return outside(404, "There is nothing at this address.")


def server_error(request: HttpRequest) -> HttpResponse:
    if not request.path.startswith("/api/"):
        return defaults.server_error(request)
    return outside(500, "Something went wrong on our side. It was not you.")


def outside(status: int, detail: str) -> JsonResponse:
    kind = HTTPStatus(status).phrase.lower().replace(" ", "-")
    return JsonResponse(problem(status, kind, detail), status=status, content_type=MEDIA_TYPE)
