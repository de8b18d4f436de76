"""CG-K: what is in the box."""

from collections import Counter

from rules.editions.card_game.cards import (
    ALL_TRAIN_CARDS,
    BONUS_CITIES,
    BONUS_POINTS,
    CATALOG,
    TICKETS,
)
from rules.pieces.colors import CARDS, COLORS


def test_cg_k1_ten_cards_in_each_of_eight_colors_and_16_locomotives() -> None:
    by_name = Counter(CARDS[card] for card in ALL_TRAIN_CARDS)
    assert by_name == {**dict.fromkeys(COLORS, 10), "locomotive": 16}
    assert len(COLORS) == 8
    assert len(ALL_TRAIN_CARDS) == 96


def test_cg_k2_46_tickets_each_with_two_cities_points_and_cards() -> None:
    assert len(TICKETS) == 46
    assert len({ticket.id for ticket in TICKETS}) == 46
    for ticket in TICKETS:
        assert ticket.a != ticket.b
        assert ticket.points > 0
        assert sum(ticket.need) > 0
        assert ticket.id == f"{ticket.a}-{ticket.b}"


def test_cg_k2_the_tickets_are_those_that_were_printed() -> None:
    assert sum(ticket.points for ticket in TICKETS) == 581
    assert sum(sum(ticket.need) for ticket in TICKETS) == 132
    portland = next(ticket for ticket in TICKETS if ticket.id == "new_york-portland")
    assert portland.points == 21
    assert portland.need == (2, 1, 0, 0, 0, 1, 1, 0)


def test_cg_k2_chicago_and_new_york_are_joined_by_two_different_tickets() -> None:
    double = [ticket for ticket in TICKETS if {ticket.a, ticket.b} == {"chicago", "new_york"}]
    assert [ticket.id for ticket in double] == ["chicago-new_york", "new_york-chicago"]
    assert double[0].need != double[1].need
    # No other pair of cities is printed twice.
    assert len({frozenset((ticket.a, ticket.b)) for ticket in TICKETS}) == 45


def test_cg_k3_six_big_city_bonuses() -> None:
    assert dict(zip(BONUS_CITIES, BONUS_POINTS, strict=True)) == {
        "seattle": 8,
        "los_angeles": 12,
        "chicago": 12,
        "dallas": 10,
        "new_york": 15,
        "miami": 8,
    }


def test_cg_s4_the_bonuses_lie_open_with_their_values() -> None:
    assert [bonus["points"] for bonus in CATALOG["city_bonuses"]] == list(BONUS_POINTS)
