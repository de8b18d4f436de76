"""What somebody does in the open tells what they hold: of the tickets that they may have, those that fit
are dealt to them more often."""

from collections.abc import Sequence
from math import exp
from random import Random


def weight(fit: float, trust: float) -> float:
    """`fit` is the part of a ticket that is done already, as far as anybody can see: from none to all
    of it a ticket becomes likelier by e to the power of `trust`."""
    return exp(trust * fit)


def likely_last(tickets: Sequence[int], weights: Sequence[float], dice: Random) -> list[int]:
    """In an order in which the last is each of them with a probability by its weight, then the one
    before it, and so on: `pop` draws them. `weights` are by ticket."""
    keys = [(-dice.expovariate(weights[ticket]), ticket) for ticket in tickets]
    keys.sort()
    return [ticket for _, ticket in keys]
