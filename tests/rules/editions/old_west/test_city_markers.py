"""OW-B2, OW-B3, OW-B4: city markers, who is paid for a route, and the ferry."""

from rules import editions, legal_moves
from rules.editions.old_west.city_markers import (
    CityMarkerDeclined,
    CityMarkerOffer,
    CityMarkerOffered,
    CityMarkerPlaced,
    DeclineCityMarker,
    PlaceCityMarker,
)
from rules.mechanics.claim_route import ClaimOffer, RouteScored
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.final_turns import LastRoundBegan
from rules.mechanics.turns import TurnBegan
from tests.given import Given
from tests.rules.boards import BLUE, GREEN, LOCOMOTIVE, RED, WHITE, board_of, claim, counts
from tests.rules.editions.old_west.frontier import city, frontier

OLD_WEST = editions()["old_west"]
BOARD = board_of("old_west")

TO_GREEN_RIVER = "green_river-salt_lake_city-grey-1"


def after_a_claim(hand: str = "3 red", **laid: object) -> Given:
    """Seat 0 has claimed Salt Lake City - Green River, one long, with a red card."""
    game = frontier(hands=[hand], **laid)  # type: ignore[arg-type]
    return game.when(claim(game, 0, TO_GREEN_RIVER, RED, 1))


def test_ow_b2_after_a_claim_a_marker_may_be_placed_in_the_same_turn() -> None:
    game = after_a_claim()
    green_river = city("green_river")
    game.then_among_others(CityMarkerOffered(0, (green_river,)))
    assert game.state.turn == 0
    game.when(PlaceCityMarker(0, green_river, RED, 2, 0)).then(
        CityMarkerPlaced(0, green_river, RED, 2, 0), TurnBegan(1)
    )
    assert game.state.markers_left == [1, 2]
    assert game.state.discard == counts("3 red")


def test_ow_b2_the_marker_may_be_declined() -> None:
    after_a_claim().when(DeclineCityMarker(0)).then(CityMarkerDeclined(0), TurnBegan(1))


def test_ow_b2_one_or_both_cards_may_be_locomotives() -> None:
    for cards, color in ((1, RED), (0, LOCOMOTIVE)):
        game = after_a_claim("2 red, 2 locomotive")
        game.when(PlaceCityMarker(0, city("green_river"), color, cards, 2 - cards))
        assert game.refusal is None


def test_ow_b2_two_cards_of_two_colors_do_not_pay() -> None:
    game = after_a_claim("2 red, 1 blue")
    green_river = city("green_river")
    game.when(PlaceCityMarker(0, green_river, RED, 2, 0)).refused("OW-B2", "1 red")
    game.when(PlaceCityMarker(0, green_river, RED, 1, 0)).refused("OW-B2", "exactly 2")
    assert list(legal_moves(OLD_WEST, game.state, 0)) == [DeclineCityMarker(0)]


def test_ow_b2_an_offer_does_not_tell_what_is_in_the_hand() -> None:
    offered = CityMarkerOffered(0, (city("green_river"),))
    after_a_claim("3 red").then_among_others(offered)
    after_a_claim("1 red, 1 blue, 1 green").then_among_others(offered)


def test_ow_b2_only_the_two_cities_of_the_route() -> None:
    game = after_a_claim()
    game.when(PlaceCityMarker(0, city("casper"), RED, 2, 0)).refused("OW-B2", "Green River only")


def test_ow_b2_a_city_holds_one_marker() -> None:
    game = after_a_claim(markers={"green_river": 1})
    assert game.state.turn == 1, "both ends are controlled, so nothing is offered"
    game = after_a_claim()
    game.when(PlaceCityMarker(0, city("salt_lake_city"), RED, 2, 0)).refused("OW-B2")


def test_ow_b2_a_player_has_three_and_no_more() -> None:
    game = after_a_claim(markers={"boise": 0, "helena": 0})
    assert game.state.markers_left == [0, 2]
    assert game.state.turn == 1


def test_ow_b2_with_fewer_than_two_cards_none_is_offered() -> None:
    game = after_a_claim("2 red")
    assert game.state.turn == 1


def test_ow_b2_markers_are_placed_after_a_claim_only() -> None:
    game = frontier(hands=["2 red"])
    game.when(PlaceCityMarker(0, city("green_river"), RED, 2, 0)).refused("OW-B2", "right after")
    game.when(DeclineCityMarker(0)).refused("OW-B2")
    after_a_claim().when(DrawBlind(0)).refused("TR-T1")


def test_ow_b2_the_offer_names_every_way_to_pay() -> None:
    game = after_a_claim("3 red, 1 blue, 1 locomotive")
    offer = next(
        offer
        for offer in legal_moves(OLD_WEST, game.state, 0)
        if isinstance(offer, CityMarkerOffer)
    )
    green_river = city("green_river")
    assert set(offer.commands()) == {
        PlaceCityMarker(0, green_river, RED, 2, 0),
        PlaceCityMarker(0, green_river, RED, 1, 1),
        PlaceCityMarker(0, green_river, BLUE, 1, 1),
    }


def paid(game: Given) -> list[tuple[int, int]]:
    return [(event.seat, event.points) for event in game.events if isinstance(event, RouteScored)]


