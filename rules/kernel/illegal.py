"""A refused command is a value with the rule that refuses it, not an exception."""

from typing import Any, NamedTuple


class IllegalMove(NamedTuple):
    rule: str
    message: str  # a sentence for a player, with the figures of the case in it
    figures: dict[str, Any] = {}  # the same figures apart, for a page in another language
