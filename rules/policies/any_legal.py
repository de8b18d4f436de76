"""Plays any legal move, each offer as likely as the next. Also the fuzzer of the rules."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.kernel.dice import pick
from rules.kernel.edition import Command, Offer


def any_legal(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
    offer = pick(dice, moves)
    return offer.sample(dice) if hasattr(offer, "sample") else offer
