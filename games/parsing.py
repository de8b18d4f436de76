"""Reads JSON from outside, whichever way it came."""

from collections.abc import Mapping
from typing import IO, Any

import orjson
from rest_framework.parsers import JSONParser

from games.problems import Problem

MOST_BYTES = 256 * 1024
DEEPEST = 20  # levels of lists and objects in each other: nothing that we read has half of that


class BoundedJSONParser(JSONParser):
    """Refuses a body that would only cost memory."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise Problem(413, "too-large", f"A request has at most {MOST_BYTES} bytes.")
        given = read_json(body)
        refuse_nul(given)
        return given


def read_json(text: bytes | str) -> Any:
    """Strictly: Python's own reader also takes numbers that are none, and half of a character (a lone
    surrogate), which no answer could repeat."""
    try:
        return orjson.loads(text)
    except orjson.JSONDecodeError as wrong:
        raise Problem(400, "malformed", f"This is not JSON: {wrong}.") from None


def refuse_nul(given: Any) -> None:
    """PostgreSQL can't store it, and nobody needs it."""
    if _has_nul(given, DEEPEST):
        raise Problem(400, "malformed", "A text may not contain the character NUL.")


def _has_nul(value: Any, levels: int) -> bool:
    if type(value) is str:
        return "\0" in value
    if not isinstance(value, dict | list):
        return False
    if not levels:
        raise Problem(400, "malformed", f"No body has more than {DEEPEST} levels.")
    inside = [*value, *value.values()] if isinstance(value, dict) else value
    return any(_has_nul(inner, levels - 1) for inner in inside)
