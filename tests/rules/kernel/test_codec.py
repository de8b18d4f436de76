"""What an earlier release has stored is lifted as it is read; the log itself never changes."""

import json
from typing import Any, NamedTuple

import pytest

from rules import Malformed
from rules.kernel import codec
from rules.kernel.codec import decode_event, decode_log, encode_event
from rules.kernel.earlier import Earlier
from rules.kernel.edition import Edition, Mechanic
from rules.kernel.kinds import INTEGER, TEXT
from rules.kernel.layout import Layout, public
from rules.kernel.state import STATE_FIELDS, GameState
from rules.kernel.writing import written, written_then


class BellRung(NamedTuple):
    times: int
    by: str


EARLIER = (
    Earlier(
        "bell_rung",
        1,
        BellRung,
        lift=lambda payload: {"times": payload["count"], "by": ""},
        lower=lambda payload: {"count": payload["times"]},
    ),
    Earlier(
        "bell_rung",
        2,
        BellRung,
        lift=lambda payload: {**payload, "by": ""},
        lower=lambda payload: {"times": payload["times"]},
    ),
    Earlier(
        "sexton_rang",
        1,
        BellRung,
        lift=lambda payload: {**payload, "by": "the sexton"},
        lower=lambda payload: {"times": payload["times"]},
    ),
)

EDITION = Edition(
    id="bells",
    title="Bells",
    seats=range(1, 2),
    ruleset=3,
    options={},
    new_state=GameState,
    state=Layout(GameState, **STATE_FIELDS),
    mechanics=(
        Mechanic(
            events=(Layout(BellRung, times=public(INTEGER), by=public(TEXT)),), earlier=EARLIER
        ),
    ),
    constraints=(),
    reactions=(),
    policies={},
    catalog={},
    data_digest="",
    conserved=lambda state: None,
)


def test_an_event_is_written_in_its_newest_version() -> None:
    assert EDITION.event_versions == {"bell_rung": 3}
    assert encode_event(EDITION, BellRung(2, "x")) == ("bell_rung", 3, {"times": 2, "by": "x"})


def test_earlier_versions_are_lifted() -> None:
    assert decode_event(EDITION, "bell_rung", 1, {"count": 2}) == BellRung(2, "")
    assert decode_event(EDITION, "bell_rung", 2, {"times": 2}) == BellRung(2, "")
    assert decode_event(EDITION, "bell_rung", 3, {"times": 2, "by": "x"}) == BellRung(2, "x")


def test_an_event_whose_name_is_no_longer_given_is_read_as_what_it_is_today() -> None:
    assert decode_event(EDITION, "sexton_rang", 1, {"times": 2}) == BellRung(2, "the sexton")
    with pytest.raises(Malformed, match="no event 'sexton_rang'"):
        decode_event(EDITION, "sexton_rang", 2, {"times": 2})


@pytest.mark.parametrize(
    ("type_name", "version", "by", "payload"),
    [
        ("bell_rung", 1, "", b'{"count":2}'),
        ("bell_rung", 2, "", b'{"times":2}'),
        ("sexton_rang", 1, "the sexton", b'{"times":2}'),
    ],
)
def test_an_event_is_written_as_an_earlier_release_wrote_it(
    type_name: str, version: int, by: str, payload: bytes
) -> None:
    then = written_then(EDITION, BellRung(2, by), type_name, version)
    assert then[:3] == (type_name, version, payload)
    assert then.ending == b'"type":"%b","version":%d' % (type_name.encode(), version)


@pytest.mark.parametrize(
    ("type_name", "version", "by"),
    [
        ("bell_rung", 2, "x"),  # that form would not say who
        ("sexton_rang", 1, ""),  # that one would say somebody else
        ("bell_rung", 3, "x"),
        ("gong", 1, "x"),
    ],
)
def test_an_event_is_written_as_today_where_the_form_of_then_says_something_else(
    type_name: str, version: int, by: str
) -> None:
    event = BellRung(2, by)
    assert written_then(EDITION, event, type_name, version) == written(EDITION, event)


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
