"""The AIs in the Old West: they build from a starting city, and look after markers and Alvin."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Final

from rules.editions.old_west.alvin import MoveAlvin
from rules.editions.old_west.city_markers import CityMarkerOffer, DeclineCityMarker
from rules.editions.old_west.starting_city import (
    ChooseStartingCity,
    StartingCityOffer,
    touching_network,
)
from rules.editions.old_west.state import BOARD
from rules.kernel.edition import Command, Offer
from rules.pieces.board import TrackSet
from rules.policies.board_plan import (
    by_points,
    connect,
    figures_of,
    track_costs,
    wanted_cards,
)
from rules.policies.board_sight import Sight, Terms, plain_customs

# A marker is worth two cards where so many tracks are still open, for others to pay.
OPEN_TRACKS_WORTH_A_MARKER: Final = 3
CITIES_LOOKED_AT: Final = 4


def _from(start: int) -> Terms:
    """Routes grow from the starting city, so a ticket is complete when both its cities hang on it."""
    tickets = BOARD.tickets
    return Terms(lambda ticket: [(start, tickets[ticket].a), (start, tickets[ticket].b)])


_ANYWHERE = Terms(lambda ticket: [BOARD.tickets[ticket][1:3]])
_STARTS = [_from(city) for city in range(len(BOARD.city_ids))]


def _terms(state: Any, seat: int) -> Terms:
    start = state.starting_cities[seat]
    return _ANYWHERE if start is None else _STARTS[start]


def _answer(state: Any, moves: Sequence[Offer], wanted: Callable[[], TrackSet]) -> Command | None:
    first = moves[0]
    if isinstance(first, StartingCityOffer):
        return _choose_city(Sight(BOARD, state, first.seat), first)
    if isinstance(first, CityMarkerOffer | DeclineCityMarker):
        return _choose_marker(Sight(BOARD, state, first.seat), first, wanted)
    if isinstance(first, MoveAlvin):
        # Where the fewest open tracks lead.
        sight = Sight(BOARD, state, first.seat)
        return min(moves, key=lambda move: (sight.open & BOARD.at_city[move.city]).bit_count())
    return None


def _choose_city(sight: Sight, offer: StartingCityOffer) -> ChooseStartingCity:
    """The end of a ticket from which all of them are joined with the least effort; only those near
    to all ends are looked at closely."""
    ends = [city for ticket in sight.tickets for city in BOARD.tickets[ticket][1:3]]
    cities = sorted(set(ends) & set(offer.cities)) or list(offer.cities)
    cities.sort(key=lambda city: sum(_distance(city, end) for end in ends))
    dear_first, costs = by_points(BOARD, sight.tickets), track_costs(sight, _ANYWHERE)

    def merit(city: int) -> tuple[int, int]:
        plan = connect(sight, dear_first, _STARTS[city], costs[:])
        return plan.worth, -plan.effort

    return ChooseStartingCity(sight.seat, max(cities[:CITIES_LOOKED_AT], key=merit))


@cache
def _distance(a: int, b: int) -> int:
    network, lengths, _ = figures_of(BOARD)
    way = network.cheapest(lengths, a, b)
    assert way is not None  # the board is one network
    return way.cost


def _choose_marker(
    sight: Sight, offer: CityMarkerOffer | DeclineCityMarker, wanted: Callable[[], TrackSet]
) -> Command:
    if not isinstance(offer, CityMarkerOffer):
        return DeclineCityMarker(sight.seat)
    open_at = {c: (sight.open & BOARD.at_city[c]).bit_count() for c in offer.cities}
    if max(open_at.values()) >= OPEN_TRACKS_WORTH_A_MARKER:
        needed = wanted_cards(BOARD, sight.hand, wanted())
        spare = [c for c in offer.commands() if not c.locomotives and not needed[c.color]]
        best = max(spare, key=lambda c: (open_at[c.city], sight.hand[c.color]), default=None)
        if best is not None and open_at[best.city] >= OPEN_TRACKS_WORTH_A_MARKER:
            return best
    return DeclineCityMarker(sight.seat)


CUSTOMS = plain_customs(BOARD)._replace(terms=_terms, claimable=touching_network, answer=_answer)
