"""How a record is written down, read back, and hidden from those who may not see it.

Every field of every command, event and state is declared once, with a *kind* (how a
value becomes JSON and what an outsider sees in its place) and an *audience* (who is
not an outsider). There is no default audience: a `Layout` that does not name exactly the
fields of its record can't be built.

    class BlindCardDrawn(NamedTuple):
        seat: int
        card: int

    Layout(BlindCardDrawn, seat=public(SEAT), card=owner(COLOR))

The declaration is data and not an annotation, since a compiled class keeps no annotations.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from rules.kernel.observers import Observer

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


def _nothing(value: Any) -> Json:
    return None


def _plain(name: str, accepts: type) -> Kind:
    def decode(raw: Json) -> Any:
        if type(raw) is not accepts:
            raise Malformed(f"expected {name}, got {raw!r}")
        return raw

    return Kind(name, _same, decode, _nothing)


INTEGER = _plain("a whole number", int)
BOOLEAN = _plain("true or false", bool)
TEXT = _plain("a text", str)


def _count(raw: Json) -> int:
    if type(raw) is not int or not 0 <= raw < 1000:
        raise Malformed(f"expected a count from 0, got {raw!r}")
    return raw


COUNT = Kind("a count from 0", _same, _count, _nothing)


def _seat(raw: Json) -> int:
    if type(raw) is not int or not 0 <= raw < 8:
        raise Malformed(f"expected a seat number from 0, got {raw!r}")
    return raw


SEAT = Kind("a seat number from 0", _same, _seat, _nothing)


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

    return Kind(what, encode, decode, _nothing)


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


def record(layout: "Layout") -> Kind:
    """A record inside a record, public as a whole or hidden as a whole."""
    return Kind(layout.name, layout.encode, layout.decode, _nothing)


def unseen(kind: Kind) -> Kind:
    """Like `kind`, but hidden it does not even show how many."""
    return Kind(kind.name, kind.encode, kind.decode, _nothing)


def mapping(what: str, kind: Kind) -> Kind:
    """A small dictionary with text keys, such as a game's options."""
    encode_one, decode_one = kind.encode, kind.decode

    def encode(values: dict[str, Any]) -> Json:
        return {name: encode_one(value) for name, value in values.items()}

    def decode(raw: Json) -> dict[str, Any]:
        if type(raw) is not dict:
            raise Malformed(f"expected {what}, got {raw!r}")
        return {name: decode_one(value) for name, value in raw.items()}

    return Kind(what, encode, decode, _nothing)


# --- Audiences ---------------------------------------------------------------------------

PUBLIC = "public"  # everyone, the anonymous spectator included
OWNER = "owner"  # the seat that the record names in its field `seat`
PER_SEAT = "per_seat"  # a sequence by seat, each part for that seat alone
REMEMBERED = "remembered"  # happened in the open but lies face down: only who takes notes knows
SEALED = "sealed"  # nobody, until the seed is revealed


class Field(NamedTuple):
    kind: Kind  # of the value; of one seat's part where the audience goes seat by seat
    audience: str
    # With this option of the game switched on, the owner sees a REMEMBERED part as well; and
    # everyone does while this field of the record is true.
    owner_option: str = ""
    open_when: str = ""

    @property
    def whole(self) -> Kind:
        return tuple_of(self.kind) if self.audience in (PER_SEAT, REMEMBERED) else self.kind


def public(kind: Kind) -> Field:
    return Field(kind, PUBLIC)


def owner(kind: Kind) -> Field:
    return Field(kind, OWNER)


def per_seat(kind: Kind) -> Field:
    return Field(kind, PER_SEAT)


def remembered(kind: Kind, owner_option: str = "", open_when: str = "") -> Field:
    return Field(kind, REMEMBERED, owner_option, open_when)


def sealed(kind: Kind) -> Field:
    return Field(kind, SEALED)


