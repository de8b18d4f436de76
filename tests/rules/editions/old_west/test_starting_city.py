"""OW-S: tickets and starting cities; OW-B1: the network that grows from there."""

import pytest

from rules import Chance, editions, evolve, legal_moves, start
from rules.editions.old_west.starting_city import (
    ChooseStartingCity,
    CityChoiceBegan,
    StartingCityChosen,
    StartingCityOffer,
)
from rules.mechanics.claim_route import ClaimOffer
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.tickets import DrawTickets, FirstTicketsSettled, KeepTickets
from rules.mechanics.turns import TurnBegan
from rules.pieces.board import members
from tests.given import Given
from tests.rules.boards import BLUE, ORANGE, RED, board_of, claim
from tests.rules.editions.old_west.frontier import city, frontier
from tests.rules.variants import Variant, played

OLD_WEST = editions()["old_west"]
BOARD = board_of("old_west")


def at_set_up(seats: int, alvin: bool = False) -> Given:
    chance = Chance(bytes(32), [str(seat) for seat in range(seats)])
    state, _ = start(OLD_WEST, seats, {"alvin": alvin}, chance)
    return Given(OLD_WEST, state, chance)


def choosing_cities(seats: int = 3, alvin: bool = False) -> Given:
    game = at_set_up(seats, alvin)
    for seat in range(seats):
        game.when(KeepTickets(seat, game.state.offered[seat][:3]))
    return game


@pytest.mark.parametrize("seats", range(2, 7))
def test_ow_s1_five_tickets_are_dealt_and_at_least_three_kept(seats: int) -> None:
    game = at_set_up(seats)
    offered = game.state.offered[0]
    assert [len(tickets) for tickets in game.state.offered] == [5] * seats
    game.when(KeepTickets(0, offered[:2])).refused("OW-S1", "at least 3 of the 5")
    game.when(KeepTickets(0, offered[:3]))
    assert game.refusal is None


def test_ow_s1_the_returned_tickets_are_shuffled_and_put_under_the_deck() -> None:
    game = at_set_up(3)
    back = [ticket for offered in game.state.offered for ticket in offered[3:]]
    above = list(game.state.ticket_deck)
    for seat in range(3):
        game.when(KeepTickets(seat, game.state.offered[seat][:3]))
    settled = next(event for event in game.events if isinstance(event, FirstTicketsSettled))
    assert sorted(settled.returned) == sorted(back)
    assert list(settled.returned) == game.chance.shuffled(sorted(back), "returned_tickets:1")
    assert game.state.ticket_deck == [*reversed(settled.returned), *above]


def test_ow_s2_starting_cities_are_chosen_against_turn_order() -> None:
    game = choosing_cities(3)
    assert game.events[-1] == CityChoiceBegan(2)
    game.when(ChooseStartingCity(0, city("denver"))).refused("TR-S3", "seat 3")
    game.when(ChooseStartingCity(2, city("denver"))).then(
        StartingCityChosen(2, city("denver")), CityChoiceBegan(1)
    )
    game.when(ChooseStartingCity(1, city("boise"))).then(
        StartingCityChosen(1, city("boise")), CityChoiceBegan(0)
    )
    game.when(ChooseStartingCity(0, city("seattle"))).then(
        StartingCityChosen(0, city("seattle")), TurnBegan(0)
    )


def test_ow_s2_no_two_players_start_in_the_same_city() -> None:
    game = choosing_cities(2)
    game.when(ChooseStartingCity(1, city("denver")))
    game.when(ChooseStartingCity(0, city("denver"))).refused("OW-S2", "Denver")
    (offer,) = legal_moves(OLD_WEST, game.state, 0)
    assert isinstance(offer, StartingCityOffer)
    assert len(offer.cities) == 40


def test_ow_s2_the_starting_city_takes_the_first_of_three_markers() -> None:
    game = choosing_cities(2)
    game.when(ChooseStartingCity(1, city("denver")))
    assert game.state.markers_left == [3, 2]
    assert [tuple(marker) for marker in game.state.markers] == [(1, city("denver"), 0)]


def test_ow_s2_cities_are_chosen_before_the_first_turn_only() -> None:
    frontier().when(ChooseStartingCity(0, city("boise"))).refused("OW-S2", "before the first turn")
    choosing_cities(2).when(DrawBlind(1)).refused("TR-T1")


def test_ow_v1_nobody_starts_in_roswell_with_alvin_there() -> None:
    game = choosing_cities(2, alvin=True)
    game.when(ChooseStartingCity(1, city("roswell"))).refused("OW-V1", "Roswell")
    assert not game.is_offered(ChooseStartingCity(1, city("roswell")))


