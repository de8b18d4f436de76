"""What an observer may not see leaves no trace in what the observer gets.

Two games of the same commands are played beside each other. In the second, two cards of one sealed
shuffle have changed places. As long as the events read the same to an observer, the observer must
get byte-identical views and legal moves; and until somebody draws one of the two cards, everybody
must.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from rules import (
    ALL_HANDS,
    SPECTATOR,
    IllegalMove,
    Observer,
    describe_offer,
    legal_moves,
    policy_at,
    redact,
    seated,
    view,
)
from rules.kernel.audiences import SEALED
from rules.kernel.chain import canonical
from rules.kernel.edition import Command, Edition, Event
from rules.simulation import PlayedGame
from tests.rules.variants import Variant, played, variants

WORLDS = 12  # that each game is compared with

every_variant = pytest.mark.parametrize("variant", variants(), ids=str)
Tamper = Callable[[Event], Event]


class World:
    """A game played from its commands, with a hand in what is shuffled."""

    def __init__(self, game: PlayedGame, tamper: Tamper) -> None:
        self.edition: Edition = game.edition
        self.options = game.options
        self.chance = game.chance
        self.tamper = tamper
        self.state = game.edition.new_state(game.state.seats, game.options)
        self.log: list[Event] = []
        self._happen(game.opening[0])

    def _happen(self, event: Event) -> None:
        event = self.tamper(event)
        self.edition.evolves[type(event)](self.state, event)
        self.log.append(event)
        for reaction in self.edition.reactions.get(type(event), ()):
            for consequence in reaction(self.state, event, self.chance) or ():
                self._happen(consequence)

    def submit(self, command: Command) -> bool:
        constraints, decides = self.edition.judges[type(command)]
        if any(constraint(self.state, command) for constraint in constraints):
            return False
        decision = decides(self.state, command, self.chance)
        if isinstance(decision, IllegalMove):
            return False
        for event in decision:
            self._happen(event)
        return True

    def read_by(self, observer: Observer, since: int) -> list[bytes]:
        return [
            canonical(redact(self.edition, event, observer, self.options))
            for event in self.log[since:]
        ]

    def seen_by(self, observer: Observer) -> bytes:
        moves = []
        if observer.seat is not None:
            moves = legal_moves(self.edition, self.state, observer.seat)
        offers = [describe_offer(self.edition, offer) for offer in moves]
        return canonical([view(self.edition, self.state, observer), offers])


def nothing(event: Event) -> Event:
    return event


def swap(kind: type, field: str, first: int, second: int) -> Tamper:
    """Two places of a shuffle exchanged, counted from the top of the deck."""

    def tamper(event: Event) -> Event:
        if type(event) is not kind:
            return event
        order = list(getattr(event, field))
        if max(first, second) < len(order):
            a, b = -1 - first, -1 - second
            order[a], order[b] = order[b], order[a]
        return event._replace(**{field: tuple(order)})

    return tamper


def shuffles(game: PlayedGame) -> list[tuple[type, str, int]]:
    """The shuffles of the opening: their event type, the sealed field, and how long it is."""
    found = []
    for event in game.opening:
        fields = game.edition.layout_of[type(event)].fields
        found.extend(
            (type(event), name, len(getattr(event, name)))
            for name, field in fields.items()
            if field.audience == SEALED
        )
    return found


@every_variant
def test_hidden_cards_leave_no_trace(variant: Variant) -> None:
    game = played(variant)
    dice = Random(str(variant))
    # A judge sees every hand, but what lies in a deck leaves no trace there either.
    observers = [SPECTATOR, ALL_HANDS]
    for seat in range(variant.seats):
        observers += [seated(seat), policy_at(seat)]
    sealed = shuffles(game)
    assert sealed
    compared = 0
    for number in range(WORLDS):
        kind, field, length = sealed[number % len(sealed)]
        # Among the cards that are dealt, or among those that lie deep in the deck.
        depth = range(40) if number % 2 else range(length // 2, length)
        first, second = dice.sample([place for place in depth if place < length], 2)
        compared += compare(game, swap(kind, field, first, second), observers)
    # The worlds were not the same to everybody: hidden parts did differ where views did not.
    assert compared > 100


def compare(game: PlayedGame, tamper: Tamper, observers: list[Observer]) -> int:
    """How many pairs of views were compared whose states differ."""
    one, other = World(game, nothing), World(game, tamper)
    unaware = list(observers)
    since = compared = 0
    for step, (_, command, _) in enumerate(game.moves[:60]):
        unaware = [
            observer
            for observer in unaware
            if one.read_by(observer, since) == other.read_by(observer, since)
        ]
        if not unaware:
            break
        since = len(one.log)
        differ = encoded(one) != encoded(other)
        if step % 3 == 0:
            for observer in unaware:
                assert one.seen_by(observer) == other.seen_by(observer), (command, observer)
                compared += differ
        if not (one.submit(command) and other.submit(command)):
            break
    return compared


def encoded(world: World) -> Any:
    return world.edition.state.encode(world.state)


@every_variant
def test_a_card_deep_in_the_deck_shows_nowhere_before_it_is_drawn(variant: Variant) -> None:
    game = played(variant)
    observers = [SPECTATOR, ALL_HANDS, *(seated(seat) for seat in range(variant.seats))]
    for kind, field, length in shuffles(game):
        one, other = World(game, nothing), World(game, swap(kind, field, length - 1, length - 2))
        for observer in observers:
            assert one.read_by(observer, 0) == other.read_by(observer, 0)
            assert one.seen_by(observer) == other.seen_by(observer)
