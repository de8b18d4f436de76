"""What looks different from one position of a record to a later one, and to whom."""

from typing import Any

from rules.kernel.audiences import SEALED, Window
from rules.kernel.kinds import Json
from rules.kernel.observers import Observer

SAME: Json = object()  # what is seen through a window has not changed


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
