"""JP-E, JP-F: the last round and the end of a game in Japan."""

import pytest

from rules.editions.japan.scoring import bullet_bonuses, final_result, last_round_begins
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.final_turns import LastRoundBegan, PlayEnded
from tests.rules.boards import PURPLE, RED, claim
from tests.rules.editions.japan.railway import ALL_BULLETS, build, railway


def lines_of(seat: int, **laid: object) -> dict[str, int]:
    result = final_result(railway(**laid).state)  # type: ignore[arg-type]
    return {
        f"{line.what} {line.subject}".strip(): line.points for line in result.scores[seat].lines
    }


# --- JP-E1 ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trains", "built", "begins"), [(2, 14, True), (3, 14, False), (2, 13, False), (0, 16, True)]
)
def test_jp_e1_few_trains_and_few_pieces_together_begin_the_last_round(
    trains: int, built: int, begins: bool
) -> None:
    game = railway(bullets=[ALL_BULLETS[:built]], trains=[trains])
    assert last_round_begins(game.state) is begins


def test_jp_e1_triggered_by_a_claim_with_trains() -> None:
    game = railway(bullets=[ALL_BULLETS[:14]], hands=["2 purple"], trains=[4])
    game.when(claim(game, 0, "kokura-oita-purple", PURPLE, 2)).then_among_others(LastRoundBegan(0))


def test_jp_e1_triggered_by_building_a_bullet_route() -> None:
    game = railway(bullets=[ALL_BULLETS[:13]], hands=["2 red"], trains=[2])
    game.when(build(0, ALL_BULLETS[-1], RED, 2)).then_among_others(LastRoundBegan(0))


def test_jp_e1_triggered_by_a_draw_when_another_player_used_up_the_pieces() -> None:
    game = railway(bullets=[ALL_BULLETS[:13]], hands=["2 red"], trains=[20, 1], seats=2)
    game.when(build(0, ALL_BULLETS[-1], RED, 2))
    assert game.state.last_turns is None, "seat 1 has few trains, but it was seat 0's turn"
    game.when(DrawBlind(1), DrawBlind(1)).then_among_others(LastRoundBegan(1))


def test_jp_e1_everyone_that_player_too_has_one_more_turn() -> None:
    game = railway(bullets=[ALL_BULLETS[:14]], trains=[1], seats=3)
    game.when(DrawBlind(0), DrawBlind(0))
    for seat in (1, 2, 0):
        assert game.state.result is None
        game.when(DrawBlind(seat), DrawBlind(seat))
    assert PlayEnded("last_round") in game.events
    assert game.state.result is not None


# --- JP-F ----------------------------------------------------------------------------------


def test_jp_f1_a_ticket_is_completed_over_the_bullet_routes_of_anybody() -> None:
    # Osaka - Kyoto built by seat 1, Kyoto - Nagoya by seat 0; Nagoya - Ise with seat 0's trains.
    laid = {
        "bullets": [["kyoto-nagoya-bullet"], ["kyoto-osaka-bullet"]],
        "routes": [["ise-nagoya-white"]],
        "held": [("hakata-ise",), ("osaka-tokyo",)],
    }
    assert lines_of(0, **laid)["failed_ticket hakata-ise"] == -14
    laid["bullets"] = [
        ["kyoto-nagoya-bullet", "okayama-osaka-bullet", "hakata-kokura-bullet"],
        ["kyoto-osaka-bullet", "hiroshima-okayama-bullet", "hiroshima-kokura-bullet"],
    ]
    assert lines_of(0, **laid)["ticket hakata-ise"] == 14


def test_jp_f1_the_trains_of_others_do_not_help() -> None:
    laid = {
        "bullets": [["kyoto-nagoya-bullet", "kyoto-osaka-bullet"]],
        "routes": [[], ["ise-nagoya-white"]],
        "held": [("hakata-ise",)],
    }
    assert lines_of(0, **laid)["failed_ticket hakata-ise"] == -14


def test_jp_b3_a_bullet_route_claimed_with_trains_joins_for_its_owner_only() -> None:
    bullets = [ALL_BULLETS[:8], (*ALL_BULLETS[8:15], "takasaki-tokyo-bullet")]
    laid = {"bullets": bullets, "routes": [["odawara-tokyo-bullet", "narita-tokyo-purple"]]}
    mine = {**laid, "held": [("odawara-narita",)]}
    assert lines_of(0, **mine)["ticket odawara-narita"] == 1
    theirs = {**laid, "held": [(), ("odawara-narita",)]}
    assert lines_of(1, **theirs)["failed_ticket odawara-narita"] == -1


