"""Who has a view and is told what has changed has the next view, and learns nothing besides."""

from typing import Any

import pytest

from rules import (
    ALL_HANDS,
    EVERYTHING,
    SPECTATOR,
    IllegalMove,
    Observer,
    advance,
    changes,
    insiders,
    policy_at,
    redact,
    seated,
    start,
    view,
)
from rules.kernel.edition import Edition
from rules.kernel.kinds import BOOLEAN, INTEGER
from rules.kernel.layout import Layout, per_seat, public, remembered, sealed
from tests.pictures import renewed
from tests.rules.variants import Variant, played, variants


def told(edition: Edition, before: Any, after: Any, observer: Observer) -> dict[str, Any]:
    """As a frame has it."""
    found = changes(edition, before, after)
    members, parts = found.besides(observer, after.options)
    assert len(found.of_all | members | parts) == len(found.of_all) + len(members) + len(parts)
    return {"changes": found.of_all | members, "parts": parts}


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
            was, now = views[number], view(edition, state, observer)
            views[number] = now
            frame = told(edition, before, state, observer)
            assert renewed(was, frame) == now
            # And nothing that looks as before, not even a part.
            assert all(was[name] != new for name, new in frame["changes"].items())
            for name, parts in frame["parts"].items():
                assert parts
                assert all(was[name][int(seat)] != new for seat, new in parts.items())


@pytest.mark.parametrize("variant", variants(), ids=str)
def test_to_who_is_no_insider_a_move_looks_as_it_does_to_a_spectator(variant: Variant) -> None:
    game = played(variant, 0)
    edition, seats = game.edition, game.state.seats
    state, _ = start(edition, seats, game.options, game.chance)
    outsiders = 0
    for _, command, _ in game.moves:
        before = state.copy()
        events = advance(edition, state, command, game.chance)
        assert not isinstance(events, IllegalMove)
        found = changes(edition, before, state)
        for seat in range(seats):
            if seat not in found.insiders():
                outsiders += 1
                assert found.besides(seated(seat), state.options) == found.besides(
                    SPECTATOR, state.options
                )
            for event in events:
                if seat not in insiders(edition, event):
                    shown = redact(edition, event, seated(seat), state.options)
                    assert shown == redact(edition, event, SPECTATOR, state.options)
    assert outsiders > len(game.moves) / 2


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
    assert changes.besides(SPECTATOR, {}) == ({}, {})
    assert changes.besides(seated(0), {}) == ({}, {})
    assert changes.besides(seated(1), {}) == ({}, {"hands": {"1": 9}})
    assert changes.besides(ALL_HANDS, {}) == ({}, {"hands": {"1": 9}, "piles": {"1": 8}})
    assert changes.besides(EVERYTHING, {}) == ({"deck": 6}, {"hands": {"1": 9}, "piles": {"1": 8}})
    assert changes.insiders() == {1}


def test_what_is_turned_up_has_changed_though_it_is_the_same() -> None:
    before = Table([1, 2], 5, [3, 4], False)
    after = Table([1, 2], 5, [3, 4], True)
    changes = LAYOUT.changes(before, after)
    assert changes.of_all == {"turned_up": True}
    assert changes.besides(SPECTATOR, {}) == ({"piles": [3, 4]}, {})
