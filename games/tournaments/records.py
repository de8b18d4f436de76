"""How a record of this app becomes JSON and comes back: checked, typed, frozen."""

import re
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

# What people run into when they fill in a form or a list, in words for them.
BOUNDS = {
    r"Expected `str` of length <= (\d+) - at `\$\.(.+)`": "{1} has at most {0} characters.",
    r"Expected `int` <= (\d+) - at `\$\.(.+)`": "{1} is at most {0}.",
    r"Expected `int` >= (\d+) - at `\$\.(.+)`": "{1} is at least {0}.",
}


class Refused(Exception):
    """What is asked for can't be done now: a kind to branch on, and a sentence for people."""

    def __init__(self, kind: str, sentence: str, **figures: Any) -> None:
        super().__init__(sentence)
        self.kind = kind
        self.sentence = sentence
        self.figures = figures


def snake_case(name: str) -> str:
    """`EntrantCheckedIn` is stored as `entrant_checked_in`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Record(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value: nothing in it changes."""


class Tagged(Record, frozen=True, tag_field="type", tag=snake_case):
    """A member of a closed union; its `type` is its name, frozen once it is stored."""


def to_json(record: Any) -> Any:
    return msgspec.to_builtins(record)


def from_json(value: Any, kind: type[T]) -> T:
    """Raises `Refused` where the value is not of this kind."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as wrong:
        raise Refused("malformed", in_words(str(wrong))) from None


def in_words(wrong: str) -> str:
    for pattern, words in BOUNDS.items():
        if found := re.fullmatch(pattern, wrong):
            return words.format(*found.groups())
    return f"{wrong}."
