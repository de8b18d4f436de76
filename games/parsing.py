"""Reads a JSON body, however it was meant."""

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser

from games.problems import Problem

MOST_BYTES = 256 * 1024


class BoundedJSONParser(JSONParser):
    """Refuses a body that would only cost memory, and one nested too deeply to be read."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise Problem(413, "too-large", f"A request has at most {MOST_BYTES} bytes.")
        try:
            return json.loads(body.decode(), parse_constant=refuse_constant)
        except (ValueError, RecursionError) as error:
            raise ParseError(f"This is not JSON: {error}.") from None


def refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is no JSON number")
