"""A file that was changed without care: every byte counts, and what is wrong is said in words."""

import hashlib
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import editions
from rules.kernel.chain import canonical
from rules.verify import Discrepancy, verify
from tests.rules.verify.forging import event_of, file_of


@pytest.mark.parametrize("edition", sorted(editions()))
@settings(max_examples=100)
@given(data=st.data())
def test_one_changed_byte_anywhere_is_found(edition: str, data: st.DataObject) -> None:
    raw = file_of(edition)
    position = data.draw(st.integers(0, len(raw) - 1))
    flip = data.draw(st.integers(1, 255))
    changed = raw[:position] + bytes([raw[position] ^ flip]) + raw[position + 1 :]
    with pytest.raises(Discrepancy):
        verify(changed)


@settings(max_examples=150)
@given(data=st.data())
def test_one_byte_more_or_less_is_found(raw: bytes, data: st.DataObject) -> None:
    position = data.draw(st.integers(0, len(raw) - 1))
    byte = data.draw(st.binary(min_size=1, max_size=1))
    with pytest.raises(Discrepancy):
        verify(raw[:position] + byte + raw[position:])
    with pytest.raises(Discrepancy):
        verify(raw[:position] + raw[position + 1 :])


@pytest.mark.parametrize("whitespace", [b" ", b"\n", b"\t", b"\r\n"])
def test_whitespace_that_json_would_not_mind_is_found(raw: bytes, whitespace: bytes) -> None:
    for changed in (raw + whitespace, whitespace + raw, raw.replace(b",", b"," + whitespace, 1)):
        with pytest.raises(Discrepancy, match="canonical form"):
            verify(changed)


def test_a_change_by_hand_is_named_by_its_event(raw: bytes) -> None:
    """No digest is made anew: the event is named all the same, not only the file."""
    document = json.loads(raw)
    taken = event_of(document, "face_up_card_taken")
    taken["payload"]["seat"] ^= 1
    by_hand = canonical(document) + b"\n"
    with pytest.raises(Discrepancy, match=rf"Event {taken['seq']} diverges .*: recorded is seat"):
        verify(by_hand)


def test_a_digest_changed_by_hand_breaks_the_chain_there(raw: bytes) -> None:
    document = json.loads(raw)
    document["events"][20]["digest"] = "00" * 32
    with pytest.raises(Discrepancy, match="The chain breaks at event 21"):
        verify(canonical(document) + b"\n")


def test_a_changed_name_is_found_by_the_digest_of_the_file(raw: bytes) -> None:
    with pytest.raises(Discrepancy, match="The file's digest does not match"):
        verify(raw.replace(b'"game":"a game', b'"game":"b game'))


@pytest.mark.parametrize(
    ("part", "instead"),
    [
        (
            b'"command_id":"',
            b'"command_id":"\\ud800',
        ),  # half a letter: JSON knows it, UTF-8 does not
        (b'"salts":["', b'"salts":["\\ud800'),
        (b'"recorded_at":""', b'"recorded_at":"\\ud800"'),
        (b'"payload":{', b'"payload":{"x":' + b"[" * 900 + b"]" * 900 + b","),
        (b'"seq":5,', b'"seq":' + b"9" * 5000 + b","),
        (b'"seq":5,', b'"seq":NaN,'),
        (b'"edition":"card_game"', b'"edition":[]'),
    ],
)
def test_what_would_trip_a_program_is_a_discrepancy_like_any_other(
    raw: bytes, part: bytes, instead: bytes
) -> None:
    """One such file in a folder of thousands must not keep the others from being checked."""
    assert part in raw
    with pytest.raises(Discrepancy):
        verify(raw.replace(part, instead, 1))


def test_what_is_no_file_of_a_game_at_all_is_said_so() -> None:
    for other in (b"", b"\x89PNG\r\n", b"[]", b"{}"):
        with pytest.raises(Discrepancy, match=r"This is not (the file of a game|a game file)"):
            verify(other)


def test_a_body_that_says_the_same_in_other_bytes_is_found(raw: bytes) -> None:
    assert b'"body":{"seat":0,' in raw
    with pytest.raises(Discrepancy, match="not in the canonical form"):
        verify(raw.replace(b'"body":{"seat":0,', b'"body":{"seat": 0,', 1))


@pytest.mark.parametrize(
    ("part", "value", "words"),
    [
        ("edition", "whist", "no edition 'whist'"),
        ("ruleset", 99, "ruleset 99"),
        ("data_digest", "00", "printed pieces"),
        ("seats", 7, "not 7"),
        ("options", {"fog": True}, "'fog'"),
        ("events", [{"seq": 1}], "wrong shape"),
        ("commands", 5, "wrong shape"),
        ("salts", [1, 2], "a salt is a text"),
    ],
)
def test_a_part_that_makes_no_sense_is_said_in_words(
    raw: bytes, part: str, value: Any, words: str
) -> None:
    document = {**json.loads(raw), part: value}
    document.pop("digest")
    document["digest"] = hashlib.sha256(canonical(document)).hexdigest()
    with pytest.raises(Discrepancy, match=words):
        verify(canonical(document) + b"\n")
