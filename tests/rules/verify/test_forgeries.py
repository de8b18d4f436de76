"""A forger who knows the revealed seed and makes every digest anew: the rules find it."""

import json
from typing import Any

import pytest

from rules.kernel.chain import command_digest
from rules.verify import Discrepancy, verify
from tests.rules.verify.forging import event_of, forged


def test_a_forger_who_changes_nothing_is_no_forger(raw: bytes) -> None:
    assert forged(raw, lambda document: None) == raw


def test_a_forged_card_diverges_from_the_committed_deck(raw: bytes) -> None:
    def change(document: dict[str, Any]) -> None:
        payload = event_of(document, "blind_card_drawn")["payload"]
        payload["card"] = "red" if payload["card"] != "red" else "blue"

    with pytest.raises(Discrepancy, match=r"\(blind_card_drawn\): recorded is card = "):
        verify(forged(raw, change))


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
