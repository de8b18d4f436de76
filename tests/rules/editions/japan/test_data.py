"""The map of Japan, checked for slips."""

import pytest

from rules import editions
from rules.solvers.connection import joined
from tests.rules.boards import board_of
from tests.rules.maps import (
    check_parallel_tracks,
    crossings,
    distance,
    group_sizes,
    is_connected,
    spaces_by_color,
    tickets_off_their_distance,
)

BOARD = board_of("japan")
CATALOG = editions()["japan"].catalog


def test_jp_k1_the_pieces_are_all_there() -> None:
    assert BOARD.trains == 20
    assert len(BOARD.city_ids) == 48
    assert len({track.id for track in BOARD.tracks}) == len(BOARD.tracks) == 114
    assert len({ticket.id for ticket in BOARD.tickets}) == len(BOARD.tickets) == 54
    assert CATALOG["bullet_trains"]["pieces"] == 16
    assert not {"longest_path", "globetrotter"} & set(BOARD.data)


def test_jp_b1_there_are_23_bullet_train_routes_and_all_are_grey() -> None:
    bullets = [track for track in BOARD.tracks if track.kind == "bullet"]
    assert len(bullets) == 23
    assert {track.color for track in bullets} == {None}
    assert {track["kind"] for track in CATALOG["tracks"]} == {"track", "bullet"}


def test_jp_b4_there_are_22_doubles_and_aomori_hakodate_is_none() -> None:
    assert group_sizes(BOARD) == [2] * 22
    check_parallel_tracks(BOARD)
    two = [track for track in BOARD.tracks if track.id.startswith("aomori-hakodate")]
    assert [(track.length, track.kind, track.parallel) for track in two] == [
        (3, "track", 0),
        (2, "bullet", 0),
    ]


def test_every_color_has_nearly_as_many_spaces() -> None:
    assert spaces_by_color(BOARD) == {
        "purple": 27,
        "blue": 27,
        "orange": 27,
        "white": 28,
        "green": 28,
        "yellow": 26,
        "black": 25,
        "red": 25,
        "grey": 64,
    }


def test_every_city_can_be_reached() -> None:
    assert is_connected(BOARD)


@pytest.mark.parametrize(("inset", "gateway"), [("kyushu", "kokura"), ("tokyo_metro", "tokyo")])
def test_jp_b5_an_inset_hangs_on_one_city_of_the_main_map(inset: str, gateway: str) -> None:
    inside = {city["id"] for city in BOARD.data["cities"] if city.get("area") == inset}
    assert len(inside) > 5
    for entry in BOARD.data["tracks"]:
        ends = {entry["a"], entry["b"]}
        assert (entry.get("area") == inset) == bool(ends & inside)
        if ends & inside:
            assert ends <= inside | {gateway}
    (place,) = [city for city in CATALOG["cities"] if city["id"] == gateway]
    (box,) = [box for box in CATALOG["insets"] if box["id"] == inset]
    assert place["inset"]["area"] == inset
    assert box["x"] < place["inset"]["x"] < box["x"] + box["width"]
    assert not box["x"] < place["x"] < box["x"] + box["width"] or place["y"] > box["height"]


def test_tr_b5_every_length_has_its_points() -> None:
    assert BOARD.points == {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15}
    assert {track.length for track in BOARD.tracks} == set(BOARD.points)


def test_jp_f1_tickets_are_worth_at_most_their_distance_outside_the_metro() -> None:
    # Bullet trains are shared, so a long ticket along them is worth less than it is long; in the
    # Tokyo metro there are none, and tickets there are worth more. Two others are, by one point.
    dearer = {id: more for id, more in tickets_off_their_distance(BOARD).items() if more > 0}
    assert dearer == {
        "ginza-kita_senju": 2,
        "hakata-kochi": 1,
        "ikebukuro-suitengumae": 2,
        "nagasaki-miyazaki": 1,
        "shibuya-ueno": 2,
        "shinjuku-asakusa": 3,
        "shinjuku-ikebukuro": 1,
        "tokyo-asakusa": 2,
        "tokyo-shinjuku": 1,
        "yotsuya-monzen_nakacho": 2,
    }
    for ticket in BOARD.tickets:
        assert ticket.points > 0.4 * distance(BOARD, ticket.a, ticket.b)


def test_jp_f1_tickets_along_the_bullet_trains_alone_are_worth_about_half_their_distance() -> None:
    bullets = [i for i, track in enumerate(BOARD.tracks) if track.kind == "bullet"]
    edges = [BOARD.edges[index] for index in bullets]
    along = [ticket for ticket in BOARD.tickets if joined(edges, ticket.a, ticket.b)]
    assert len(along) > 15
    for ticket in along:
        far = distance(BOARD, ticket.a, ticket.b)
        assert abs(ticket.points - far / 2) <= 2, ticket.id


def test_jp_f2_the_bonus_table_has_a_place_for_every_player() -> None:
    assert CATALOG["bullet_trains"] == {
        "pieces": 16,
        "track_ends_at": 30,
        "bonus": {
            "2": [10, -10],
            "3": [15, 5, -10],
            "4": [20, 10, 0, -10],
            "5": [25, 15, 5, -5, -10],
        },
        "none_built": -20,
    }


def test_no_two_tracks_cross_in_the_drawing() -> None:
    assert crossings(BOARD) == []
