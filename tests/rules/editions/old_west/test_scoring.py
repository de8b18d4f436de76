"""OW-F: the end of a game in the Old West."""

from rules.editions.old_west.scoring import final_result
from tests.rules.editions.old_west.frontier import frontier

TO_CHEYENNE = [
    "green_river-salt_lake_city-grey-1",
    "cheyenne-green_river-red",
]


def what(seat: int, **laid: object) -> dict[str, int]:
    result = final_result(frontier(**laid).state)  # type: ignore[arg-type]
    return {
        f"{line.what} {line.subject}".strip(): line.points for line in result.scores[seat].lines
    }


def test_ow_f1_the_globetrotter_goes_to_the_most_completed_tickets() -> None:
    laid = {"routes": [TO_CHEYENNE], "held": [("salt_lake_city-cheyenne",), ("bend-las_vegas",)]}
    assert what(0, **laid) == {
        "routes": 1 + 7,
        "ticket salt_lake_city-cheyenne": 5,
        "globetrotter": 15,
    }
    assert what(1, **laid) == {"routes": 0, "failed_ticket bend-las_vegas": -10}


def test_ow_f1_everyone_tied_gets_it() -> None:
    laid = {
        "routes": [
            TO_CHEYENNE,
            ["bakersfield-los_angeles-green", "los_angeles-san_francisco-grey"],
        ],
        "held": [("salt_lake_city-cheyenne",), ("san_francisco-los_angeles",)],
    }
    assert what(0, **laid)["globetrotter"] == 15
    assert what(1, **laid)["globetrotter"] == 15


def test_ow_f1_nobody_gets_it_with_none() -> None:
    assert what(0) == {"routes": 0}
    assert what(1, held=[("bend-las_vegas",)]) == {"routes": 0}


def test_ow_k1_there_is_no_longest_path_bonus() -> None:
    assert set(what(0, routes=[TO_CHEYENNE])) == {"routes"}


def test_ow_b6_a_ticket_may_end_in_a_city_that_another_controls() -> None:
    laid = {
        "routes": [TO_CHEYENNE],
        "held": [("salt_lake_city-cheyenne",)],
        "markers": {"cheyenne": 1},
    }
    assert what(0, **laid)["ticket salt_lake_city-cheyenne"] == 5
    # Green River - Cheyenne pays seat 1, who controls Cheyenne; the first route pays seat 0.
    assert what(0, **laid)["routes"] == 1
    assert what(1, **laid)["routes"] == 7


def standings(scores: list[int], **laid: object) -> list[tuple[int, int, str]]:
    state = frontier(**laid).state  # type: ignore[arg-type]
    state.scores = scores
    return [tuple(standing) for standing in final_result(state).standings]  # type: ignore[misc]


def test_ow_f2_ties_are_broken_by_tickets_and_shared_with_the_globetrotter() -> None:
    assert standings([7, 3]) == [(0, 1, ""), (1, 2, "points")]
    assert standings([7, 7]) == [(0, 1, ""), (1, 1, "shared")]
    held = [("salt_lake_city-cheyenne",)]
    # 5 for the ticket and 15 for the Globetrotter make up for 20 points of routes.
    assert standings([0, 20], routes=[TO_CHEYENNE], held=held) == [
        (0, 1, ""),
        (1, 2, "completed_tickets"),
    ]


def test_ow_f2_the_globetrotter_follows_the_tickets_so_it_never_parts_those_they_left_tied() -> (
    None
):
    held = [("salt_lake_city-cheyenne",), ("san_francisco-los_angeles",)]
    routes = [TO_CHEYENNE, ["los_angeles-san_francisco-grey"]]
    assert standings([0, 1], routes=routes, held=held) == [(0, 1, ""), (1, 1, "shared")]