def test_ow_v2_without_the_option_roswell_is_a_city_like_any_other() -> None:
    game = choosing_cities(2)
    assert game.is_offered(ChooseStartingCity(1, city("roswell")))
    game.when(ChooseStartingCity(1, city("roswell")))
    assert game.refusal is None


def offered_routes(game: Given, seat: int = 0) -> set[str]:
    offers = legal_moves(OLD_WEST, game.state, seat)
    return {BOARD.tracks[offer.route].id for offer in offers if isinstance(offer, ClaimOffer)}


def test_ow_b1_the_first_route_touches_the_starting_city() -> None:
    game = frontier(hands=["6 blue"], row="")
    game.when(claim(game, 0, "boise-idaho_falls-blue", BLUE, 3)).refused(
        "OW-B1", "Boise - Idaho Falls", "Salt Lake City"
    )
    assert offered_routes(game) == {
        "denver-salt_lake_city-blue",
        "green_river-salt_lake_city-grey-1",
        "green_river-salt_lake_city-grey-2",
        "idaho_falls-salt_lake_city-grey-1",
        "idaho_falls-salt_lake_city-grey-2",
    }
    game.when(claim(game, 0, "denver-salt_lake_city-blue", BLUE, 6)).then_among_others(TurnBegan(1))


def test_ow_b1_a_later_route_touches_any_city_of_the_network() -> None:
    game = frontier(
        hands=["3 orange, 3 red"],
        routes=[["green_river-salt_lake_city-grey-1", "casper-green_river-blue"]],
    )
    assert "green_river-idaho_falls-orange" in offered_routes(game)
    assert "casper-cheyenne-orange" in offered_routes(game)
    assert "denver-grand_junction-red" not in offered_routes(game)
    game.when(claim(game, 0, "denver-grand_junction-red", RED, 3)).refused("OW-B1")
    game.when(claim(game, 0, "casper-cheyenne-orange", ORANGE, 2))
    assert game.refusal is None


def test_ow_b1_the_routes_of_others_do_not_extend_it() -> None:
    game = frontier(hands=["1 orange"], routes=[[], ["denver-salt_lake_city-blue"]])
    game.when(claim(game, 0, "denver-pueblo-orange", ORANGE, 1)).refused("OW-B1")


def test_ow_b1_the_network_grows_with_every_claim_of_a_game() -> None:
    state = OLD_WEST.new_state(4, {})
    for event in played(Variant("old_west", 4, ())).events:
        evolve(OLD_WEST, state, event)
        for seat, first in enumerate(state.starting_cities):
            reached = {first} - {None}
            for index in members(state.routes[seat]):
                reached |= {BOARD.tracks[index].a, BOARD.tracks[index].b}
            tracks = {i for i, track in enumerate(BOARD.tracks) if reached & {track.a, track.b}}
            assert set(members(state.touching(seat))) == tracks
    assert len(state.claims) > 20


@pytest.mark.parametrize("seats", [2, 3])
def test_ow_b7_with_two_or_three_players_a_triple_is_claimed_once(seats: int) -> None:
    starts = ("eugene", "portland", "bend")
    game = frontier(starts, seats=seats, hands=["1 red", "1 black"])
    game.when(claim(game, 0, "eugene-portland-red", RED, 1))
    game.when(claim(game, 1, "eugene-portland-black", 6, 1)).refused("OW-B7", f"{seats} players")


@pytest.mark.parametrize("seats", [4, 5, 6])
def test_ow_b7_with_four_to_six_players_three_different_players_claim_a_triple(seats: int) -> None:
    starts = ("eugene", "portland", "bend", "denver", "boise", "helena")
    game = frontier(
        starts,
        seats=seats,
        hands=["1 red", "1 black", "1 purple"],
        routes=[[], [], ["bend-eugene-grey-1"]],
    )
    for seat, track, color in ((0, "red", RED), (1, "black", 6), (2, "purple", 0)):
        game.when(claim(game, seat, f"eugene-portland-{track}", color, 1))
        assert game.refusal is None
    assert game.state.turn == 3


@pytest.mark.parametrize("seats", [4, 6])
def test_tr_b6_nobody_claims_two_of_a_triple(seats: int) -> None:
    starts = ("eugene", "portland", "bend", "denver", "boise", "helena")
    game = frontier(starts, seats=seats, hands=["1 black"], routes=[["eugene-portland-red"]])
    game.when(claim(game, 0, "eugene-portland-black", 6, 1)).refused("TR-B6")


def test_ow_c1_four_tickets_are_drawn_and_at_least_one_is_kept() -> None:
    game = frontier().when(DrawTickets(0))
    offered = game.state.offered[0]
    assert len(offered) == 4
    game.when(KeepTickets(0, ())).refused("OW-C1", "at least 1 of the 4")
    game.when(KeepTickets(0, offered[:1]))
    assert game.state.ticket_deck[:3] == list(reversed(offered[1:]))
