"""Audiences: who may see a field, and the window through which everyone looks at it."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from rules.kernel.kinds import Json, Kind, tuple_of
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
