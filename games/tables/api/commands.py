"""`POST /api/games/{id}/commands`: the one way to act."""

from typing import Any
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import metrics, tracing
from games.problems import MEDIA_TYPE, Problem, refusals
from games.requests import signed_in
from games.tables.access import PLAYER
from games.tables.api import schemas
from games.tables.services.committer import submit_command
from games.tables.services.judging import Accepted, Submission
from games.tracing import NOWHERE, Origin


def read_command(
    game_id: UUID,
    user_id: int | None,
    body: Any,
    origin: Origin = NOWHERE,
    *,
    wants_events: bool = True,
) -> Submission:
    """A body from outside as a submission; anything odd is a 400 that says what is odd."""
    if type(body) is not dict:
        raise malformed("Send an object.")
    move = dict(body)
    try:
        command_id = UUID(move.pop("command_id"))
    except (KeyError, ValueError, AttributeError, TypeError):
        raise malformed("command_id must be a UUID of your making.") from None
    expected_seq = move.pop("expected_seq", None)
    if type(expected_seq) is not int or not 0 <= expected_seq < 2**31:
        raise malformed("expected_seq must be the position you have seen.")
    return Submission(
        game_id, command_id, move, PLAYER, user_id, expected_seq, origin, wants_events
    )


def malformed(detail: str) -> Problem:
    """Refused before anybody is asked, so it is counted here."""
    metrics.COMMANDS.labels("malformed").inc()
    return Problem(400, "malformed", detail)


def accepted_json(accepted: Accepted) -> dict[str, Any]:
    return {
        "command_id": accepted.command_id,
        "first_seq": accepted.first_seq,
        "seq": accepted.seq,
        "events": accepted.events,
    }


class CommandsView(APIView):
    @extend_schema(
        operation_id="submit_command",
        description="Make a move. Sent twice with one `command_id` it counts once. At the seat's deadline "
        "or later it is refused: 409 `time-over`.",
        request=schemas.CommandSchema,
        responses={
            200: schemas.AcceptedSchema,
            (409, MEDIA_TYPE): schemas.ConflictSchema,
            (422, MEDIA_TYPE): schemas.IllegalMoveSchema,
        }
        | refusals(400, 401, 403, 404, 413, 415, 429, 503),
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        submission = read_command(game_id, signed_in(request).pk, request.data)
        with tracing.span("command", game=game_id, command=submission.command_id):
            return Response(accepted_json(submit_command(submission)))
