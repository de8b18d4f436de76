"""A board read from its data: sets of tracks, and the digest that a game pins."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.kernel.kinds import Malformed
from rules.mechanics.payment import Payment, affordable, fault_in_payment, ways_to_pay
from rules.pieces.board import Board, members, track_set
from rules.pieces.colors import CARDS, LOCOMOTIVE
from tests.rules.boards import board_of

USA = board_of("usa")
OLD_WEST = board_of("old_west")


def changed(board: Board, **changes: Any) -> str:
    """The digest with the first city's members changed."""
    data = json.loads(json.dumps(board.data))
    data["cities"][0].update(changes)
    return Board(json.dumps(data).encode()).digest


def test_the_digest_covers_what_rules_read_and_not_where_it_is_drawn() -> None:
    assert changed(USA) == USA.digest
    assert changed(USA, x=1, y=2) == USA.digest
    assert changed(USA, name="Somewhere") != USA.digest


@given(st.sets(st.integers(0, 99)))
def test_a_set_of_tracks_has_its_members_and_is_written_by_their_ids(indexes: set[int]) -> None:
    tracks = track_set(indexes)
    assert list(members(tracks)) == sorted(indexes)
    written = USA.TRACK_SET.encode(tracks)
    assert written == [USA.tracks[index].id for index in sorted(indexes)]
    assert USA.TRACK_SET.decode(written) == tracks


@pytest.mark.parametrize("raw", ["denver-omaha-purple", [1], ["nowhere"], None])
def test_a_set_of_tracks_is_read_from_ids_only(raw: Any) -> None:
    with pytest.raises(Malformed, match="expected a list of routes"):
        USA.TRACK_SET.decode(raw)


hands = st.lists(st.integers(0, 7), min_size=9, max_size=9)


@pytest.mark.parametrize("board", [USA, OLD_WEST], ids=["usa", "old_west"])
@settings(max_examples=30)
@given(hand=hands)
def test_what_is_affordable_can_be_paid_for_and_nothing_else(board: Board, hand: list[int]) -> None:
    payable = affordable(board, hand)
    for index, track in enumerate(board.tracks):
        price = board.prices[track.price]
        offered = {p for way in ways_to_pay(price, hand) for p in way.payments(price.cards)}
        # Every payment there is, one by one.
        accepted = {
            Payment(color, cards, locomotives)
            for color in range(len(CARDS))
            for cards in range(track.length + 1)
            for locomotives in (track.length - cards,)
            if fault_in_payment(price, hand, color, cards, locomotives) is None
            and locomotives >= track.locomotives
        }
        assert offered == accepted
        assert bool(payable >> index & 1) == bool(accepted)
        assert all((p.color == LOCOMOTIVE) == (p.cards == 0) for p in offered)
