"""What a board's state counts for itself, besides what its layout shows."""

from functools import reduce
from operator import or_

import pytest

from rules import evolve, seated, view
from rules.mechanics.board_state import BoardState
from rules.policies.seen_state import seen_state
from tests.rules.variants import Variant, edition_of, played

BOARDS = [Variant("usa", 4, ()), Variant("japan", 3, ())]


@pytest.mark.parametrize("variant", BOARDS, ids=str)
def test_the_tracks_that_are_taken_are_all_that_anyone_holds(variant: Variant) -> None:
    edition = edition_of(variant)
    state: BoardState = edition.new_state(variant.seats, {})
    taken = 0
    for event in played(variant).events:
        before, known = state.copy(), taken
        evolve(edition, state, event)
        held = [*state.routes, *getattr(state, "bullet_routes", ())]
        taken = reduce(or_, held)
        assert state.taken() == taken
        assert before.taken() == known, "a copy counts for itself"
    assert taken
    assert seen_state(edition.state, view(edition, state, seated(0)), 0).taken() == taken
