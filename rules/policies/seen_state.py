"""A seat's view read back into a state; what the seat can't see is blank in it."""

from typing import Any, Final

from rules.kernel.audiences import PER_SEAT, SEALED
from rules.kernel.layout import Layout

UNSEEN: Final = -1  # stands for each card or ticket of a deck


def seen_state(layout: Layout, view: dict[str, Any], seat: int) -> Any:
    """The others' hands, tickets and choices are empty in it; the decks are as high as they are."""
    state = layout.record(view["seats"], view["options"])
    for name, field in layout.fields.items():
        shown = view[name]
        if field.audience == SEALED:
            setattr(state, name, [UNSEEN] * shown)
        elif field.audience == PER_SEAT:
            parts = getattr(state, name)
            parts[seat] = _like(parts[seat], field.kind.decode(shown[seat]))
        else:
            setattr(state, name, _like(getattr(state, name), field.whole.decode(shown)))
    return state


def _like(blank: Any, value: Any) -> Any:
    """What is decoded as a tuple is a list where the state keeps one, also seat by seat."""
    if type(blank) is not list or type(value) is not tuple:
        return value
    if len(blank) == len(value):
        return [_like(before, part) for before, part in zip(blank, value, strict=True)]
    return list(value)
