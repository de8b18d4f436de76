"""What every edition offers is what it accepts, and nothing else."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from rules import (
    IllegalMove,
    Malformed,
    commands_of,
    decide,
    decode_command,
    encode_command,
    legal_moves,
    random_move,
)
from rules.kernel.edition import Command, Edition
from tests.given import typed
from tests.rules.conformance.every import RULE_ID, every_variant, replayed
from tests.rules.variants import Variant, played


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
