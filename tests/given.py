"""Given a state or a log, when a command comes, then these events follow, or it is refused.

    given("usa", state).when(DrawBlind(0)).then(CardDrawn(0, BLUE), TurnBegan(1))
    given("usa", events).when(Pass(0)).refused("US-T1", "can still draw")

Every step also checks what must hold at any step of any game: `decide` leaves the state alone,
pieces are conserved, and folding the events leads to the state that the command reached.
"""

from collections.abc import Iterable
from typing import Any

from rules import (
    Chance,
    IllegalMove,
    advance,
    commands_of,
    decide,
    editions,
    evolve,
    fold,
    legal_moves,
)
from rules.kernel.edition import Command, Edition, Event

CHANCE = Chance(bytes(32), ("a", "b", "c", "d"))


def typed(records: Iterable[Any]) -> list[tuple[type, Any]]:
    """To compare by: records of two types are equal tuples if their values are."""
    return [(type(record), record) for record in records]


class Given:
    """A game at one moment; `state` and the `events` of the last command can be looked at."""

    def __init__(self, edition: Edition, state: Any, chance: Chance) -> None:
        self.edition = edition
        self.state = state
        self.chance = chance
        self.events: list[Event] = []
        self.refusal: IllegalMove | None = None
        self._conserved()

    def when(self, *commands: Command) -> "Given":
        """Submits the commands in order; all but the last must be accepted."""
        for command in commands:
            assert self.refusal is None, f"refused before {command}: {self.refusal}"
            self._submit(command)
        return self

    def _submit(self, command: Command) -> None:
        before = self._written(self.state)
        folded = self.state.copy()
        answer = decide(self.edition, self.state, command, self.chance)
        assert self._written(self.state) == before, "decide changed the state that it was given"
        assert typed(advance(self.edition, self.state, command, self.chance)) == typed(answer)
        if isinstance(answer, IllegalMove):
            self.refusal = answer
            assert self._written(self.state) == before, "a refused command changed the state"
            return
        self.events = answer
        for event in answer:
            evolve(self.edition, folded, event)
        assert self._written(folded) == self._written(self.state)
        self._conserved()

    def then(self, *events: Event) -> "Given":
        """Exactly these events followed the last command."""
        assert self.refusal is None, self.refusal
        assert typed(self.events) == typed(events)
        return self

    def then_among_others(self, *events: Event) -> "Given":
        """These events followed the last command, in this order, perhaps with others between."""
        assert self.refusal is None, self.refusal
        rest = iter(self.events)
        for event in events:
            wanted = (type(event), event)
            assert any(wanted == (type(e), e) for e in rest), f"{event} not in {self.events}"
        return self

    def refused(self, rule: str, *words: str) -> "Given":
        assert self.refusal is not None, f"accepted, and these followed: {self.events}"
        assert self.refusal.rule == rule, self.refusal
        for word in words:
            assert word in self.refusal.message, self.refusal.message
        self.refusal = None
        return self

    def is_offered(self, command: Command) -> bool:
        """Whether the legal moves of its seat stand for this very command."""
        offers = legal_moves(self.edition, self.state, command.seat)
        return any(
            typed([command]) == typed([meant])
            for offer in offers
            for meant in commands_of(self.edition, offer)
        )

    def _written(self, state: Any) -> Any:
        return self.edition.state.encode(state)

    def _conserved(self) -> None:
        assert self.edition.conserved(self.state) is None, self.edition.conserved(self.state)


def given(edition_id: str, past: Any, chance: Chance = CHANCE) -> Given:
    """`past` is a state to begin with, or the events that lead to it."""
    edition = editions()[edition_id]
    state = fold(edition, past) if isinstance(past, Iterable) else past
    return Given(edition, state, chance)
