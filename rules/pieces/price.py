"""What something costs in train cards: a route, or whatever else an edition sells."""

from typing import NamedTuple


class Price(NamedTuple):
    what: str  # as a refusal begins: "The route"
    rule: str
    cards: int
    colors: tuple[int, ...]  # that it can be paid with, one of them at a time
    locomotives: int = 0  # at least so many of the cards
