"""Picking by dice, as random play does it millions of times.

`random.Random.choice` and `randint` take their numbers without the last trace of bias, and three
times as long. Nothing that is dealt is picked here: cards are shuffled by `chance`.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


def pick(dice: Random, items: Sequence[T]) -> T:
    return items[int(dice.random() * len(items))]


def between(dice: Random, lowest: int, highest: int) -> int:
    return lowest + int(dice.random() * (highest - lowest + 1))


def some_of(dice: Random, items: Sequence[T], count: int) -> tuple[T, ...]:
    """So many of them, in any order."""
    left = list(items)
    return tuple([left.pop(int(dice.random() * len(left))) for _ in range(count)])
