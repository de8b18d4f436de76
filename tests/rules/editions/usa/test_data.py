"""The map of the USA: facts that two complete sources agree on, checked for slips."""

from rules import editions
from rules.pieces.colors import COLORS
from tests.rules.boards import board_of
from tests.rules.maps import (
    check_parallel_tracks,
    crossings,
    group_sizes,
    is_connected,
    spaces_by_color,
    tickets_off_their_distance,
)

BOARD = board_of("usa")
CATALOG = editions()["usa"].catalog


def test_tr_k1_the_pieces_are_all_there() -> None:
    assert BOARD.trains == 45
    assert len(BOARD.city_ids) == 36
    assert len(BOARD.tracks) == 100
    assert len(BOARD.tickets) == 30
    assert len({track.id for track in BOARD.tracks}) == 100
    assert len({ticket.id for ticket in BOARD.tickets}) == 30


def test_tr_b1_every_color_has_equally_many_spaces() -> None:
    assert spaces_by_color(BOARD) == {**dict.fromkeys(COLORS, 27), "grey": 93}
    for color in range(len(COLORS)):
        assert sum(track.color == color for track in BOARD.tracks) == 7


def test_tr_b1_every_city_can_be_reached() -> None:
    assert is_connected(BOARD)


def test_tr_b6_there_are_22_doubles() -> None:
    assert group_sizes(BOARD) == [2] * 22
    check_parallel_tracks(BOARD)


def test_tr_b5_every_length_has_its_points() -> None:
    assert BOARD.points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    assert {track.length for track in BOARD.tracks} == set(BOARD.points)


def test_tr_f1_tickets_are_worth_their_shortest_connection_with_five_exceptions() -> None:
    assert tickets_off_their_distance(BOARD) == {
        "los_angeles-chicago": 1,
        "los_angeles-miami": 1,
        "los_angeles-new_york": 1,
        "sault_st_marie-oklahoma_city": 1,
        "seattle-new_york": 2,
    }


def test_the_drawing_has_a_place_for_every_city_and_no_crossing() -> None:
    width, height = CATALOG["canvas"]["width"], CATALOG["canvas"]["height"]
    for city in CATALOG["cities"]:
        assert 0 < city["x"] < width
        assert 0 < city["y"] < height
    assert crossings(BOARD) == []


def test_the_drawing_says_which_of_the_parallel_tracks_is_which() -> None:
    drawn = {track["id"]: track for track in CATALOG["tracks"]}
    assert drawn["denver-omaha-purple"] == {
        "id": "denver-omaha-purple",
        "a": "denver",
        "b": "omaha",
        "length": 4,
        "color": "purple",
        "kind": "track",
        "locomotives": 0,
        "parallel_index": 0,
        "parallel_count": 1,
    }
    double = [drawn["portland-seattle-grey-1"], drawn["portland-seattle-grey-2"]]
    assert [track["parallel_index"] for track in double] == [0, 1]
    assert [track["parallel_count"] for track in double] == [2, 2]
    assert double[0]["color"] is None
    assert "via" in drawn["el_paso-los_angeles-black"]