def test_jp_b5_tokyo_on_the_inset_is_tokyo_on_the_main_map() -> None:
    bullets = ["kyoto-osaka-bullet", "kyoto-nagoya-bullet", "hamamatsu-nagoya-bullet"]
    bullets += ["hamamatsu-odawara-bullet", "odawara-tokyo-bullet"]
    laid = {
        "bullets": [[], bullets],
        "routes": [["shibuya-tokyo-orange"]],
        "held": [("osaka-shibuya",)],
    }
    assert lines_of(0, **laid)["ticket osaka-shibuya"] == 13


def test_jp_f2_the_rulebooks_example_of_five_players() -> None:
    # Two tied for second and one with none.
    assert bullet_bonuses([12, 7, 7, 3, 0]) == [25, 15, 15, -5, -20]


@pytest.mark.parametrize(
    ("progress", "bonuses"),
    [
        ([5, 3], [10, -10]),
        ([5, 5], [10, 10]),
        ([5, 0], [10, -20]),
        ([0, 0], [-20, -20]),
        ([9, 5, 2], [15, 5, -10]),
        ([2, 2, 2], [15, 15, 15]),
        ([9, 9, 2], [15, 15, -10]),
        ([1, 2, 3, 4], [-10, 0, 10, 20]),
        ([4, 4, 4, 1], [20, 20, 20, -10]),
        ([4, 3, 3, 3], [20, 10, 10, 10]),
        ([5, 4, 3, 2, 1], [25, 15, 5, -5, -10]),
        ([5, 5, 3, 3, 1], [25, 25, 5, 5, -10]),
    ],
)
def test_jp_f2_by_rank_with_ties_that_use_up_the_places(
    progress: list[int], bonuses: list[int]
) -> None:
    assert bullet_bonuses(progress) == bonuses


def test_jp_f2_the_bonus_stands_on_the_score_sheet() -> None:
    laid = {"bullets": [["kyoto-nagoya-bullet"], ["hamamatsu-nagoya-bullet"]]}
    assert lines_of(0, **laid) == {"routes": 0, "bullet_trains 2": -10}
    assert lines_of(1, **laid) == {"routes": 0, "bullet_trains 3": 10}


def test_jp_k1_there_is_no_longest_path_and_no_globetrotter() -> None:
    assert set(lines_of(0, routes=[["ise-nagoya-white"]])) == {"routes", "bullet_trains 0"}


def test_jp_f4_the_count_goes_on_past_thirty() -> None:
    game = railway(bullets=[ALL_BULLETS[:13], ALL_BULLETS[13:14]], hands=["3 red"])
    assert game.state.bullet_progress[0] == 34
    game.when(build(0, "okayama-osaka-bullet", RED, 3))
    assert game.state.bullet_progress[0] == 34 + 3
    assert final_result(game.state).scores[0].lines[-1].points == 10


def standings(points: list[int], **laid: object) -> list[tuple[int, int, str]]:
    state = railway(**laid).state  # type: ignore[arg-type]
    state.scores = points
    return [tuple(standing) for standing in final_result(state).standings]  # type: ignore[misc]


def test_jp_f3_tied_players_are_ranked_by_tickets_then_by_the_bullet_train_track() -> None:
    bullets = [["kyoto-nagoya-bullet"], ["hamamatsu-nagoya-bullet"]]
    # The bonus is -10 and 10: twenty points of routes make up for it.
    assert standings([20, 0], bullets=bullets) == [(1, 1, ""), (0, 2, "bullet_trains")]
    held = [("tokyo-asakusa",)]
    routes = [["tokyo-ueno-purple", "kita_senju-ueno-white", "asakusa-kita_senju-black"]]
    assert standings([14, 0], bullets=bullets, held=held, routes=routes) == [
        (0, 1, ""),
        (1, 2, "completed_tickets"),
    ]


def test_jp_f3_still_tied_the_place_is_shared() -> None:
    bullets = [["kyoto-nagoya-bullet"], ["takasaki-tokyo-bullet"]]
    assert standings([3, 3], bullets=bullets) == [(0, 1, ""), (1, 1, "shared")]
