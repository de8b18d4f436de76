"""Whole games of every edition: they end, nothing is lost, and they can be told again."""

import json

import pytest

from rules import (
    decode_command,
    decode_event,
    decode_log,
    encode_command,
    encode_event,
    evolve,
    fold,
    legal_moves,
)
from rules.kernel.chain import canonical
from rules.simulation import export_game, play_game
from rules.verify import verify
from tests.given import typed
from tests.rules.conformance.every import RULE_ID, every_variant, replayed
from tests.rules.variants import Variant, chance_of, edition_of, played


@every_variant
@pytest.mark.parametrize("number", range(3))
def test_a_random_game_ends_with_a_result(variant: Variant, number: int) -> None:
    game = played(variant, number)
    assert game.state.result is not None
    assert len(game.moves) < 3000


@every_variant
def test_a_game_of_every_policy_ends_with_a_result(variant: Variant) -> None:
    edition = edition_of(variant)
    for name, policy in edition.policies.items():
        if not policy.within:
            assert played(variant, 0, name).state.result is not None
            continue
        # One that searches is slow: it sits alone, and its moves must be legal, not good.
        if variant.options:
            continue
        policies = [f"{name}@2", *["any_legal"] * (variant.seats - 1)]
        options = dict.fromkeys(variant.options, True)
        game = play_game(edition, options, chance_of(variant, 0), policies)
        assert game.state.result is not None


@every_variant
@pytest.mark.parametrize("number", range(2))
def test_pieces_are_conserved_at_every_event(variant: Variant, number: int) -> None:
    game = played(variant, number)
    state = game.edition.new_state(game.state.seats, game.options)
    for event in game.events:
        evolve(game.edition, state, event)
        assert game.edition.conserved(state) is None, event


@every_variant
def test_folding_the_log_leads_to_the_state_that_was_reached_live(variant: Variant) -> None:
    game = played(variant)
    folded = fold(game.edition, game.events)
    assert canonical(game.edition.state.encode(folded)) == canonical(
        game.edition.state.encode(game.state)
    )


@every_variant
def test_events_and_commands_survive_being_written_and_read(variant: Variant) -> None:
    game = played(variant)
    edition = game.edition
    for event in game.events:
        type_name, version, payload = encode_event(edition, event)
        back = decode_event(edition, type_name, version, json.loads(json.dumps(payload)))
        assert typed([back]) == typed([event])
    rows = [
        (type_name, version, json.dumps(payload))
        for type_name, version, payload in (encode_event(edition, event) for event in game.events)
    ]
    assert typed(decode_log(edition, rows)) == typed(game.events)
    for _, command, _ in game.moves:
        back = decode_command(edition, json.loads(json.dumps(encode_command(edition, command))))
        assert typed([back]) == typed([command])


@every_variant
def test_a_recorded_game_judged_again_gives_the_same_bytes(variant: Variant) -> None:
    game = played(variant)
    verified = verify(export_game(game, str(variant)))
    assert verified.result == game.state.result


@every_variant
def test_the_ranking_is_a_total_order_of_all_seats(variant: Variant) -> None:
    for number in range(3):
        result = played(variant, number).state.result
        places = [standing.place for standing in result.standings]
        assert sorted(standing.seat for standing in result.standings) == list(range(variant.seats))
        assert places == sorted(places)
        assert places[0] == 1
        assert [score.seat for score in result.scores] == list(range(variant.seats))
        for score in result.scores:
            assert score.total == sum(line.points for line in score.lines)
            assert all(RULE_ID.fullmatch(line.rule) for line in score.lines)


@every_variant
def test_what_follows_from_one_command_is_bounded(variant: Variant) -> None:
    for number in range(3):
        assert max(len(events) for _, _, events in played(variant, number).moves) <= 45


@every_variant
def test_somebody_is_always_to_move_until_the_game_is_over(variant: Variant) -> None:
    game = played(variant)
    for state, _ in replayed(game):
        assert (state.due is None) == bool(state.waiting_on)
        assert len(set(state.waiting_on)) == len(state.waiting_on)
        for seat in range(variant.seats):
            assert bool(legal_moves(game.edition, state, seat)) == (seat in state.waiting_on)
