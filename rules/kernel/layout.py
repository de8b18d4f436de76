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

from collections.abc import Callable, Iterable, Sequence
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
        whole: list[tuple[str, Look]] = []
        by_seat: list[tuple[str, LookBySeat]] = []
        fields = zip(self._faces, was, now, strict=False)  # the class is no field
        for (name, encode, window), old, new in compress(fields, differs):
            if window is None:
                of_all[name] = encode(new)
            elif window.is_parted(before, after):
                by_seat.append((name, LookBySeat(window, old, new)))
            else:
                whole.append((name, Look(window, before, old, after, new)))
        return Changes(of_all, whole, by_seat)

    def insiders(self, record: Any) -> set[int]:
        """The seats that may see more of it than a spectator."""
        seats: set[int] = set()
        for name, window in self._windows:
            seats.update(window.insiders(record, getattr(record, name)))
        return seats


class Changes:
    """From one position of a record to a later one."""

    def __init__(
        self,
        of_all: dict[str, Json],
        whole: list[tuple[str, "Look"]],
        by_seat: list[tuple[str, "LookBySeat"]],
    ) -> None:
        self.of_all = of_all  # of the fields that everyone sees alike
        self._whole = whole
        self._by_seat = by_seat

    def besides(
        self, observer: Observer, options: dict[str, bool]
    ) -> tuple[dict[str, Json], dict[str, dict[str, Json]]]:
        """Of all other fields, what looks different to this observer now: those that do as a whole, and of those
        that go seat by seat the parts that do. That something hidden has changed is hidden, too."""
        members: dict[str, Json] = {}
        for name, look in self._whole:
            shown = look.shown(observer, options)
            if shown is not SAME:
                members[name] = shown
        parts: dict[str, dict[str, Json]] = {}
        for name, by_seat in self._by_seat:
            some = by_seat.shown(observer, options)
            if some:
                parts[name] = some
        return members, parts

    def insiders(self) -> set[int]:
        """The seats to which more may look different than to a spectator."""
        seats: set[int] = set()
        for _, look in self._whole:
            seats.update(look.window.insiders(look.before, look.was))
            seats.update(look.window.insiders(look.after, look.now))
        for _, by_seat in self._by_seat:
            seats.update(by_seat.changed)
        return seats


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

    def is_parted(self, before: Any, after: Any) -> bool:
        """Whether it goes seat by seat, and was not open as a whole at one of these moments."""
        if not self.by_seat or not self.open_when:
            return self.by_seat
        return not (getattr(before, self.open_when) or getattr(after, self.open_when))

    def insiders(self, record: Any, value: Any) -> Iterable[int]:
        """The seats that may see more through it than a spectator."""
        if self.audience == OWNER:
            return (record.seat,)
        return range(len(value)) if self.by_seat else ()

    def seen_by(self, observer: Observer, options: dict[str, bool]) -> tuple[int | None, bool]:
        """Of a field that goes seat by seat: whose part this observer sees, and whether everyone's."""
        if self.audience == PER_SEAT:
            return observer.seat, observer.all_seats
        own = observer.seat if options.get(self.owner_option, False) else None
        return own, observer.all_seats or observer.keeps_notes


SAME: Json = object()  # what is seen through a window has not changed


class Look:
    """Through a window, at a value that has changed, as a whole."""

    def __init__(self, window: Window, before: Any, was: Any, after: Any, now: Any) -> None:
        self.window = window
        self.before, self.was = before, was
        self.after, self.now = after, now
        # What is sealed looks the same to all but those who see everything.
        self.outside: Json = SAME
        if window.audience == SEALED and window.hide(was) != window.hide(now):
            self.outside = window.hide(now)

    def shown(self, observer: Observer, options: dict[str, bool]) -> Json:
        """What this observer sees now, or SAME."""
        if self.window.audience == SEALED and not observer.sees_sealed:
            return self.outside
        show = self.window.show
        now = show(self.after, self.now, observer, options)
        return now if now != show(self.before, self.was, observer, options) else SAME


class LookBySeat:
    """Through a window that goes seat by seat, at the parts that have changed. What is hidden is hidden once,
    whoever looks."""

    def __init__(self, window: Window, was: Any, now: Any) -> None:
        self.window = window
        self.now = now
        self.changed: list[int] = []
        self.hidden: dict[str, Json] = {}  # what of these looks different to an outsider
        hide = window.hide
        for seat, part in enumerate(now):
            old = was[seat]
            if part != old:
                self.changed.append(seat)
                hidden = hide(part)
                if hidden != hide(old):
                    self.hidden[str(seat)] = hidden

    def shown(self, observer: Observer, options: dict[str, bool]) -> dict[str, Json]:
        own, everyones = self.window.seen_by(observer, options)
        encode = self.window.encode
        if everyones or observer.sees_sealed:
            return {str(seat): encode(self.now[seat]) for seat in self.changed}
        if own is None or own not in self.changed:
            return self.hidden
        return {**self.hidden, str(own): encode(self.now[own])}


def snake_case(name: str) -> str:
    """`BlindCardDrawn` is stored as "blind_card_drawn"."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
