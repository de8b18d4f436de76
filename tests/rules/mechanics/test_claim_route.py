"""TR-B: claim a route."""

import pytest

from rules import commands_of, describe_offer, editions, legal_moves
from rules.mechanics.claim_route import (
    ClaimOffer,
    ClaimRoute,
    ParallelTracksClosed,
    RouteClaimed,
    RouteScored,
)
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.turns import TurnBegan
from tests.given import Given
from tests.rules.boards import (
    BLACK,
    BLUE,
    GREEN,
    LOCOMOTIVE,
    ORANGE,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    board_of,
    claim,
    counts,
    table,
    tracks,
)

USA = editions()["usa"]
BOARD = board_of("usa")


def offered_routes(game: Given, seat: int = 0) -> set[str]:
    offers = legal_moves(USA, game.state, seat)
    return {BOARD.tracks[offer.route].id for offer in offers if isinstance(offer, ClaimOffer)}


def test_tr_b1_b2_a_colored_route_takes_its_color() -> None:
    game = table(hands=["4 purple, 4 red"])
    route = BOARD.track["denver-omaha-purple"]
    game.when(claim(game, 0, "denver-omaha-purple", RED, 4)).refused("TR-B2", "purple", "red")
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 4)).then(
        RouteClaimed(0, route, PURPLE, 4, 0, 4), RouteScored(0, route, 7), TurnBegan(1)
    )


def test_tr_b2_a_grey_route_takes_any_one_color() -> None:
    for color in (PURPLE, BLUE, ORANGE, WHITE, GREEN, YELLOW, BLACK, RED):
        name = USA.catalog["colors"][color]
        game = table(hands=[f"2 {name}"], row="")
        game.when(claim(game, 0, "dallas-little_rock-grey", color, 2))
        assert game.refusal is None


def test_tr_b2_locomotives_stand_for_any_color() -> None:
    game = table(hands=["1 purple, 3 locomotive"])
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 1, 3))
    assert game.state.hands[0] == counts("")
    assert game.state.discard == counts("1 purple, 3 locomotive")


def test_tr_b2_a_set_of_locomotives_only_pays_for_any_route() -> None:
    game = table(hands=["4 locomotive"])
    game.when(claim(game, 0, "denver-omaha-purple", LOCOMOTIVE, 0, 4)).then_among_others(
        TurnBegan(1)
    )
    grey = table(hands=["2 locomotive"])
    grey.when(claim(grey, 0, "dallas-little_rock-grey", LOCOMOTIVE, 0, 2))
    assert grey.refusal is None


def test_tr_b2_exactly_as_many_cards_as_it_is_long() -> None:
    game = table(hands=["5 purple"])
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 3)).refused("TR-B2", "exactly 4", "3")
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 5)).refused("TR-B2", "exactly 4", "5")


def test_tr_b2_only_cards_that_are_held() -> None:
    game = table(hands=["3 purple, 1 locomotive"])
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 4)).refused("TR-B2", "3 purple")
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 2, 2)).refused("TR-B2", "1 locomotive")
    game.when(claim(game, 0, "denver-omaha-purple", LOCOMOTIVE, 0, 4)).refused(
        "TR-B2", "1 locomotive"
    )


def test_tr_b2_cards_have_a_color_and_locomotives_only_have_none() -> None:
    game = table(hands=["4 purple, 4 locomotive"])
    game.when(claim(game, 0, "denver-omaha-purple", LOCOMOTIVE, 4)).refused(
        "TR-B2", "Name the color"
    )
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 0, 4)).refused("TR-B2")


def test_tr_b2_an_offer_stands_for_every_payment_and_no_other() -> None:
    game = table(hands=["2 red, 1 blue, 2 locomotive"])
    route = BOARD.track["calgary-vancouver-grey"]  # three long
    offer = next(
        offer
        for offer in legal_moves(USA, game.state, 0)
        if isinstance(offer, ClaimOffer) and offer.route == route
    )
    assert set(commands_of(USA, offer)) == {
        ClaimRoute(0, route, RED, 2, 1),
        ClaimRoute(0, route, RED, 1, 2),
        ClaimRoute(0, route, BLUE, 1, 2),
    }
    assert describe_offer(USA, offer) == {
        "type": "claim_offer",
        "seat": 0,
        "route": "calgary-vancouver-grey",
        "length": 3,
        "ways": [
            {"color": "blue", "cards": 1, "locomotives": 2},
            {"color": "red", "cards": 2, "locomotives": 2},
        ],
    }


