"""The outcome of a game as data: the lines that a score is made of, and the ranking with the
tie-break that decided each place."""

from collections.abc import Sequence
from typing import NamedTuple

from rules.kernel.kinds import INTEGER, SEAT, TEXT, tuple_of
from rules.kernel.layout import Layout, public, record


class ScoreLine(NamedTuple):
    """One entry on a seat's score sheet, with the rule it rests on."""

    rule: str
    what: str  # "ticket", "failed_ticket", "bonus", ...
    subject: str  # a ticket's id, a city, or ""
    round: int  # 0 where it belongs to no round
    points: int


class SeatScore(NamedTuple):
    seat: int
    lines: tuple[ScoreLine, ...]
    total: int


class Standing(NamedTuple):
    """A seat's place. `decided_by` is what put it behind the seat before it ("" for the first;
    "shared" where nothing did)."""

    seat: int
    place: int
    decided_by: str


class Result(NamedTuple):
    scores: tuple[SeatScore, ...]
    standings: tuple[Standing, ...]  # best first


def rank(criteria: Sequence[str], figures: Sequence[Sequence[int]]) -> tuple[Standing, ...]:
    """Ranks the seats by their figures, each higher-is-better, the first that differs deciding.

    >>> rank(("points", "tickets"), [(40, 3), (52, 1), (40, 5)])[1]
    Standing(seat=2, place=2, decided_by='points')
    """
    order = sorted(range(len(figures)), key=lambda seat: tuple(figures[seat]), reverse=True)
    standings: list[Standing] = []
    for position, seat in enumerate(order):
        if position == 0:
            standings.append(Standing(seat, 1, ""))
            continue
        before = figures[order[position - 1]]
        decided_by = "shared"
        for name, ahead, behind in zip(criteria, before, figures[seat], strict=True):
            if ahead != behind:
                decided_by = name
                break
        place = standings[-1].place if decided_by == "shared" else position + 1
        standings.append(Standing(seat, place, decided_by))
    return tuple(standings)


SCORE_LINE = Layout(
    ScoreLine,
    rule=public(TEXT),
    what=public(TEXT),
    subject=public(TEXT),
    round=public(INTEGER),
    points=public(INTEGER),
)
SEAT_SCORE = Layout(
    SeatScore,
    seat=public(SEAT),
    lines=public(tuple_of(record(SCORE_LINE))),
    total=public(INTEGER),
)
STANDING = Layout(Standing, seat=public(SEAT), place=public(INTEGER), decided_by=public(TEXT))
RESULT = record(
    Layout(
        Result,
        scores=public(tuple_of(record(SEAT_SCORE))),
        standings=public(tuple_of(record(STANDING))),
    )
)
