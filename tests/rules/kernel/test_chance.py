"""Every shuffle follows from the seed, the salts and its label, and from nothing else."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Chance, commitment

seeds = st.binary(min_size=32, max_size=32)
salts = st.lists(st.text(max_size=8), min_size=2, max_size=4)


@given(seeds, salts, st.lists(st.integers(), max_size=120), st.text(max_size=12))
def test_a_shuffle_keeps_every_item_and_can_be_derived_again(
    seed: bytes, texts: list[str], items: list[int], label: str
) -> None:
    shuffled = Chance(seed, texts).shuffled(items, label)
    assert sorted(shuffled) == sorted(items)
    assert Chance(seed, list(texts)).shuffled(tuple(items), label) == shuffled


def test_seed_salts_and_label_each_change_the_deck() -> None:
    deck = range(96)
    orders = {
        tuple(Chance(seed, texts).shuffled(deck, label))
        for seed in (bytes(32), bytes(31) + b"\1")
        for texts in (["ab", "c"], ["a", "bc"], ["c", "ab"])
        for label in ("train_deck:1", "train_deck:2")
    }
    assert len(orders) == 2 * 3 * 2


def test_a_shuffle_is_the_one_that_was_published() -> None:
    """Pinned: if this changes, no recorded game can be proved any more."""
    order = Chance(bytes(32), ["a", "b"]).shuffled(range(10), "pinned")
    assert order == [6, 2, 1, 0, 7, 5, 3, 8, 4, 9]


def test_every_order_of_three_is_about_as_likely() -> None:
    chance = Chance(bytes(32), ["a", "b"])
    seen = Counter(tuple(chance.shuffled("abc", str(number))) for number in range(6000))
    assert len(seen) == 6
    assert all(850 < count < 1150 for count in seen.values())


def test_dice_and_shuffles_read_different_streams() -> None:
    chance = Chance(bytes(32), ["a", "b"])
    before = chance.shuffled(range(96), "train_deck:1")
    chance.dice("train_deck:1").random()
    assert chance.shuffled(range(96), "train_deck:1") == before


def test_the_blind_of_every_event_is_another_and_needs_the_seed() -> None:
    chance = Chance(bytes(32), ["a", "b"])
    assert len({chance.blind(seq) for seq in range(1, 500)}) == 499
    assert Chance(bytes(31) + b"\1", ["a", "b"]).blind(1) != chance.blind(1)


def test_the_commitment_is_the_digest_of_the_seed() -> None:
    assert commitment(b"") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


@pytest.mark.parametrize("length", [0, 16, 31, 33])
def test_a_seed_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Chance(bytes(length), ["a", "b"])
