"""Who has a view and is told what has changed has the next view, and learns nothing besides."""

from typing import Any

import pytest

from rules import (
    ALL_HANDS,
    EVERYTHING,
    SPECTATOR,
    Observer,
    advance,
    changes,
    policy_at,
    seated,
    start,
    view,
)
from rules.kernel.edition import Edition
from rules.kernel.kinds import BOOLEAN, INTEGER
from rules.kernel.layout import Layout, per_seat, public, remembered, sealed
from tests.rules.variants import Variant, played, variants


def changes_for(edition: Edition, before: Any, after: Any, observer: Observer) -> dict[str, Any]:
    found = changes(edition, before, after)
    besides = found.besides(observer, after.options)
    assert not found.of_all.keys() & besides.keys()
    return found.of_all | besides


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_a_view_and_its_changes_are_the_next_view(variant: Variant) -> None:
    game = played(variant, 0)
    edition, seats = game.edition, game.state.seats
    observers = [SPECTATOR, ALL_HANDS, EVERYTHING, *map(seated, range(seats)), policy_at(1)]
    state, _ = start(edition, seats, game.options, game.chance)
    views = [view(edition, state, observer) for observer in observers]
    for _, command, _ in game.moves:
        before = state.copy()
        advance(edition, state, command, game.chance)
        for number, observer in enumerate(observers):
            was, views[number] = views[number], view(edition, state, observer)
            different = {name: now for name, now in views[number].items() if now != was[name]}
            assert changes_for(edition, before, state, observer) == different


class Table:
    FIELDS = ("hands", "deck", "piles", "turned_up")

    def __init__(self, hands: list[int], deck: int, piles: list[int], up: bool) -> None:
        self.hands = hands
        self.deck = deck
        self.piles = piles
        self.turned_up = up


LAYOUT = Layout(
    Table,
    hands=per_seat(INTEGER),
    deck=sealed(INTEGER),
    piles=remembered(INTEGER, open_when="turned_up"),
    turned_up=public(BOOLEAN),
)


def test_that_something_hidden_has_changed_is_hidden() -> None:
    before = Table([1, 2], 5, [3, 4], False)
    after = Table([1, 9], 6, [3, 8], False)
    changes = LAYOUT.changes(before, after)
    assert changes.of_all == {}
    assert changes.besides(SPECTATOR, {}) == {}
    assert changes.besides(seated(0), {}) == {}
    assert changes.besides(seated(1), {}) == {"hands": [None, 9]}


def test_what_is_turned_up_has_changed_though_it_is_the_same() -> None:
    before = Table([1, 2], 5, [3, 4], False)
    after = Table([1, 2], 5, [3, 4], True)
    changes = LAYOUT.changes(before, after)
    assert changes.of_all == {"turned_up": True}
    assert changes.besides(SPECTATOR, {}) == {"piles": [3, 4]}