def test_tr_b3_cards_are_discarded_and_trains_put_on_the_route() -> None:
    game = table(hands=["6 blue"])
    game.when(claim(game, 0, "portland-salt_lake_city-blue", BLUE, 6))
    assert game.state.discard == counts("6 blue")
    assert game.state.trains == [39, 45]
    assert game.state.routes[0] == tracks("usa", "portland-salt_lake_city-blue")
    assert game.state.claims == [BOARD.track["portland-salt_lake_city-blue"]]


def test_tr_b3_without_enough_trains_it_cannot_be_claimed() -> None:
    game = table(hands=["6 white"], trains=[5])
    game.when(claim(game, 0, "calgary-winnipeg-white", WHITE, 6)).refused(
        "TR-B3", "6 trains", "5 left"
    )
    assert "calgary-winnipeg-white" not in offered_routes(game)
    assert "chicago-toronto-white" in offered_routes(game)


def test_tr_b4_a_route_need_not_join_the_others() -> None:
    game = table(hands=["2 red"], routes=[["portland-salt_lake_city-blue"]])
    game.when(claim(game, 0, "atlanta-charleston-grey", RED, 2)).then_among_others(TurnBegan(1))


def test_tr_b4_a_claimed_route_is_not_open() -> None:
    game = table(hands=["4 purple", "4 purple"], routes=[["denver-omaha-purple"]])
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 4)).refused("TR-B4", "by you")
    game.when(DrawBlind(0), DrawBlind(0))
    game.when(claim(game, 1, "denver-omaha-purple", PURPLE, 4)).refused(
        "TR-B4", "Denver - Omaha", "seat 1"
    )
    assert "denver-omaha-purple" not in offered_routes(game, 1)


def test_tr_b4_one_route_a_turn() -> None:
    game = table(hands=["8 red"])
    game.when(
        claim(game, 0, "atlanta-charleston-grey", RED, 2),
        claim(game, 0, "dallas-little_rock-grey", RED, 2),
    ).refused("TR-S3", "seat 2's turn")


@pytest.mark.parametrize(
    ("route", "color", "length", "points"),
    [
        ("atlanta-nashville-grey", RED, 1, 1),
        ("atlanta-charleston-grey", RED, 2, 2),
        ("chicago-duluth-red", RED, 3, 4),
        ("dallas-el_paso-red", RED, 4, 7),
        ("helena-omaha-red", RED, 5, 10),
        ("miami-new_orleans-red", RED, 6, 15),
    ],
)
def test_tr_b5_the_points_for_its_length_are_scored_at_once(
    route: str, color: int, length: int, points: int
) -> None:
    game = table(hands=["6 red"])
    game.when(claim(game, 0, route, color, length)).then_among_others(
        RouteScored(0, BOARD.track[route], points)
    )
    assert game.state.scores == [points, 0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_tr_b6_no_player_claims_two_parallel_tracks(seats: int) -> None:
    game = table(seats=seats, hands=["3 red"], routes=[["denver-salt_lake_city-yellow"]])
    game.when(claim(game, 0, "denver-salt_lake_city-red", RED, 3)).refused("TR-B6")
    assert "denver-salt_lake_city-red" not in offered_routes(game)


@pytest.mark.parametrize("seats", [2, 3])
def test_tr_b7_with_two_or_three_players_one_claim_closes_the_others_to_all(seats: int) -> None:
    game = table(seats=seats, hands=["3 red", "3 yellow"])
    closed = tracks("usa", "denver-salt_lake_city-yellow")
    game.when(claim(game, 0, "denver-salt_lake_city-red", RED, 3)).then_among_others(
        ParallelTracksClosed(closed, tuple(range(seats)))
    )
    assert "denver-salt_lake_city-yellow" not in offered_routes(game, 1)
    game.when(claim(game, 1, "denver-salt_lake_city-yellow", YELLOW, 3)).refused(
        "TR-B7", f"{seats} players"
    )


@pytest.mark.parametrize("seats", [4, 5])
def test_tr_b7_with_four_or_five_players_the_others_stay_open_to_others(seats: int) -> None:
    game = table(seats=seats, hands=["3 red", "3 yellow"])
    game.when(claim(game, 0, "denver-salt_lake_city-red", RED, 3)).then_among_others(
        ParallelTracksClosed(tracks("usa", "denver-salt_lake_city-yellow"), (0,))
    )
    assert "denver-salt_lake_city-yellow" in offered_routes(game, 1)
    game.when(claim(game, 1, "denver-salt_lake_city-yellow", YELLOW, 3)).then_among_others(
        TurnBegan(2)
    )


def test_a_single_track_closes_nothing() -> None:
    game = table(hands=["4 purple"])
    game.when(claim(game, 0, "denver-omaha-purple", PURPLE, 4))
    assert not any(isinstance(event, ParallelTracksClosed) for event in game.events)
    assert game.state.closed == [0, 0]
