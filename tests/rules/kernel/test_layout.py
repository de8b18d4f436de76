"""Every field has a kind and an audience; what comes from outside is read with suspicion."""

from typing import Any, NamedTuple

import pytest

from rules import EVERYTHING, SPECTATOR, Malformed, decode_command, editions, seated
from rules.kernel.kinds import COUNT, INTEGER, SEAT, TEXT, counts, named, optional, tuple_of, unseen
from rules.kernel.layout import Layout, owner, per_seat, public, remembered, sealed
from rules.kernel.observers import ALL_HANDS, policy_at

EDITION = editions()["card_game"]
FRUIT = named("a fruit", ("apple", "pear"))


class Basket(NamedTuple):
    seat: int
    label: str
    mine: tuple[int, ...]
    each: tuple[tuple[int, ...], ...]
    built: tuple[tuple[int, int], ...]
    deck: tuple[int, ...]
    surprise: tuple[int, ...] | None


LAYOUT = Layout(
    Basket,
    seat=public(SEAT),
    label=public(TEXT),
    mine=owner(tuple_of(FRUIT)),
    each=per_seat(tuple_of(FRUIT)),
    built=remembered(counts("fruit", ("apple", "pear")), owner_option="open"),
    deck=sealed(tuple_of(FRUIT)),
    surprise=owner(unseen(optional(tuple_of(FRUIT)))),
)
BASKET = Basket(1, "b", (0, 1), ((0,), (1, 1)), ((1, 0), (0, 3)), (1, 0), (0,))


def test_the_spectator_sees_public_fields_and_how_many_the_others_hold() -> None:
    assert LAYOUT.show(BASKET, SPECTATOR, {}) == {
        "seat": 1,
        "label": "b",
        "mine": 2,
        "each": [1, 2],
        "built": [1, 3],
        "deck": 2,
        "surprise": None,
    }


def test_the_owner_sees_their_own_and_no_more() -> None:
    shown = LAYOUT.show(BASKET, seated(1), {})
    assert shown["mine"] == ["apple", "pear"]
    assert shown["each"] == [1, ["pear", "pear"]]
    assert shown["built"] == [1, 3]
    assert shown["deck"] == 2
    assert LAYOUT.show(BASKET, seated(0), {})["mine"] == 2


def test_what_was_built_in_the_open_is_known_to_who_takes_notes() -> None:
    assert LAYOUT.show(BASKET, policy_at(0), {})["built"] == [{"apple": 1}, {"pear": 3}]
    assert LAYOUT.show(BASKET, seated(0), {"open": True})["built"] == [{"apple": 1}, 3]
    assert LAYOUT.show(BASKET, SPECTATOR, {"open": True})["built"] == [1, 3]


def test_a_judge_sees_every_hand_but_no_deck() -> None:
    shown = LAYOUT.show(BASKET, ALL_HANDS, {})
    assert shown["each"] == [["apple"], ["pear", "pear"]]
    assert shown["mine"] == ["apple", "pear"]
    assert shown["deck"] == 2


def test_after_the_reveal_everything_is_shown() -> None:
    assert LAYOUT.show(BASKET, EVERYTHING, {}) == LAYOUT.encode(BASKET)


def test_what_is_written_is_read_back() -> None:
    assert LAYOUT.decode(LAYOUT.encode(BASKET)) == BASKET


def test_a_layout_that_does_not_name_every_field_cannot_be_built() -> None:
    class Pair(NamedTuple):
        a: int
        b: int

    with pytest.raises(TypeError, match="Pair has the fields"):
        Layout(Pair, a=public(INTEGER))
    with pytest.raises(TypeError, match="Pair has the fields"):
        Layout(Pair, b=public(INTEGER), a=public(INTEGER))


@pytest.mark.parametrize(
    ("kind", "raw", "words"),
    [
        (INTEGER, True, "whole number"),
        (INTEGER, 1.0, "whole number"),
        (COUNT, -1, "count from 0"),
        (COUNT, 10**9, "count from 0"),
        (SEAT, 8, "seat number"),
        (TEXT, None, "a text"),
        (FRUIT, "plum", "a fruit, got 'plum'"),
        (FRUIT, 0, "a fruit"),
        (FRUIT, ["apple"], "a fruit"),
        (tuple_of(FRUIT), "apple", "a list"),
        (tuple_of(FRUIT), ["apple", "plum"], "'plum'"),
        (counts("fruit", ("apple",)), {"apple": 0}, "fruit"),
        (counts("fruit", ("apple",)), {"plum": 1}, "fruit"),
        (counts("fruit", ("apple",)), {"apple": True}, "fruit"),
        (counts("fruit", ("apple",)), ["apple"], "fruit"),
    ],
)
def test_a_wrong_value_is_malformed_and_says_what_was_expected(
    kind: Any, raw: Any, words: str
) -> None:
    with pytest.raises(Malformed, match=words):
        kind.decode(raw)


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (None, "expected an object"),
        ([], "expected an object"),
        ({}, "type is None"),
        ({"type": "fly"}, "type is 'fly'; card_game knows"),
        ({"type": ["draw_blind"]}, "type is"),
        ({"type": "draw_blind"}, "needs the field 'seat'"),
        ({"type": "draw_blind", "seat": "0"}, "draw_blind.seat: expected a seat number"),
        ({"type": "draw_blind", "seat": 0, "card": "red"}, "no field 'card'"),
        ({"type": "keep_tickets", "seat": 0, "tickets": ["nowhere"]}, "keep_tickets.tickets"),
    ],
)
def test_a_body_that_is_not_a_command_is_malformed(body: Any, words: str) -> None:
    with pytest.raises(Malformed, match=words):
        decode_command(EDITION, body)


def test_a_field_that_may_be_left_out_is_none() -> None:
    command = decode_command(EDITION, {"type": "keep_tickets", "seat": 0, "tickets": []})
    assert command.returned is None
