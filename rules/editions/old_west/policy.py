"""The planner in the Old West: it builds from a starting city, and looks after markers and Alvin."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.editions.old_west.alvin import MoveAlvin
from rules.editions.old_west.city_markers import CityMarkerOffer, DeclineCityMarker
from rules.editions.old_west.starting_city import ChooseStartingCity, StartingCityOffer
from rules.editions.old_west.state import BOARD
from rules.kernel.edition import Command, Offer
from rules.policies.board_plan import Terms, plan_for, wanted_cards
from rules.policies.board_planner import board_planner
from rules.policies.board_sight import Sight

# A marker is worth two cards where so many tracks are still open, for others to pay.
OPEN_TRACKS_WORTH_A_MARKER = 3


def _from(start: int) -> Terms:
    """Routes grow from the starting city, so a ticket is complete when both its cities hang on it."""
    tickets = BOARD.tickets
    return Terms(lambda ticket: [(start, tickets[ticket].a), (start, tickets[ticket].b)])


def _terms(view: dict[str, Any], seat: int) -> Terms:
    start = view["starting_cities"][seat]
    if start is not None:
        return _from(BOARD.city[start])
    return Terms(lambda ticket: [BOARD.tickets[ticket][1:3]])


_plan = board_planner(BOARD, _terms)


def planner(view: dict[str, Any], moves: Sequence[Offer], dice: Random) -> Command:
    first = moves[0]
    sight = Sight(BOARD, view, first.seat)
    if isinstance(first, StartingCityOffer):
        return _choose_city(sight, first)
    if isinstance(first, CityMarkerOffer | DeclineCityMarker):
        return _choose_marker(sight, first, _terms(view, first.seat))
    if isinstance(first, MoveAlvin):
        # Where the fewest open tracks lead.
        return min(moves, key=lambda move: (sight.open & BOARD.at_city[move.city]).bit_count())
    return _plan(view, moves, dice)


def _choose_city(sight: Sight, offer: StartingCityOffer) -> ChooseStartingCity:
    """The end of a ticket from which all of them are joined with the least effort."""
    ends = {city for ticket in sight.tickets for city in BOARD.tickets[ticket][1:3]}

    def merit(city: int) -> tuple[int, int]:
        plan = plan_for(sight, sight.tickets, _from(city))
        return plan.worth, -plan.effort

    cities = sorted(ends & set(offer.cities)) or offer.cities
    return ChooseStartingCity(sight.seat, max(cities, key=merit))


def _choose_marker(
    sight: Sight, offer: CityMarkerOffer | DeclineCityMarker, terms: Terms
) -> Command:
    if isinstance(offer, CityMarkerOffer):
        wanted = wanted_cards(sight, plan_for(sight, sight.tickets, terms).tracks)
        spare = [c for c in offer.commands() if not c.locomotives and not wanted[c.color]]
        open_at = {c: (sight.open & BOARD.at_city[c]).bit_count() for c in offer.cities}
        best = max(spare, key=lambda c: (open_at[c.city], sight.hand[c.color]), default=None)
        if best is not None and open_at[best.city] >= OPEN_TRACKS_WORTH_A_MARKER:
            return best
    return DeclineCityMarker(sight.seat)
