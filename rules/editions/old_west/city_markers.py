"""City markers: whoever controls an end of a route is paid for it."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, NamedTuple

from rules.editions.old_west.state import (
    BOARD,
    CITY_MARKER,
    ROSWELL,
    Marker,
    State,
    controller,
)
from rules.kernel.chance import Chance
from rules.kernel.dice import pick
from rules.kernel.edition import Event, Mechanic, Offer, new
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import SEAT, tuple_of
from rules.kernel.layout import Layout, public, record
from rules.mechanics.board_state import NOTHING
from rules.mechanics.claim_route import RouteClaimed, RouteScored
from rules.mechanics.payment import (
    PAYMENT_FIELDS,
    WAY,
    Way,
    discard,
    fault_in_payment,
    sample_payment,
    ways_to_pay,
)
from rules.pieces.colors import COLORS
from rules.pieces.price import Price

# OW-B2: two train cards of one color, one or both of which may be locomotives.
MARKER_PRICE = Price("A city marker", "OW-B2", 2, tuple(range(len(COLORS))))


class CityMarkerOffered(NamedTuple):
    seat: int
    cities: tuple[int, ...]


class PlaceCityMarker(NamedTuple):
    seat: int
    city: int
    color: int  # LOCOMOTIVE where both cards are
    cards: int
    locomotives: int


class CityMarkerPlaced(NamedTuple):
    seat: int
    city: int
    color: int
    cards: int
    locomotives: int


class DeclineCityMarker(NamedTuple):
    seat: int


class CityMarkerDeclined(NamedTuple):
    seat: int


class CityMarkerOffer(NamedTuple):
    """A marker in any of these cities, paid for in any of these ways."""

    seat: int
    cities: tuple[int, ...]
    ways: tuple[Way, ...]

    def commands(self) -> Iterator[PlaceCityMarker]:
        for city in self.cities:
            for way in self.ways:
                for payment in way.payments(MARKER_PRICE.cards):
                    yield PlaceCityMarker(self.seat, city, *payment)

    def sample(self, dice: Random) -> PlaceCityMarker:
        payment = sample_payment(self.ways, MARKER_PRICE.cards, dice)
        return PlaceCityMarker(self.seat, pick(dice, self.cities), *payment)


def pay_controllers(state: State, event: RouteClaimed, chance: Chance) -> list[Event]:
    track = BOARD.tracks[event.route]
    # OW-B5: the points for its length.
    points = BOARD.points[track.length]
    # OW-B3: each end that is controlled gives them to the player who controls it; if neither end
    # is, the claimer gets them.
    controllers = [controller(state, city) for city in (track.a, track.b)]
    paid = [seat for seat in controllers if seat is not None] or [event.seat]
    return [new(RouteScored, (seat, event.route, points)) for seat in paid]


def offer_city_marker(state: State, event: Any, chance: Chance) -> list[Event]:
    """Follows a claim, once Alvin has been moved. What it asks is public, so that the offer tells
    nobody what is in a hand."""
    seat = state.turn
    # OW-B2: a player has three.
    if state.pending or not state.markers_left[seat] or sum(state.hands[seat]) < MARKER_PRICE.cards:
        return []
    track = BOARD.tracks[state.claims[-1]]
    cities = tuple(city for city in (track.a, track.b) if _is_free(state, city))
    return [CityMarkerOffered(seat, cities)] if cities else []


def _is_free(state: State, city: int) -> bool:
    # OW-B2: a city holds one marker.  OW-V1: with Alvin none is put in Roswell.
    if city == ROSWELL and state.options["alvin"]:
        return False
    return controller(state, city) is None


def _place(state: State, command: PlaceCityMarker, chance: Chance) -> list[Event] | IllegalMove:
    seat, city, color, cards, locomotives = command
    # OW-B2: after claiming a route, in the same turn, on one of the route's two cities.
    if state.pending != CITY_MARKER:
        return IllegalMove("OW-B2", "A city marker is placed right after claiming a route.")
    if city not in state.marker_cities:
        names = " or ".join(BOARD.city_names[free] for free in state.marker_cities)
        return IllegalMove("OW-B2", f"The marker can be placed in {names} only.")
    fault = fault_in_payment(MARKER_PRICE, state.hands[seat], color, cards, locomotives)
    if fault is not None:
        return fault
    return [CityMarkerPlaced(seat, city, color, cards, locomotives)]


def _decline(state: State, command: DeclineCityMarker, chance: Chance) -> list[Event] | IllegalMove:
    if state.pending != CITY_MARKER:
        return IllegalMove("OW-B2", "No city marker is offered to you.")
    return [CityMarkerDeclined(command.seat)]


def _legal(state: State, seat: int) -> Sequence[Offer]:
    if state.pending != CITY_MARKER:
        return ()
    ways = ways_to_pay(MARKER_PRICE, state.hands[seat])
    offers: list[Offer] = [CityMarkerOffer(seat, state.marker_cities, ways)] if ways else []
    return [*offers, DeclineCityMarker(seat)]


def _city_marker_offered(state: State, event: CityMarkerOffered) -> None:
    state.pending = CITY_MARKER
    state.marker_cities = event.cities


def _city_marker_placed(state: State, event: CityMarkerPlaced) -> None:
    seat, city, color, cards, locomotives = event
    discard(state.hands[seat], state.discard, color, cards, locomotives)
    # OW-B2: a marker never moves, so this is where it stays.
    state.markers.append(Marker(seat, city, len(state.claims)))
    state.markers_left[seat] -= 1
    state.pending = NOTHING
    state.marker_cities = ()


def _city_marker_declined(state: State, event: CityMarkerDeclined) -> None:
    state.pending = NOTHING
    state.marker_cities = ()


_PLACED = {"seat": public(SEAT), "city": public(BOARD.CITY), **PAYMENT_FIELDS}

CITY_MARKERS = Mechanic(
    commands=(
        Layout(PlaceCityMarker, **_PLACED),
        Layout(DeclineCityMarker, seat=public(SEAT)),
    ),
    events=(
        Layout(
            CityMarkerOffered,
            "{seat} may place a city marker.",
            seat=public(SEAT),
            cities=public(tuple_of(BOARD.CITY)),
        ),
        Layout(CityMarkerPlaced, "{seat} places a marker in {city}.", **_PLACED),
        Layout(CityMarkerDeclined, "{seat} places no marker.", seat=public(SEAT)),
    ),
    offers=(
        Layout(
            CityMarkerOffer,
            seat=public(SEAT),
            cities=public(tuple_of(BOARD.CITY)),
            ways=public(tuple_of(record(WAY))),
        ),
    ),
    decides={PlaceCityMarker: _place, DeclineCityMarker: _decline},
    evolves={
        CityMarkerOffered: _city_marker_offered,
        CityMarkerPlaced: _city_marker_placed,
        CityMarkerDeclined: _city_marker_declined,
    },
    legal={"turns": _legal},
)
