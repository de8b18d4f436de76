"""The one rule that only the Island has."""

from typing import NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic
from rules.kernel.kinds import INTEGER, SEAT
from rules.kernel.layout import Layout, public
from rules.mechanics.claim_route import RouteClaimed
from tests.fifth_edition.state import BOARD, State

POINTS: int = BOARD.data["lighthouse"]
_TO_THE_LIGHTHOUSE = BOARD.at_city[BOARD.city["lighthouse"]]


class LighthouseLit(NamedTuple):
    seat: int
    points: int


def light_the_lighthouse(state: State, event: RouteClaimed, chance: Chance) -> list[Event]:
    # IS-B1: the first player to claim a route to the Lighthouse scores 5 points at once.
    if state.lit_by is not None or not _TO_THE_LIGHTHOUSE >> event.route & 1:
        return []
    return [LighthouseLit(event.seat, POINTS)]


def _lighthouse_lit(state: State, event: LighthouseLit) -> None:
    state.lit_by = event.seat
    state.scores[event.seat] += event.points


LIGHTHOUSE = Mechanic(
    events=(
        Layout(
            LighthouseLit,
            "{seat} lights the Lighthouse and scores {points}.",
            seat=public(SEAT),
            points=public(INTEGER),
        ),
    ),
    evolves={LighthouseLit: _lighthouse_lit},
)
