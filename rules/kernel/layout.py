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
from itertools import compress
from operator import attrgetter, ne
from typing import Any, NamedTuple

from rules.kernel.kinds import Json, Kind, Malformed, nothing, tuple_of
from rules.kernel.observers import Observer

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
            (name, Window(field)) for name, field in fields.items() if field.audience != PUBLIC
        ]
        # All values of a record with one call; a single one would not come as a tuple.
        self._values = attrgetter(*fields, "__class__")
        windows = dict(self._windows)
        self._faces = [(x, field.kind.encode, windows.get(x)) for x, field in fields.items()]
        place = {name: index for index, name in enumerate(fields)}
        self._openers = [(place[x], place[w.open_when]) for x, w in self._windows if w.open_when]

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
            name: window.show(record, getattr(record, name), observer, options)
            for name, window in self._windows
        }

    def changes(self, before: Any, after: Any) -> "Changes":
        """What looks different at a later moment: compared once, whoever looks."""
        was, now = self._values(before), self._values(after)
        differs = list(map(ne, was, now))
        for index, opener in self._openers:
            # The same cards, turned over, look different.
            differs[index] = differs[index] or differs[opener]
        of_all: dict[str, Json] = {}
        looks: list[tuple[str, Look]] = []
        fields = zip(self._faces, was, now, strict=False)  # the class is no field
        for (name, encode, window), old, new in compress(fields, differs):
            if window is None:
                of_all[name] = encode(new)
            else:
                looks.append((name, Look(window, before, old, after, new)))
        return Changes(of_all, looks)


class Changes:
    """From one position of a record to a later one."""

    def __init__(self, of_all: dict[str, Json], looks: list[tuple[str, "Look"]]) -> None:
        self.of_all = of_all  # of the fields that everyone sees alike
        self._looks = looks

    def besides(self, observer: Observer, options: dict[str, bool]) -> dict[str, Json]:
        """Of all other fields, those that look different to this observer now."""
        seen: dict[str, Json] = {}
        for name, look in self._looks:
            shown = look.shown(observer, options)
            # That something hidden has changed is hidden, too.
            if shown is not SAME:
                seen[name] = shown
        return seen


def record(layout: Layout) -> Kind:
    """A record inside a record, public as a whole or hidden as a whole."""
    return Kind(layout.name, layout.encode, layout.decode, nothing)


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


class Window:
    """How a field that is not public looks from outside: as a whole, or seat by seat."""

    def __init__(self, field: Field) -> None:
        self.by_seat = field.audience in (PER_SEAT, REMEMBERED)
        self.audience = field.audience
        self.owner_option = field.owner_option
        self.open_when = field.open_when
        self.encode = field.kind.encode
        self.hide = field.kind.hide
        self.encode_whole = field.whole.encode

    def show(self, record: Any, value: Any, observer: Observer, options: dict[str, bool]) -> Json:
        if self.is_open(record, observer):
            return self.encode_whole(value)
        if not self.by_seat:
            return self.hide(value)
        own, everyones = self.seen_by(observer, options)
        encode, hide = self.encode, self.hide
        return [
            encode(part) if everyones or seat == own else hide(part)
            for seat, part in enumerate(value)
        ]

    def is_open(self, record: Any, observer: Observer) -> bool:
        """As a whole."""
        if observer.sees_sealed:
            return True
        if self.audience == OWNER:
            return observer.sees(record.seat)
        return bool(self.open_when and getattr(record, self.open_when))

    def seen_by(self, observer: Observer, options: dict[str, bool]) -> tuple[int | None, bool]:
        """Of a field that goes seat by seat: whose part this observer sees, and whether everyone's."""
        if self.audience == PER_SEAT:
            return observer.seat, observer.all_seats
        own = observer.seat if options.get(self.owner_option, False) else None
        return own, observer.all_seats or observer.keeps_notes


SAME: Json = object()  # what is seen through a window has not changed


class Look:
    """Through a window, at a value that has changed: what is hidden is hidden once, whoever looks."""

    def __init__(self, window: Window, before: Any, was: Any, after: Any, now: Any) -> None:
        self.window = window
        self.before, self.was = before, was
        self.after, self.now = after, now
        hide = window.hide
        # What nobody but the owner, or nobody at all, sees; and whether that looks different.
        self.hidden: Json
        self.hidden_differs: bool
        if window.by_seat:
            self.hidden = list(map(hide, now))
            self.hidden_differs = self.hidden != list(map(hide, was))
        else:
            self.hidden = hide(now)
            self.hidden_differs = self.hidden != hide(was)
        opener = window.open_when
        # Most observers look through a window that was closed and stays closed.
        self.closed = window.audience != OWNER and not (
            opener and (getattr(before, opener) or getattr(after, opener))
        )

    def shown(self, observer: Observer, options: dict[str, bool]) -> Json:
        """What this observer sees now, or SAME."""
        window = self.window
        if not self.closed or observer.sees_sealed:
            now = window.show(self.after, self.now, observer, options)
            return now if now != window.show(self.before, self.was, observer, options) else SAME
        own = None
        if window.by_seat:
            own, everyones = window.seen_by(observer, options)
            if everyones:
                return window.encode_whole(self.now)
        if own is None:
            return self.hidden if self.hidden_differs else SAME
        if not self.hidden_differs and self.was[own] == self.now[own]:
            return SAME
        shown = self.hidden[:]
        shown[own] = window.encode(self.now[own])
        return shown


def snake_case(name: str) -> str:
    """`BlindCardDrawn` is stored as "blind_card_drawn"."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
