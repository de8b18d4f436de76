"""The map of the Old West, checked for slips."""

from rules import editions
from tests.rules.boards import board_of
from tests.rules.maps import (
    check_parallel_tracks,
    crossings,
    group_sizes,
    is_connected,
    spaces_by_color,
    tickets_off_their_distance,
)

BOARD = board_of("old_west")


def test_ow_k1_the_pieces_are_all_there() -> None:
    assert BOARD.trains == 40
    assert len(BOARD.city_ids) == 41
    assert len({track.id for track in BOARD.tracks}) == len(BOARD.tracks) == 139
    assert len({ticket.id for ticket in BOARD.tickets}) == len(BOARD.tickets) == 50
    assert editions()["old_west"].catalog["city_markers_per_player"] == 3
    assert "longest_path" not in BOARD.data


def test_ow_b7_there_are_36_doubles_and_10_triples() -> None:
    assert group_sizes(BOARD) == [2] * 36 + [3] * 10
    check_parallel_tracks(BOARD)


def test_every_color_has_nearly_as_many_spaces() -> None:
    assert spaces_by_color(BOARD) == {
        "purple": 36,
        "blue": 36,
        "orange": 36,
        "white": 35,
        "green": 36,
        "yellow": 34,
        "black": 33,
        "red": 37,
        "grey": 81,
    }


def test_every_city_can_be_reached() -> None:
    assert is_connected(BOARD)


def test_ow_b4_there_is_one_ferry() -> None:
    (ferry,) = [track for track in BOARD.tracks if track.locomotives]
    assert (ferry.id, ferry.length, ferry.locomotives, ferry.color) == (
        "los_angeles-san_francisco-grey",
        7,
        3,
        None,
    )
    drawn = {track["id"]: track for track in editions()["old_west"].catalog["tracks"]}
    assert drawn[ferry.id]["kind"] == "ferry"
    assert drawn[ferry.id]["locomotives"] == 3


def test_ow_b5_every_length_has_its_points() -> None:
    assert BOARD.points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18}
    assert {track.length for track in BOARD.tracks} == set(BOARD.points)


def test_tickets_are_worth_their_shortest_connection_with_one_exception() -> None:
    assert tickets_off_their_distance(BOARD) == {"seattle-great_falls": 1}


def test_no_two_tracks_cross_in_the_drawing() -> None:
    assert crossings(BOARD) == []
