"""OW-V: the option Alvin the Alien."""

from rules import editions, legal_moves
from rules.editions.old_west.alvin import AlvinCaught, AlvinMoved, MoveAlvin
from rules.editions.old_west.city_markers import (
    CityMarkerOffered,
    DeclineCityMarker,
    PlaceCityMarker,
)
from rules.editions.old_west.scoring import final_result, recount
from rules.mechanics.claim_route import RouteScored
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.final_turns import LastRoundBegan
from rules.mechanics.turns import TurnBegan
from tests.given import Given
from tests.rules.boards import GREEN, RED, YELLOW, board_of, claim
from tests.rules.editions.old_west.frontier import city, frontier

OLD_WEST = editions()["old_west"]
BOARD = board_of("old_west")

STARTS = ("albuquerque", "las_cruces", "seattle")


def with_alvin(hands: list[str], **laid: object) -> Given:
    return frontier(STARTS, seats=3, options=["alvin"], hands=hands, **laid)  # type: ignore[arg-type]


def to_roswell(game: Given) -> Given:
    return game.when(claim(game, 0, "albuquerque-roswell-red", RED, 2))


def test_ow_v1_alvin_starts_in_roswell() -> None:
    game = with_alvin([])
    assert game.state.alvin == city("roswell")
    assert game.state.alvin_with is None
    assert frontier().state.alvin is None


def test_ow_v1_no_marker_is_put_in_roswell() -> None:
    game = to_roswell(with_alvin(["4 red"])).when(MoveAlvin(0, city("albuquerque")))
    assert game.state.turn == 1, "Albuquerque is controlled, and Roswell takes no marker"
    game = frontier(STARTS, hands=["4 red"])
    to_roswell(game).then_among_others(CityMarkerOffered(0, (city("roswell"),)))


def test_ow_v2_the_first_route_to_alvins_city_catches_him() -> None:
    game = to_roswell(with_alvin(["2 red"]))
    game.then_among_others(
        RouteScored(0, BOARD.track["albuquerque-roswell-red"], 2),
        AlvinCaught(0, city("roswell"), 10),
    )
    assert game.state.scores == [12, 0, 0]
    assert game.state.turn == 0
    assert game.state.alvin_with == 0


def test_ow_v2_he_must_be_moved_to_a_city_that_the_catcher_controls() -> None:
    game = to_roswell(with_alvin(["2 red"], markers={"santa_fe": 0, "boise": 1}))
    assert set(legal_moves(OLD_WEST, game.state, 0)) == {
        MoveAlvin(0, city("albuquerque")),
        MoveAlvin(0, city("santa_fe")),
    }
    game.when(DrawBlind(0)).refused("TR-T1")
    game.when(MoveAlvin(0, city("boise"))).refused("OW-V2", "Boise")
    game.when(MoveAlvin(0, city("roswell"))).refused("OW-V2", "Roswell")
    game.when(MoveAlvin(0, city("santa_fe"))).then(AlvinMoved(0, city("santa_fe")), TurnBegan(1))


def test_ow_v2_not_to_a_city_whose_marker_is_bought_with_the_claim() -> None:
    # Alvin is in Santa Fe; seat 0 catches him there and may then put a marker there.
    game = with_alvin(["1 green, 2 red"], alvin_in="santa_fe", alvin_with=1)
    game.when(claim(game, 0, "albuquerque-santa_fe-green", GREEN, 1))
    game.when(PlaceCityMarker(0, city("santa_fe"), RED, 2, 0)).refused("OW-B2")
    game.when(MoveAlvin(0, city("santa_fe"))).refused("OW-V2")
    game.when(MoveAlvin(0, city("albuquerque"))).then_among_others(
        CityMarkerOffered(0, (city("santa_fe"),))
    )
    game.when(PlaceCityMarker(0, city("santa_fe"), RED, 2, 0)).then_among_others(TurnBegan(1))


def test_ow_v2_alvin_is_moved_by_his_catcher_only_once() -> None:
    game = with_alvin(["2 red"])
    game.when(MoveAlvin(0, city("albuquerque"))).refused("OW-V2")