class Layout:
    """The declared fields of one record type, in order.

    `says` is the event as a spectator would say it, with its fields in braces.
    """

    def __init__(self, record: type, says: str = "", /, **fields: Field) -> None:
        # A NamedTuple names its fields itself, a state in its FIELDS.
        declared = tuple(getattr(record, "_fields" if hasattr(record, "_fields") else "FIELDS"))
        if tuple(fields) != declared:
            raise TypeError(
                f"{record.__name__} has the fields {declared}, its layout names {tuple(fields)}"
            )
        self.record = record
        self.says = says
        self.name = snake_case(record.__name__)
        self.fields = fields
        self._columns = [(name, field.whole.encode) for name, field in fields.items()]
        self._readers = [(name, field.whole.decode) for name, field in fields.items()]
        self._read = _reader(record, self._readers)
        self._open = [
            (name, field.kind.encode) for name, field in fields.items() if field.audience == PUBLIC
        ]
        self._windows = [
            _window(name, field) for name, field in fields.items() if field.audience != PUBLIC
        ]

    def encode(self, record: Any) -> dict[str, Json]:
        """The whole record, nothing hidden: for the log, never for a client."""
        return {name: encode(getattr(record, name)) for name, encode in self._columns}

    def decode(self, raw: Json) -> Any:
        # A record as we wrote it ourselves has all its fields and no other: most are like that.
        try:
            if len(raw) == len(self._readers):
                return self._read(raw)
        except (Malformed, KeyError, TypeError):
            pass
        return self._decode_with_care(raw)

    def _decode_with_care(self, raw: Json) -> Any:
        """Reads what came from outside: says what is wrong, and knows what may be left out."""
        if type(raw) is not dict:
            raise Malformed(f"expected an object, got {raw!r}")
        for name in raw:
            if name not in self.fields:
                raise Malformed(f"{self.name} has no field {name!r}")
        values = []
        for name, decode in self._readers:
            if self.fields[name].kind.required and name not in raw:
                raise Malformed(f"{self.name} needs the field {name!r}")
            try:
                values.append(decode(raw.get(name)))
            except Malformed as wrong:
                raise Malformed(f"{self.name}.{name}: {wrong}") from None
        return self.record(*values)

    def show(self, record: Any, observer: Observer, options: dict[str, bool]) -> dict[str, Json]:
        """The record as this observer may see it: the only way from a record to a client."""
        return self.show_to_all(record) | self.show_besides(record, observer, options)

    def show_to_all(self, record: Any) -> dict[str, Json]:
        """The fields that everyone sees alike."""
        return {name: encode(getattr(record, name)) for name, encode in self._open}

    def show_besides(
        self, record: Any, observer: Observer, options: dict[str, bool]
    ) -> dict[str, Json]:
        """All other fields, as this observer may see them."""
        return {
            name: show(record, getattr(record, name), observer, options)
            for name, show in self._windows
        }


def _reader(
    record: type, columns: Sequence[tuple[str, Callable[[Json], Any]]]
) -> Callable[[dict[str, Json]], Any]:
    """Reads a complete record. Audits read millions, most of them with one to three fields: for
    these there is no loop."""
    new: Callable[..., Any] = tuple.__new__
    if len(columns) == 1:
        ((a, read_a),) = columns
        return lambda raw: new(record, (read_a(raw[a]),))
    if len(columns) == 2:
        (a, read_a), (b, read_b) = columns
        return lambda raw: new(record, (read_a(raw[a]), read_b(raw[b])))
    if len(columns) == 3:
        (a, read_a), (b, read_b), (c, read_c) = columns
        return lambda raw: new(record, (read_a(raw[a]), read_b(raw[b]), read_c(raw[c])))
    return lambda raw: new(record, [read(raw[name]) for name, read in columns])


Window = Callable[[Any, Any, Observer, dict[str, bool]], Json]


def _window(name: str, field: Field) -> tuple[str, Window]:
    """How a field is shown: one function for each audience, chosen once."""
    encode, hide, encode_whole = field.kind.encode, field.kind.hide, field.whole.encode

    def show_owner(record: Any, value: Any, observer: Observer, options: dict[str, bool]) -> Json:
        is_open = observer.sees_sealed or observer.sees(record.seat)
        return encode(value) if is_open else hide(value)

    def show_per_seat(
        record: Any, value: Any, observer: Observer, options: dict[str, bool]
    ) -> Json:
        if observer.sees_sealed:
            return encode_whole(value)
        return [
            encode(part) if observer.sees(seat) else hide(part) for seat, part in enumerate(value)
        ]

    def show_remembered(
        record: Any, value: Any, observer: Observer, options: dict[str, bool]
    ) -> Json:
        if observer.sees_sealed or (field.open_when and getattr(record, field.open_when)):
            return encode_whole(value)
        to_owner = options.get(field.owner_option, False)
        return [
            encode(part) if observer.recalls(seat, to_owner) else hide(part)
            for seat, part in enumerate(value)
        ]

    def show_sealed(record: Any, value: Any, observer: Observer, options: dict[str, bool]) -> Json:
        return encode(value) if observer.sees_sealed else hide(value)

    windows = {
        OWNER: show_owner,
        PER_SEAT: show_per_seat,
        REMEMBERED: show_remembered,
        SEALED: show_sealed,
    }
    return name, windows[field.audience]


def snake_case(name: str) -> str:
    """`BlindCardDrawn` is stored as "blind_card_drawn"."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
