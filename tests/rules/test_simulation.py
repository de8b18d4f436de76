"""Whole games in memory."""

from random import Random

import pytest

from rules import Chance, editions
from rules.simulation import play_at_random


@pytest.mark.parametrize("name", sorted(editions()))
def test_a_game_by_the_dice_ends_and_follows_from_its_deck_and_its_dice(name: str) -> None:
    edition = editions()[name]
    seats = edition.seats[-1]

    def moves(deck: int, dice: int) -> int:
        chance = Chance(bytes([deck] * 32), ["salt"] * seats)
        return play_at_random(edition, seats, chance, Random(dice))

    assert moves(1, 1) == moves(1, 1) > seats
    assert len({moves(deck, dice) for deck in range(3) for dice in range(3)}) > 1