def test_ow_v2_he_is_caught_again_by_another_player() -> None:
    game = with_alvin(["2 red", "2 green, 2 red"])
    to_roswell(game).when(MoveAlvin(0, city("albuquerque")))
    # A route to Roswell catches nobody now: he is in Albuquerque.
    game.when(claim(game, 1, "las_cruces-roswell-green", GREEN, 2))
    assert not any(isinstance(event, AlvinCaught) for event in game.events)
    assert game.state.turn == 2
    game.when(DrawBlind(2), DrawBlind(2), DrawBlind(0), DrawBlind(0))
    game.when(claim(game, 1, "albuquerque-las_cruces-grey-1", RED, 2)).then_among_others(
        AlvinCaught(1, city("albuquerque"), 10)
    )
    game.when(MoveAlvin(1, city("las_cruces")))
    assert game.state.catches == [1, 1, 0]
    assert game.state.alvin_with == 1
    assert game.state.alvin == city("las_cruces")


def test_ow_v2_who_lost_him_may_catch_him_a_second_time() -> None:
    game = with_alvin(["2 red, 1 green"], alvin_in="santa_fe", alvin_with=1)
    game.state.catches = [1, 1, 0]
    game.state.scores = recount(game.state)
    game.when(claim(game, 0, "albuquerque-santa_fe-green", GREEN, 1))
    game.then_among_others(AlvinCaught(0, city("santa_fe"), 10))
    assert game.state.catches == [2, 1, 0]
    assert recount(game.state) == game.state.scores
    caught = [line for line in final_result(game.state).scores[0].lines if "alvin" in line.what]
    assert [(line.rule, line.points) for line in caught] == [("OW-V2", 20), ("OW-V3", 10)]


def test_tr_e1_the_last_round_begins_when_alvin_has_been_moved() -> None:
    game = to_roswell(with_alvin(["2 red"], trains=[4]))
    assert not any(isinstance(event, LastRoundBegan) for event in game.events)
    game.when(MoveAlvin(0, city("albuquerque"))).then(
        AlvinMoved(0, city("albuquerque")), LastRoundBegan(0), TurnBegan(1)
    )


def test_ow_v2_who_has_him_does_not_catch_him_again() -> None:
    game = with_alvin(["1 green"], alvin_in="albuquerque", alvin_with=0)
    game.when(claim(game, 0, "albuquerque-santa_fe-green", GREEN, 1))
    assert not any(isinstance(event, AlvinCaught) for event in game.events)
    assert game.state.alvin == city("albuquerque")


def test_ow_v2_without_the_option_nobody_is_caught() -> None:
    game = to_roswell(frontier(STARTS, hands=["2 red"]))
    assert not any(isinstance(event, AlvinCaught) for event in game.events)
    assert game.state.scores == [2, 0]


def test_ow_v3_whoever_has_alvin_at_the_end_scores_ten_more() -> None:
    game = to_roswell(with_alvin(["2 red"])).when(MoveAlvin(0, city("albuquerque")))
    result = final_result(game.state)
    assert [(line.rule, line.what, line.points) for line in result.scores[0].lines] == [
        ("OW-B3", "routes", 2),
        ("OW-V2", "alvin_caught", 10),
        ("OW-V3", "alvin_kept", 10),
    ]
    assert result.scores[0].total == 22
    assert [line.what for line in result.scores[1].lines] == ["routes"]


def test_tr_f4_the_recount_knows_alvin_and_the_order_of_markers_and_claims() -> None:
    game = with_alvin(["2 red, 5 yellow", "2 green"])
    to_roswell(game).when(MoveAlvin(0, city("albuquerque")))
    game.when(claim(game, 1, "las_cruces-roswell-green", GREEN, 2), DrawBlind(2), DrawBlind(2))
    game.when(claim(game, 0, "roswell-santa_fe-yellow", YELLOW, 3))
    game.when(PlaceCityMarker(0, city("santa_fe"), YELLOW, 2, 0))
    assert game.state.scores == recount(game.state) == [2 + 10 + 4, 2, 0]
    game.state.scores[0] += 1
    assert game.state.scores != recount(game.state)


def test_a_declined_marker_leaves_the_recount_alone() -> None:
    game = frontier(STARTS, hands=["4 red"])
    to_roswell(game).when(DeclineCityMarker(0))
    assert game.state.scores == recount(game.state)
