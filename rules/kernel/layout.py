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
from typing import Any

from rules.kernel.audiences import OWNER, PER_SEAT, PUBLIC, REMEMBERED, SEALED, Field, Window
from rules.kernel.changes import Changes, Look, LookBySeat
from rules.kernel.kinds import Json, Kind, Malformed, nothing
from rules.kernel.observers import Observer


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

    def changes(self, before: Any, after: Any) -> Changes:
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


def snake_case(name: str) -> str:
    """`BlindCardDrawn` is stored as "blind_card_drawn"."""
    return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")
