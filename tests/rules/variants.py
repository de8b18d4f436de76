"""Every way in which every edition can be played, and games that were played so."""

import hashlib
from functools import cache
from itertools import product
from typing import NamedTuple

from rules import Chance, Edition, editions
from rules.simulation import PlayedGame, play_game


class Variant(NamedTuple):
    edition: str
    seats: int
    options: tuple[str, ...]  # that are switched on

    def __str__(self) -> str:
        return "-".join((self.edition, str(self.seats), *self.options))


def variants() -> list[Variant]:
    found = []
    for edition in editions().values():
        switches = list(edition.options)
        for seats, chosen in product(edition.seats, product((False, True), repeat=len(switches))):
            on = tuple(name for name, is_on in zip(switches, chosen, strict=True) if is_on)
            found.append(Variant(edition.id, seats, on))
    return found


def edition_of(variant: Variant) -> Edition:
    return editions()[variant.edition]


def chance_of(variant: Variant, number: int) -> Chance:
    seed = hashlib.sha256(f"{variant} {number}".encode()).digest()
    return Chance(seed, [f"salt {seat}" for seat in range(variant.seats)])


@cache
def played(variant: Variant, number: int = 0, policy: str = "any_legal") -> PlayedGame:
    """A whole game of one policy in every seat; the same whenever it is asked for."""
    return play_game(
        edition_of(variant),
        dict.fromkeys(variant.options, True),
        chance_of(variant, number),
        [policy] * variant.seats,
    )
