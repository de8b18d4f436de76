"""What a client has before it that keeps a view and is told what has changed, as PROTOCOL.md says it."""

from typing import Any


def renewed(view: dict[str, Any], frame: dict[str, Any]) -> Any:
    """The view after this frame."""
    if "view" in frame:
        return frame["view"]
    view = view | frame["changes"]
    for name, changed in frame["parts"].items():
        view[name] = [changed.get(str(seat), part) for seat, part in enumerate(view[name])]
    return view
