"""The AIs of the Card Game: what they see, what they deal themselves, and that they repeat."""

from collections import deque
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Chance, advance, due_command, editions, legal_moves, policy_at, start, view
from rules.editions.card_game.cards import TICKETS
from rules.editions.card_game.policies.determinise import determinise, ticket_weights
from rules.editions.card_game.state import State
from rules.kernel.edition import Choose, Command
from rules.pieces.colors import CARDS
from rules.policies.search import iterations
from tests.given import typed
from tests.rules.variants import Variant, chance_of, variants

EDITION = editions()["card_game"]
VARIANTS = [variant for variant in variants() if variant.edition == "card_game"]
FEW = 24  # playouts: enough to search, few enough for a test


def chooser(name: str) -> Choose:
    policy = EDITION.policies[name]
    return policy.within(iterations(FEW)) if policy.within else policy.choose


def positions(variant: Variant, number: int = 0) -> Iterator[tuple[State, int]]:
    """Every position of a game in which a seat chooses, and that seat."""
    chance = chance_of(variant, number)
    choose, dice = chooser("easy"), chance.dice("positions")
    state, _ = start(EDITION, variant.seats, dict.fromkeys(variant.options, True), chance)
    while state.result is None:
        command = due_command(EDITION, state, chance)
        if command is None:
            seat = state.waiting_on[0]
            yield state.copy(), seat
            command = choose(seen(state, seat), legal_moves(EDITION, state, seat), dice)
        advance(EDITION, state, command, chance)


def seen(state: State, seat: int) -> dict[str, Any]:
    return view(EDITION, state, policy_at(seat))


def is_legal(state: State, command: Command) -> bool:
    return isinstance(advance(EDITION, state.copy(), command, Chance(bytes(32), ())), list)


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_every_table_that_is_dealt_looks_to_the_seat_like_the_one_it_sees(
    variant: Variant,
) -> None:
    dice = Random(1)
    for state, seat in islice(positions(variant), 0, None, 3):
        for looking in (seat, 0):
            what_it_sees = seen(state, looking)
            dealt = determinise(what_it_sees, dice)
            assert seen(dealt, looking) == what_it_sees
            assert EDITION.conserved(dealt) is None
        assert legal_moves(EDITION, dealt, 0) == legal_moves(EDITION, state, 0)


def test_the_tables_that_are_dealt_differ() -> None:
    state, seat = next(islice(positions(VARIANTS[0]), 20, None))
    what_it_sees = seen(state, seat)
    hands = {str(determinise(what_it_sees, Random(n)).hands) for n in range(10)}
    assert len(hands) > 5


@pytest.mark.parametrize("policy", EDITION.policies)
@given(number=st.integers(0, 50), turn=st.integers(0, 120), seats=st.integers(2, 4))
@settings(max_examples=12)
def test_cards_that_a_seat_cannot_see_do_not_change_its_choice(
    policy: str, number: int, turn: int, seats: int
) -> None:
    variant = Variant("card_game", seats, ())
    state, seat = deque(islice(positions(variant, number), turn + 1), maxlen=1)[0]
    other = determinise(seen(state, seat), Random(turn))
    choose = chooser(policy)
    choices = [
        choose(seen(table, seat), legal_moves(EDITION, table, seat), Random(number))
        for table in (state, other, state)
    ]
    assert typed(choices[:1]) == typed(choices[1:2]) == typed(choices[2:])
    assert is_legal(state, choices[0])


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_the_expert_plays_legal_moves_in_every_variant(variant: Variant) -> None:
    choose = EDITION.policies["expert"].within
    assert choose is not None
    dice = Random(3)
    for state, seat in islice(positions(variant), 0, None, 15):
        moves = legal_moves(EDITION, state, seat)
        assert is_legal(state, choose(iterations(8))(seen(state, seat), moves, dice))


def test_what_somebody_took_in_the_open_and_still_holds_is_known() -> None:
    for state, seat in positions(Variant("card_game", 3, ())):
        for dealt in (determinise(seen(state, seat), Random(n)) for n in range(2)):
            for hand, shown in zip(dealt.hands, state.shown, strict=True):
                assert all(held >= known for held, known in zip(hand, shown, strict=True))
        for hand, shown in zip(state.hands, state.shown, strict=True):
            assert all(held >= known for held, known in zip(hand, shown, strict=True))


def test_tickets_that_fit_what_somebody_collects_are_dealt_to_them_more_often() -> None:
    collected = State(2, dict.fromkeys(EDITION.options, False))
    needs = TICKETS[0].need
    collected.on_track[1] = [*needs, *[0] * (len(CARDS) - len(needs))]
    weights = ticket_weights(collected, 1)
    assert weights[0] == max(weights) > min(weights)
    assert set(ticket_weights(collected, 0)) == {1.0}
