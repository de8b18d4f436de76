"""A game file proves itself: any change is found, by whoever it was made."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Chance, editions
from rules.export import BEGINNING
from rules.kernel.chain import canonical, command_digest, event_digest
from rules.simulation import export_game, play_game
from rules.verify import Discrepancy, describe, main, verify

SEED = bytes(range(32))
SALTS = ("north", "south")


@cache
def file_of(edition: str) -> bytes:
    game = play_game(editions()[edition], {}, Chance(SEED, SALTS), ["any_legal"] * 2)
    return export_game(game, "a game of two")


@pytest.fixture(scope="module")
def raw() -> bytes:
    return file_of("card_game")


def refreshed(document: dict[str, Any]) -> bytes:
    """The file as a forger writes it who knows the revealed seed: every digest made anew."""
    chance = Chance(bytes.fromhex(document["seed"]), document["salts"])
    seq, digest = BEGINNING
    for event in document["events"]:
        seq += 1
        row = {name: value for name, value in event.items() if name != "digest"}
        digest = event["digest"] = event_digest(digest, chance.blind(seq), canonical(row))
    document.pop("digest")
    document["digest"] = hashlib.sha256(canonical(document)).hexdigest()
    return canonical(document) + b"\n"


def forged(raw: bytes, change: Callable[[dict[str, Any]], None]) -> bytes:
    document = json.loads(raw)
    change(document)
    return refreshed(document)


def event_of(document: dict[str, Any], type_name: str) -> dict[str, Any]:
    return next(event for event in document["events"] if event["type"] == type_name)


def test_a_played_game_is_verified_and_says_what_was_checked(raw: bytes) -> None:
    words = "\n".join(describe(verify(raw)))
    events = len(json.loads(raw)["events"])
    assert f"{events} events, unbroken" in words
    assert "3 follow from the seed and 2 salts" in words
    assert "place 1" in words


def test_a_forger_who_changes_nothing_is_no_forger(raw: bytes) -> None:
    assert forged(raw, lambda document: None) == raw


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


def test_a_forged_card_diverges_from_the_committed_deck(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        payload = event_of(document, "blind_card_drawn")["payload"]
        payload["card"] = "red" if payload["card"] != "red" else "blue"

    with pytest.raises(Discrepancy, match=r"\(blind_card_drawn\): recorded is card = "):
        verify(forged(raw, change))


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


def test_a_forged_shuffle_diverges_from_the_seed(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        event_of(document, "train_cards_shuffled")["payload"]["order"].reverse()

    with pytest.raises(Discrepancy, match=r"Event 2 diverges \(train_cards_shuffled\)"):
        verify(forged(raw, change))


def test_a_number_that_only_python_takes_for_the_same_is_found(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        event_of(document, "tickets_drawn")["payload"]["seat"] = False

    with pytest.raises(Discrepancy, match="seat = false, by the rules it is 0"):
        verify(forged(raw, change))


def test_a_forged_command_is_judged_by_the_rules(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        record = next(c for c in document["commands"] if c["body"]["type"] != "keep_tickets")
        before = command_digest(record)
        record["body"] = {"type": "pass", "seat": record["body"]["seat"]}
        for event in document["events"]:
            if event["command"] == before:
                event["command"] = command_digest(record)

    with pytest.raises(Discrepancy, match=r"\(pass\), before event \d+, breaks CG-T4"):
        verify(forged(raw, change))


def test_a_command_that_makes_no_sense_is_named(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        document["commands"][3]["body"]["seat"] = "north"

    with pytest.raises(
        Discrepancy, match=r"Command 4, before event \d+, makes no sense: .*'north'"
    ):
        verify(forged(raw, change))


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


def test_an_event_ascribed_to_another_command_is_found(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        event_of(document, "turn_began")["command"] = command_digest(document["commands"][-1])

    with pytest.raises(Discrepancy, match="its command is"):
        verify(forged(raw, change))


def test_the_events_of_one_command_are_recorded_at_one_time(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        document["events"][1]["recorded_at"] = "2026-01-01T00:00:00Z"

    with pytest.raises(Discrepancy, match=r"Event 2 diverges .*: its recorded_at is"):
        verify(forged(raw, change))


def test_nothing_is_smuggled_in_beside_a_time(raw: bytes) -> None:
    """The times are all that is taken over from the file."""

    def change(document: dict[str, Any]) -> None:
        document["events"][-1]["sent_at"] = ""  # stands right behind recorded_at

    with pytest.raises(Discrepancy, match="a part that does not belong there"):
        verify(forged(raw, change))


def test_a_time_may_be_written_in_any_letters(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        document["events"][-1]["recorded_at"] = 'på "slaget" 12'

    assert verify(forged(raw, change)).events == len(json.loads(raw)["events"])


def test_nothing_is_smuggled_in_beside_a_command(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        record = document["commands"][-1]
        before = command_digest(record)
        record["because"] = ""
        for event in document["events"]:
            if event["command"] == before:
                event["command"] = command_digest(record)

    with pytest.raises(Discrepancy, match="its command is"):
        verify(forged(raw, change))


def test_a_body_that_says_the_same_in_other_bytes_is_found(raw: bytes) -> None:
    assert b'"body":{"seat":0,' in raw
    with pytest.raises(Discrepancy, match="not in the canonical form"):
        verify(raw.replace(b'"body":{"seat":0,', b'"body":{"seat": 0,', 1))


def test_a_command_may_be_named_in_any_letters(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        record = document["commands"][5]
        before = command_digest(record)
        record["command_id"] = 'træk "6"'
        for event in document["events"]:
            if event["command"] == before:
                event["command"] = command_digest(record)

    assert verify(forged(raw, change)).events == len(json.loads(raw)["events"])


def test_a_lost_event_and_a_lost_end_are_found(raw: bytes) -> None:
    def cut(document: dict[str, Any]) -> None:
        del document["events"][40:]

    def without_reveal(document: dict[str, Any]) -> None:
        document["events"].pop()
        document["commands"].pop()

    with pytest.raises(Discrepancy, match="The log ends where event 41"):
        verify(forged(raw, cut))
    with pytest.raises(Discrepancy, match="stops before"):
        verify(forged(raw, without_reveal))


def test_an_event_too_many_is_found(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        document["events"].append({**document["events"][-1], "seq": len(document["events"]) + 1})

    with pytest.raises(Discrepancy, match=r"\(seed_revealed\) follows from no command"):
        verify(forged(raw, change))


def test_a_changed_result_is_found(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        event_of(document, "game_ended")["payload"]["result"]["scores"][0]["total"] += 1

    with pytest.raises(Discrepancy, match=r"\(game_ended\): recorded is result = "):
        verify(forged(raw, change))


def test_another_seed_is_not_the_one_committed_to(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        document["seed"] = "00" * 32

    with pytest.raises(Discrepancy, match="not the one that was committed to"):
        verify(forged(raw, change))


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


def test_the_command_says_so_and_exits_with_1_when_something_is_off(
    raw: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    good, bad = tmp_path / "good.json", tmp_path / "sub" / "bad.json"
    bad.parent.mkdir()
    good.write_bytes(raw)
    bad.write_bytes(raw[:-1])
    assert main([str(good)]) == 0
    assert "verified." in capsys.readouterr().out
    assert main([str(bad)]) == 1
    assert "NOT verified" in capsys.readouterr().out
    assert main(["--many", str(tmp_path)]) == 0
    assert "1 of 1 games verified" in capsys.readouterr().out
    assert main(["--many", str(bad.parent)]) == 1
    assert "0 of 1 games verified" in capsys.readouterr().out
    assert main([str(tmp_path / "none.json")]) == 1
    assert "can't be read" in capsys.readouterr().err


def test_it_needs_nothing_but_the_standard_library(raw: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(raw)
    project = Path(__file__).parents[2]
    # -S: without the folder where other packages are installed.
    command = [sys.executable, "-S", "-m", "rules.verify", str(file)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr
