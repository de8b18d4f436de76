"""The state of every edition: copied, compared, only read, and sent."""

import json

from rules import (
    EVERYTHING,
    SPECTATOR,
    advance,
    decide,
    describe_offer,
    legal_moves,
    redact,
    seated,
    view,
)
from rules.kernel.chain import canonical
from tests.given import typed
from tests.rules.conformance.every import every_variant, replayed
from tests.rules.variants import Variant, played


@every_variant
def test_a_copy_is_complete_and_independent(variant: Variant) -> None:
    game = played(variant)
    encode = game.edition.state.encode
    for state, command in replayed(game):
        before = canonical(encode(state))
        copy = state.copy()
        assert canonical(encode(copy)) == before
        live = state.copy()
        # The copy plays on exactly as the original would, and the original does not notice.
        assert typed(advance(game.edition, copy, command, game.chance)) == typed(
            advance(game.edition, live, command, game.chance)
        )
        assert canonical(encode(copy)) == canonical(encode(live))
        assert canonical(encode(state)) == before


@every_variant
def test_two_states_are_equal_when_they_are_written_alike(variant: Variant) -> None:
    game = played(variant)
    encode = game.edition.state.encode
    earlier = None
    for number, (state, _) in enumerate(replayed(game)):
        if number % 7 == 0:
            copy = state.copy()
            assert state.equals(copy)
            if earlier is not None:
                assert state.equals(earlier) == (encode(state) == encode(earlier))
            earlier = copy


@every_variant
def test_decide_only_reads(variant: Variant) -> None:
    game = played(variant)
    encode = game.edition.state.encode
    for number, (state, command) in enumerate(replayed(game)):
        if number % 11 == 0:
            before = canonical(encode(state))
            decide(game.edition, state, command, game.chance)
            assert canonical(encode(state)) == before


@every_variant
def test_views_events_and_offers_can_be_sent(variant: Variant) -> None:
    game = played(variant)
    observers = [SPECTATOR, EVERYTHING, *map(seated, range(variant.seats))]
    for number, (state, _) in enumerate(replayed(game)):
        if number % 13 == 0:
            for observer in observers:
                json.dumps(view(game.edition, state, observer))
            for seat in state.waiting_on:
                json.dumps(
                    [
                        describe_offer(game.edition, o)
                        for o in legal_moves(game.edition, state, seat)
                    ]
                )
    for event in game.events[::5]:
        for observer in observers:
            json.dumps(redact(game.edition, event, observer, game.options))
