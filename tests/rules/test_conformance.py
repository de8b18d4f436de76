"""What every edition promises, whatever its rules. A new folder under rules/editions is tested by
being there."""

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import (
    EVERYTHING,
    SPECTATOR,
    IllegalMove,
    Malformed,
    advance,
    commands_of,
    decide,
    decode_command,
    decode_event,
    decode_log,
    describe_offer,
    encode_command,
    encode_event,
    evolve,
    fold,
    legal_moves,
    random_move,
    redact,
    seated,
    start,
    view,
)
from rules.kernel.audiences import OWNER, PER_SEAT, PUBLIC, REMEMBERED, SEALED
from rules.kernel.chain import canonical
from rules.kernel.edition import Command, Edition
from rules.simulation import PlayedGame, export_game, play_game
from rules.verify import verify
from tests.given import typed
from tests.rules.variants import Variant, chance_of, edition_of, played, variants

VARIANTS = variants()
EDITIONS = {variant.edition: edition_of(variant) for variant in VARIANTS}
RULE_ID = re.compile(r"[A-Z]{2}-[A-Z]+\d+")

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def replayed(game: PlayedGame) -> Iterator[tuple[Any, Command]]:
    """The live state before each command of a recorded game, and the command."""
    state, _ = start(game.edition, game.state.seats, game.options, game.chance)
    for _, command, events in game.moves:
        yield state, command
        assert typed(advance(game.edition, state, command, game.chance)) == typed(events)


# --- Declarations -------------------------------------------------------------------------


@every_edition
def test_every_field_of_every_event_and_of_the_state_names_its_audience(edition: Edition) -> None:
    layouts = [*edition.event_layouts.values(), edition.state]
    for layout in layouts:
        for name, field in layout.fields.items():
            assert field.audience in (PUBLIC, OWNER, PER_SEAT, REMEMBERED, SEALED), name
            assert field.audience != OWNER or "seat" in layout.fields, layout.name


@every_edition
def test_every_event_is_folded_and_every_command_decided(edition: Edition) -> None:
    assert {layout.record for layout in edition.event_layouts.values()} == set(edition.evolves)
    assert {layout.record for layout in edition.command_layouts.values()} == set(edition.decides)
    assert set(edition.reactions) <= set(edition.evolves)


@every_edition
def test_every_event_is_a_sentence_that_a_spectator_could_say(edition: Edition) -> None:
    for layout in edition.event_layouts.values():
        assert layout.says, layout.name
        for name in re.findall(r"{(\w+)}", layout.says):
            assert layout.fields[name].audience == PUBLIC, f"{layout.name} tells {name}"


@every_edition
def test_the_events_of_an_edition_are_few(edition: Edition) -> None:
    assert len(edition.event_layouts) < 40


# --- Whole games --------------------------------------------------------------------------


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


# --- The state ----------------------------------------------------------------------------


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


# --- Legal moves --------------------------------------------------------------------------


@every_variant
def test_legal_moves_are_what_decide_accepts_near_misses_included(variant: Variant) -> None:
    game = played(variant)
    edition = game.edition
    refused = 0
    for number, (state, played_command) in enumerate(replayed(game)):
        if number % 9 and number > 6:
            continue
        for seat in range(variant.seats):
            listed = [
                command
                for offer in legal_moves(edition, state, seat)
                for command in commands_of(edition, offer)
            ]
            for command in listed[:: 1 + len(listed) // 60]:
                answer = decide(edition, state, command, game.chance)
                assert not isinstance(answer, IllegalMove), f"listed, but refused: {answer}"
            meant = {_plainly(edition, command) for command in listed}
            seeds = [*listed[:: 1 + len(listed) // 12], played_command]
            for command in {_key(c): c for seed in seeds for c in _near(edition, seed)}.values():
                if command.seat != seat:
                    continue
                answer = decide(edition, state, command, game.chance)
                if isinstance(answer, IllegalMove):
                    refused += 1
                    assert RULE_ID.fullmatch(answer.rule), answer
                    assert answer.message.endswith("."), answer
                accepted = not isinstance(answer, IllegalMove)
                assert accepted == (_plainly(edition, command) in meant), (command, answer)
    assert refused > 50


class _LoadedDice(Random):
    """Its first roll is given."""

    def __init__(self, first: float) -> None:
        super().__init__(1)
        self.first: float | None = first

    def random(self) -> float:
        roll, self.first = self.first, None
        return super().random() if roll is None else roll


@every_variant
def test_a_random_move_is_of_every_offer_equally_often(variant: Variant) -> None:
    game = played(variant)
    edition = game.edition
    for state, _ in replayed(game):
        for seat in state.waiting_on:
            offers = [
                {_plainly(edition, command) for command in commands_of(edition, offer)}
                for offer in legal_moves(edition, state, seat)
            ]
            met = []
            for number in range(len(offers)):
                dice = _LoadedDice((number + 0.5) / len(offers))
                move = _plainly(edition, random_move(edition, state, seat, dice))
                met += [index for index, offer in enumerate(offers) if move in offer]
            assert sorted(met) == list(range(len(offers)))


@every_variant
def test_a_seat_that_is_not_awaited_has_no_random_move(variant: Variant) -> None:
    game = played(variant)
    with pytest.raises(ValueError, match="seat 0 has no legal move"):
        random_move(game.edition, game.state, 0, Random(1))


def _key(command: Command) -> tuple[type, Command]:
    return type(command), command


def _plainly(edition: Edition, command: Command) -> tuple[type, tuple[Any, ...]]:
    """The command without what only refines it: the order within a list, and optional fields."""
    fields = edition.layout_of[type(command)].fields.values()
    values = [
        tuple(sorted(value)) if isinstance(value, tuple) else value
        for field, value in zip(fields, command, strict=True)
        if field.kind.required
    ]
    return type(command), tuple(values)


def _near(edition: Edition, command: Command) -> Iterator[Command]:
    """Commands that differ a little from this one and are still well formed."""
    if type(command) in edition.service_commands:
        return
    fields = edition.layout_of[type(command)].fields
    for (name, field), value in zip(fields.items(), command, strict=True):
        for other in _near_values(value) if field.kind.required else ():
            changed = command._replace(**{name: other})
            try:
                body = encode_command(edition, changed)
                if typed([decode_command(edition, body)]) == typed([changed]):
                    yield changed
            except (Malformed, IndexError):
                continue
    for layout in edition.command_layouts.values():
        # The bare commands: a draw, a pass.
        if layout.record not in edition.service_commands and tuple(layout.fields) == ("seat",):
            yield layout.record(command.seat)


def _near_values(value: Any) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value, value + 1, value - 1, 0]
    if isinstance(value, tuple):
        last = value[-1:]
        changed = tuple(other for one in last for other in _near_values(one))
        return [value[1:], value[:-1], value + last, *((*value[:-1], one) for one in changed)]
    return []
