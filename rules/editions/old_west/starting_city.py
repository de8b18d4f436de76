"""Where each player begins, and the network that grows from there."""

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from rules.editions.old_west.state import BOARD, ROSWELL, Marker, State
from rules.kernel.chance import Chance
from rules.kernel.dice import pick
from rules.kernel.edition import Event, Mechanic, Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import SEAT, tuple_of
from rules.kernel.layout import Layout, public
from rules.mechanics.claim_route import ClaimRoute
from rules.mechanics.tickets import FirstTicketsSettled
from rules.mechanics.turns import TurnBegan
from rules.pieces.board import TrackSet


class CityChoiceBegan(NamedTuple):
    seat: int


class ChooseStartingCity(NamedTuple):
    seat: int
    city: int


class StartingCityChosen(NamedTuple):
    seat: int
    city: int


class StartingCityOffer(NamedTuple):
    """Any of these cities."""

    seat: int
    cities: tuple[int, ...]

    def commands(self) -> Iterator[ChooseStartingCity]:
        for city in self.cities:
            yield ChooseStartingCity(self.seat, city)

    def sample(self, dice: Random) -> ChooseStartingCity:
        return ChooseStartingCity(self.seat, pick(dice, self.cities))


def ask_the_last_player(state: State, event: FirstTicketsSettled, chance: Chance) -> list[Event]:
    # OW-S2: after the tickets are chosen, the last player in turn order chooses first ...
    return [CityChoiceBegan(state.seats - 1)]


def ask_the_player_before(state: State, event: StartingCityChosen, chance: Chance) -> list[Event]:
    # OW-S2: ... then the player before, and so on against turn order.
    return [CityChoiceBegan(event.seat - 1)] if event.seat else [TurnBegan(0)]


def _choose(state: State, command: ChooseStartingCity, chance: Chance) -> list[Event] | IllegalMove:
    seat, city = command
    name = BOARD.city_names[city]
    if state.phase != "choosing_cities":
        return IllegalMove("OW-S2", "Starting cities are chosen before the first turn.")
    # OW-S2: no two players start in the same city.
    if city in state.starting_cities:
        return IllegalMove("OW-S2", f"Another player starts in {name}.")
    # OW-V1: with Alvin nobody may start in Roswell.
    if city == ROSWELL and state.options["alvin"]:
        return IllegalMove("OW-V1", f"Alvin is in {name}: nobody starts there.")
    return [StartingCityChosen(seat, city)]


def _legal(state: State, seat: int) -> list[Offer]:
    taken = {*state.starting_cities, ROSWELL if state.options["alvin"] else None}
    cities = tuple(city for city in range(len(BOARD.city_ids)) if city not in taken)
    return [StartingCityOffer(seat, cities)]


def touching_network(state: Any, seat: int) -> TrackSet:
    table: State = state
    return table.touching(seat)


def claim_extends_network(state: State, command: ClaimRoute) -> IllegalMove | None:
    # OW-B1: the first route must touch the starting city, every later one the starting city or a
    # city that the player's routes already reach.
    if touching_network(state, command.seat) >> command.route & 1:
        return None
    start = state.starting_cities[command.seat]
    name = "your starting city" if start is None else BOARD.city_names[start]
    return IllegalMove(
        "OW-B1",
        f"{BOARD.name(command.route)} touches neither {name} nor your routes.",
    )


def _city_choice_began(state: State, event: CityChoiceBegan) -> None:
    state.phase = "choosing_cities"
    state.waiting_on = [event.seat]


def _starting_city_chosen(state: State, event: StartingCityChosen) -> None:
    state.starting_cities[event.seat] = event.city
    # OW-S2, OW-V2: the first of the three markers is placed there, and the city controlled.
    state.markers.append(Marker(event.seat, event.city, 0))
    state.markers_left[event.seat] -= 1


STARTING_CITY = Mechanic(
    commands=(Layout(ChooseStartingCity, seat=public(SEAT), city=public(BOARD.CITY)),),
    events=(
        Layout(CityChoiceBegan, "{seat} chooses a starting city.", seat=public(SEAT)),
        Layout(
            StartingCityChosen,
            "{seat} starts in {city}.",
            seat=public(SEAT),
            city=public(BOARD.CITY),
        ),
    ),
    offers=(Layout(StartingCityOffer, seat=public(SEAT), cities=public(tuple_of(BOARD.CITY))),),
    decides={ChooseStartingCity: _choose},
    evolves={CityChoiceBegan: _city_choice_began, StartingCityChosen: _starting_city_chosen},
    legal={"choosing_cities": _legal},
)
