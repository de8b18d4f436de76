"""Old payloads are lifted by upcasters; the log itself never changes."""

import json
from typing import Any, NamedTuple

import pytest

from rules import Malformed
from rules.kernel import codec
from rules.kernel.codec import decode_event, decode_log, encode_event
from rules.kernel.edition import Edition, Mechanic
from rules.kernel.kinds import INTEGER, TEXT
from rules.kernel.layout import Layout, public
from rules.kernel.state import STATE_FIELDS, GameState


class BellRung(NamedTuple):
    times: int
    by: str


def times_were_called_count(payload: dict[str, Any]) -> dict[str, Any]:
    return {"times": payload["count"]}


def nobody_was_named(payload: dict[str, Any]) -> dict[str, Any]:
    return {**payload, "by": ""}


EDITION = Edition(
    id="bells",
    title="Bells",
    seats=range(1, 2),
    ruleset=3,
    options={},
    new_state=GameState,
    state=Layout(GameState, **STATE_FIELDS),
    mechanics=(Mechanic(events=(Layout(BellRung, times=public(INTEGER), by=public(TEXT)),)),),
    constraints=(),
    reactions=(),
    policies={},
    catalog={},
    data_digest="",
    conserved=lambda state: None,
    upcasters={("bell_rung", 1): times_were_called_count, ("bell_rung", 2): nobody_was_named},
)


def test_an_event_is_written_in_its_newest_version() -> None:
    assert EDITION.event_versions == {"bell_rung": 3}
    assert encode_event(EDITION, BellRung(2, "x")) == ("bell_rung", 3, {"times": 2, "by": "x"})


def test_old_versions_are_lifted_step_by_step() -> None:
    assert decode_event(EDITION, "bell_rung", 1, {"count": 2}) == BellRung(2, "")
    assert decode_event(EDITION, "bell_rung", 2, {"times": 2}) == BellRung(2, "")
    assert decode_event(EDITION, "bell_rung", 3, {"times": 2, "by": "x"}) == BellRung(2, "x")


def test_an_unknown_event_is_malformed() -> None:
    with pytest.raises(Malformed, match="bells has no event 'gong'"):
        decode_event(EDITION, "gong", 1, {})


def test_a_stored_log_is_read_at_once_old_versions_included() -> None:
    rows = [
        ("bell_rung", 1, '{"count": 2}'),
        ("bell_rung", 3, '{"times": 4, "by": "x"}'),
    ]
    assert decode_log(EDITION, rows) == [BellRung(2, ""), BellRung(4, "x")]
    assert decode_log(EDITION, []) == []
    with pytest.raises(Malformed, match="no event 'gong'"):
        decode_log(EDITION, [("gong", 1, "{}")])


def test_what_was_read_before_is_not_parsed_again_and_what_only_looks_like_it_is() -> None:
    parsed: list[str] = []

    def loads(text: str) -> Any:
        parsed.append(text)
        return json.loads(text)

    rung = ("bell_rung", 3, '{"times": 5, "by": "x"}')
    assert decode_log(EDITION, [rung, rung], loads) == [BellRung(5, "x")] * 2
    assert decode_log(EDITION, [rung], loads) == [BellRung(5, "x")]
    assert parsed[1:] == ["[]"]
    for other in ('{"times": 5.0, "by": "x"}', '{"times": true, "by": "x"}'):
        with pytest.raises(Malformed, match="times"):
            decode_log(EDITION, [("bell_rung", 3, other)], loads)


def test_only_so_many_events_are_remembered_and_no_long_ones() -> None:
    rows = [("bell_rung", 3, f'{{"times": {n}, "by": "x"}}') for n in range(codec.MOST_KNOWN + 1)]
    decode_log(EDITION, rows)
    assert len(codec._KNOWN[EDITION]) <= codec.MOST_KNOWN
    codec._KNOWN.clear()
    decode_log(EDITION, [("bell_rung", 3, f'{{"times": 1, "by": "{"x" * 300}"}}')])
    assert not codec._KNOWN[EDITION]
