"""One person, one address and one socket may only do so much within a minute."""

import pytest
from django.conf import LazySettings

from games.accounts import rates


@pytest.fixture(autouse=True)
def three_a_minute(settings: LazySettings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.RATE_LIMITS = {"command_user": (3, 60), "socket_user": (0, 60)}
    monkeypatch.setattr(rates, "_windows", {})


def is_refused(limit: str, subject: object) -> bool:
    return rates.refusal(limit, subject) is not None


def test_what_is_too_much_is_refused_with_the_time_to_wait() -> None:
    assert [is_refused("command_user", 7) for _ in range(3)] == [False] * 3
    refused = rates.refusal("command_user", 7)
    assert refused is not None
    assert (refused.status_code, refused.kind) == (429, "too-many-requests")
    assert 0 < refused.more["retry_after"] <= 60
    assert f"try again in {refused.more['retry_after']} s" in refused.sentence


def test_nobody_pays_for_somebody_else() -> None:
    assert [is_refused("command_user", 7) for _ in range(5)][-1]
    assert not is_refused("command_user", 8)


def test_a_limit_of_nothing_is_no_limit() -> None:
    assert not any(is_refused("socket_user", 7) for _ in range(1000))


def test_when_the_time_is_over_all_of_it_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [is_refused("command_user", 7) for _ in range(5)][-1]
    later = rates.time.monotonic() + 61
    monkeypatch.setattr(rates.time, "monotonic", lambda: later)
    assert not is_refused("command_user", 7)
    assert sum(rates._windows["command_user"].counts.values()) == 1