def claimed_by_seat_0(markers: dict[str, int]) -> Given:
    """Boise - Missoula, four long, from a network that reaches Boise."""
    starts = ("winnemucca", "denver", "seattle")
    game = frontier(
        starts, seats=3, hands=["4 orange"], routes=[["boise-winnemucca-red"]], markers=markers
    )
    return game.when(claim(game, 0, "boise-missoula-orange", 2, 4))


def test_ow_b3_with_neither_end_controlled_the_claimer_is_paid() -> None:
    assert paid(claimed_by_seat_0({})) == [(0, 7)]


def test_ow_b3_one_end_controlled_by_another_pays_only_that_one() -> None:
    assert paid(claimed_by_seat_0({"missoula": 1})) == [(1, 7)]


def test_ow_b3_both_ends_controlled_by_one_other_pay_that_one_twice() -> None:
    game = claimed_by_seat_0({"boise": 1, "missoula": 1})
    assert paid(game) == [(1, 7), (1, 7)]
    # Seat 0 has 4 points for its first route, from Winnemucca, its own, to Boise, seat 1's.
    assert game.state.scores == [4, 4 + 14, 0]


def test_ow_b3_both_ends_controlled_by_two_others_pay_each() -> None:
    game = claimed_by_seat_0({"boise": 1, "missoula": 2})
    assert sorted(paid(game)) == [(1, 7), (2, 7)]


def test_ow_b3_the_claimer_is_paid_for_the_ends_they_control() -> None:
    assert paid(claimed_by_seat_0({"missoula": 0})) == [(0, 7)]
    assert paid(claimed_by_seat_0({"boise": 0, "missoula": 0})) == [(0, 7), (0, 7)]
    assert sorted(paid(claimed_by_seat_0({"boise": 0, "missoula": 1}))) == [(0, 7), (1, 7)]


def test_ow_b3_a_marker_placed_after_the_claim_does_not_count_for_it() -> None:
    game = frontier(
        ("denver", "seattle"), hands=["4 red", "2 red"], routes=[["denver-pueblo-orange"]]
    )
    before = list(game.state.scores)
    game.when(claim(game, 0, "denver-grand_junction-red", RED, 3))
    assert paid(game) == [(0, 4)], "Denver is seat 0's, Grand Junction nobody's"
    assert game.state.turn == 1, "with one card left no marker can be paid for"
    game = frontier(("denver", "seattle"), hands=["5 red"])
    game.when(claim(game, 0, "denver-grand_junction-red", RED, 3))
    game.when(PlaceCityMarker(0, city("grand_junction"), RED, 2, 0))
    assert game.state.scores == [4, 0]
    assert before == [1, 0]


def test_ow_b4_the_ferry_takes_at_least_three_locomotives() -> None:
    ferry = "los_angeles-san_francisco-grey"
    game = frontier(("los_angeles", "denver"), hands=["5 green, 4 locomotive"])
    game.when(claim(game, 0, ferry, GREEN, 5, 2)).refused("OW-B4", "at least 3", "2")
    offer = next(
        offer
        for offer in legal_moves(OLD_WEST, game.state, 0)
        if isinstance(offer, ClaimOffer) and offer.route == BOARD.track[ferry]
    )
    assert {(c.cards, c.locomotives) for c in offer.commands()} == {(3, 4), (4, 3)}
    game.when(claim(game, 0, ferry, GREEN, 4, 3)).then_among_others(
        RouteScored(0, BOARD.track[ferry], 18)
    )


def test_ow_b4_more_locomotives_and_locomotives_only_are_allowed() -> None:
    ferry = "los_angeles-san_francisco-grey"
    game = frontier(("los_angeles", "denver"), hands=["7 locomotive"])
    game.when(claim(game, 0, ferry, LOCOMOTIVE, 0, 7))
    assert game.refusal is None
    few = frontier(("los_angeles", "denver"), hands=["8 green, 2 locomotive"])
    assert BOARD.track[ferry] not in {
        offer.route
        for offer in legal_moves(OLD_WEST, few.state, 0)
        if isinstance(offer, ClaimOffer)
    }


def test_ow_b5_a_route_of_seven_scores_eighteen() -> None:
    game = frontier(("boise", "denver"), hands=["7 white"])
    game.when(claim(game, 0, "boise-seattle-grey-1", WHITE, 7))
    assert paid(game) == [(0, 18)]


def test_ow_b6_a_controlled_city_can_be_built_to_and_through() -> None:
    game = frontier(("pueblo", "denver"), hands=["3 purple"], routes=[["denver-pueblo-orange"]])
    game.when(claim(game, 0, "cheyenne-denver-purple", 0, 1))
    assert game.refusal is None
    assert paid(game) == [(1, 1)]


def test_tr_e1_the_last_round_begins_when_the_turn_ends_after_the_marker() -> None:
    game = after_a_claim("3 red", trains=[3])
    assert not any(isinstance(event, LastRoundBegan) for event in game.events)
    game.when(DeclineCityMarker(0)).then(CityMarkerDeclined(0), LastRoundBegan(0), TurnBegan(1))


def test_tr_e1_triggered_by_the_ferry() -> None:
    game = frontier(("los_angeles", "denver"), hands=["4 white, 3 locomotive"], trains=[9])
    game.when(claim(game, 0, "los_angeles-san_francisco-grey", WHITE, 4, 3))
    game.then_among_others(LastRoundBegan(0))
