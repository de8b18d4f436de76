"""TR-F: the end of a game on the USA board."""

from rules import editions, legal_moves
from rules.editions.usa.scoring import final_result, longest_path
from rules.kernel.result import ScoreLine
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.final_turns import PlayEnded
from rules.mechanics.game_end import GameEnded, RecountFailed
from tests.given import Given
from tests.rules.boards import table, tracks

USA = editions()["usa"]

DENVER_TO_EL_PASO = ["denver-santa_fe-grey", "el_paso-santa_fe-grey"]


def lines_of(seat: int, **laid: object) -> dict[str, tuple[str, int]]:
    result = final_result(table(**laid).state)  # type: ignore[arg-type]
    return {
        f"{line.what} {line.subject}".strip(): (line.rule, line.points)
        for line in result.scores[seat].lines
    }


def test_tr_f1_a_completed_ticket_scores_and_a_failed_one_costs() -> None:
    held = [("denver-el_paso", "boston-miami"), ("calgary-phoenix",)]
    laid = {"routes": [DENVER_TO_EL_PASO], "held": held}
    assert lines_of(0, **laid) == {
        "routes": ("TR-B5", 4),
        "ticket denver-el_paso": ("TR-F1", 4),
        "failed_ticket boston-miami": ("TR-F1", -12),
        "longest_path 4": ("TR-F2", 10),
    }
    assert lines_of(1, **laid) == {
        "routes": ("TR-B5", 0),
        "failed_ticket calgary-phoenix": ("TR-F1", -13),
    }


def test_tr_f1_the_routes_of_another_player_do_not_help() -> None:
    held = [("denver-el_paso",)]
    routes = [DENVER_TO_EL_PASO[:1], DENVER_TO_EL_PASO[1:]]
    assert lines_of(0, routes=routes, held=held)["failed_ticket denver-el_paso"] == ("TR-F1", -4)


def test_tr_f2_the_longest_path_is_measured_in_trains_and_not_in_routes() -> None:
    routes = [["miami-new_orleans-red"], ["portland-seattle-grey-1", "seattle-vancouver-grey-1"]]
    assert "longest_path 6" in lines_of(0, routes=routes)
    assert "longest_path 2" not in lines_of(1, routes=routes)


def test_tr_f2_the_path_may_pass_a_city_twice_but_uses_a_route_once() -> None:
    loop = [
        "denver-santa_fe-grey",
        "oklahoma_city-santa_fe-blue",
        "denver-oklahoma_city-red",
    ]
    tail = ["denver-omaha-purple"]
    assert longest_path([tracks("usa", *loop)]) == (2 + 3 + 4, [0])
    assert longest_path([tracks("usa", *loop, *tail)]) == (2 + 3 + 4 + 4, [0])
    star = ["denver-santa_fe-grey", "denver-omaha-purple", "denver-phoenix-white"]
    assert longest_path([tracks("usa", *star)]) == (4 + 5, [0])


def test_tr_f2_a_larger_network_may_have_the_shorter_path() -> None:
    star = ["denver-santa_fe-grey", "denver-omaha-purple", "denver-phoenix-white"]
    line = ["miami-new_orleans-red", "atlanta-miami-blue"]
    sets = [tracks("usa", *star), tracks("usa", *line), 0]
    assert longest_path(sets) == (11, [1])
    assert longest_path(sets[::-1]) == (11, [1])
    assert longest_path([0, 0]) == (0, [])


def test_tr_f2_everyone_tied_gets_the_bonus() -> None:
    routes = [["miami-new_orleans-red"], ["helena-seattle-yellow"], ["portland-seattle-grey-1"]]
    laid = {"seats": 3, "routes": routes}
    assert lines_of(0, **laid)["longest_path 6"] == ("TR-F2", 10)
    assert lines_of(1, **laid)["longest_path 6"] == ("TR-F2", 10)
    assert set(lines_of(2, **laid)) == {"routes"}


def test_tr_f2_a_path_of_length_zero_earns_nothing() -> None:
    assert set(lines_of(0)) == {"routes"}


def places(**laid: object) -> list[tuple[int, int, str]]:
    return [tuple(standing) for standing in final_result(table(**laid).state).standings]  # type: ignore[arg-type, misc]


def test_tr_f3_most_points_wins() -> None:
    routes = [["portland-seattle-grey-1"], ["miami-new_orleans-red"]]
    assert places(routes=routes) == [(1, 1, ""), (0, 2, "points")]


def test_tr_f3_tied_on_points_most_completed_tickets_win() -> None:
    # 15 + 2 + 2, a ticket of 4 and the longest path; 15 + 4 + 4 and the longest path.
    routes = [
        ["helena-seattle-yellow", *DENVER_TO_EL_PASO],
        ["miami-new_orleans-red", "chicago-duluth-red", "helena-salt_lake_city-purple"],
    ]
    held = [("denver-el_paso",)]
    game = table(routes=routes, held=held)
    scores = [score.total for score in final_result(game.state).scores]
    assert scores == [33, 33]
    assert places(routes=routes, held=held) == [(0, 1, ""), (1, 2, "completed_tickets")]


def test_tr_f3_still_tied_the_holder_of_the_longest_path_wins() -> None:
    routes = [
        # 10 points for one route of five, and 10 for the longest path.
        ["denver-phoenix-white"],
        # 7 + 7 + 4 + 2 points for four routes that do not meet.
        [
            "dallas-el_paso-red",
            "charleston-miami-purple",
            "duluth-sault_st_marie-grey",
            "houston-new_orleans-grey",
        ],
    ]
    assert places(routes=routes) == [(0, 1, ""), (1, 2, "longest_path")]


def test_tr_f3_still_tied_the_place_is_shared() -> None:
    routes = [["miami-new_orleans-red"], ["helena-seattle-yellow"], ["portland-seattle-grey-1"]]
    assert places(seats=3, routes=routes) == [(0, 1, ""), (1, 1, "shared"), (2, 3, "points")]


def test_rh_f1_a_seat_that_forfeited_ranks_last_whatever_its_points() -> None:
    game = table(routes=[["miami-new_orleans-red"]])
    game.state.forfeited = [0]
    standings = final_result(game.state).standings
    assert [(s.seat, s.decided_by) for s in standings] == [(1, ""), (0, "not_forfeited")]


def at_the_last_draw() -> tuple[Given, DrawBlind]:
    game = table(routes=[["miami-new_orleans-red"], DENVER_TO_EL_PASO], last_turns=0)
    return game, DrawBlind(0)


def test_tr_f4_a_right_recount_ends_the_game_with_its_result() -> None:
    game, draw = at_the_last_draw()
    game.when(draw, draw)
    assert [type(event) for event in game.events][1:] == [PlayEnded, GameEnded]
    assert game.state.scores == [15 + 10, 4]
    assert game.state.phase == "over"
    assert game.state.due == "reveal_seed"
    assert game.state.result.scores[0].lines[0] == ScoreLine("TR-B5", "routes", "", 0, 15)


def test_tr_f4_a_wrong_running_score_raises_an_audit_alarm_and_stops_the_game() -> None:
    game, draw = at_the_last_draw()
    game.state.scores[1] += 3
    game.when(draw, draw)
    assert game.events[-1] == RecountFailed((15, 7), (15, 4))
    assert game.state.result is None
    assert game.state.phase == "audit_alarm"
    assert game.state.waiting_on == []
    assert game.state.due is None
    assert legal_moves(USA, game.state, 1) == []
    game.when(DrawBlind(1)).refused("TR-F4", "do not add up")
