"""Forms in which events were once stored. A log never changes: what an earlier release has written is read for
ever, and a recorded game that has it is checked by writing it in that form again."""

from collections.abc import Callable
from typing import Any, NamedTuple

Payload = dict[str, Any]


class Earlier(NamedTuple):
    """`lift` makes today's payload of one from then, `lower` the other way round; both leave what they are
    given as it was."""

    type: str
    version: int
    now: Any  # the type of the event that it is today
    lift: Callable[[Payload], Payload]
    lower: Callable[[Payload], Payload]

    def could_say(self, payload: Payload) -> bool:
        """Whether that form had words for all of it."""
        return self.lift(self.lower(payload)) == payload
