"""Kinds of values: how each becomes JSON, how it is read back, and what is left of it when hidden."""

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

Json = Any


class Malformed(ValueError):
    """Input that is not even a command: the wrong shape, before any rule is asked."""


class Kind(NamedTuple):
    """One sort of value: its JSON, its reading, and what is left of it when it is hidden."""

    name: str
    encode: Callable[[Any], Json]
    decode: Callable[[Json], Any]
    hide: Callable[[Any], Json]
    required: bool = True  # whether input may leave it out


def _same(value: Any) -> Json:
    return value


def nothing(value: Any) -> Json:
    return None


def _plain(name: str, accepts: type) -> Kind:
    def decode(raw: Json) -> Any:
        if type(raw) is not accepts:
            raise Malformed(f"expected {name}, got {raw!r}")
        return raw

    return Kind(name, _same, decode, nothing)


INTEGER = _plain("a whole number", int)
BOOLEAN = _plain("true or false", bool)
TEXT = _plain("a text", str)


def _count(raw: Json) -> int:
    if type(raw) is not int or not 0 <= raw < 1000:
        raise Malformed(f"expected a count from 0, got {raw!r}")
    return raw


COUNT = Kind("a count from 0", _same, _count, nothing)


MOST_SEATS: Final = 8  # of any edition


def _seat(raw: Json) -> int:
    if type(raw) is not int or not 0 <= raw < MOST_SEATS:
        raise Malformed(f"expected a seat number from 0, got {raw!r}")
    return raw


SEAT = Kind("a seat number from 0", _same, _seat, nothing)


def named(what: str, names: Sequence[str]) -> Kind:
    """An index that is written as its name: `3` is "white"."""
    index = {name: i for i, name in enumerate(names)}

    def encode(value: int) -> Json:
        return names[value]

    def decode(raw: Json) -> int:
        try:
            return index[raw]
        except (KeyError, TypeError):  # not one of them, or not even a text
            raise Malformed(f"expected {what}, got {raw!r}") from None

    return Kind(what, encode, decode, nothing)


def tuple_of(kind: Kind) -> Kind:
    """Several values in order; hidden, only their number shows."""
    encode_one, decode_one = kind.encode, kind.decode

    def encode(values: Sequence[Any]) -> Json:
        return [encode_one(value) for value in values]

    def decode(raw: Json) -> tuple[Any, ...]:
        if type(raw) is not list:
            raise Malformed(f"expected a list, got {raw!r}")
        return tuple(map(decode_one, raw))

    return Kind(f"a list, each {kind.name}", encode, decode, len)


def counts(what: str, names: Sequence[str]) -> Kind:
    """How many of each, as {"blue": 2}; hidden, only the total shows."""
    index = {name: i for i, name in enumerate(names)}

    def encode(values: Sequence[int]) -> Json:
        return {name: count for name, count in zip(names, values, strict=True) if count}

    def decode(raw: Json) -> tuple[int, ...]:
        if type(raw) is not dict:
            raise Malformed(f"expected {what}, got {raw!r}")
        values = [0] * len(names)
        for name, count in raw.items():
            if name not in index or type(count) is not int or not 0 < count < 1000:
                raise Malformed(f"expected {what}, got {raw!r}")
            values[index[name]] = count
        return tuple(values)

    return Kind(what, encode, decode, sum)


def optional(kind: Kind) -> Kind:
    encode_one, decode_one, hide_one = kind.encode, kind.decode, kind.hide

    def encode(value: Any) -> Json:
        return None if value is None else encode_one(value)

    def decode(raw: Json) -> Any:
        return None if raw is None else decode_one(raw)

    def hide(value: Any) -> Json:
        return None if value is None else hide_one(value)

    return Kind(f"{kind.name}, or null", encode, decode, hide, required=False)


def unseen(kind: Kind) -> Kind:
    """Like `kind`, but hidden it does not even show how many."""
    return Kind(kind.name, kind.encode, kind.decode, nothing)


def mapping(what: str, kind: Kind) -> Kind:
    """A small dictionary with text keys, such as a game's options."""
    encode_one, decode_one = kind.encode, kind.decode

    def encode(values: dict[str, Any]) -> Json:
        return {name: encode_one(value) for name, value in values.items()}

    def decode(raw: Json) -> dict[str, Any]:
        if type(raw) is not dict:
            raise Malformed(f"expected {what}, got {raw!r}")
        return {name: decode_one(value) for name, value in raw.items()}

    return Kind(what, encode, decode, nothing)
