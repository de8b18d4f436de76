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
        return read_json(body)


def read_json(text: bytes | str) -> Any:
    """Strictly: Python's own reader also takes numbers that are none, and half of a character (a lone
    surrogate), which no answer could repeat. And without the character NUL: PostgreSQL can't store it, and
    nobody needs it."""
    try:
        given = orjson.loads(text)
    except orjson.JSONDecodeError as wrong:
        raise Problem(400, "malformed", f"This is not JSON: {wrong}.") from None
    if _needs_a_closer_look(text if isinstance(text, str) else text.decode()):
        _look_closer(given, DEEPEST)
    return given


def _needs_a_closer_look(text: str) -> bool:
    """Hardly any: in JSON that character is always written so, and what has few brackets is not deep."""
    return "\\u0000" in text or text.count("{") + text.count("[") > DEEPEST


def _look_closer(value: Any, levels: int) -> None:
    if type(value) is str and "\0" in value:
        raise Problem(400, "malformed", "A text may not contain the character NUL.")
    if not isinstance(value, dict | list):
        return
    if not levels:
        raise Problem(400, "malformed", f"No body has more than {DEEPEST} levels.")
    inside = [*value, *value.values()] if isinstance(value, dict) else value
    for inner in inside:
        _look_closer(inner, levels - 1)
