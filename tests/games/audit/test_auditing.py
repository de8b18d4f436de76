"""The continuous audit: it finds what is wrong, says where, and changes nothing."""

import pytest
from django.test import Client
from django.utils import timezone

from games.audit import auditing
from games.audit.models import AuditAlarm, GameAudit
from games.audit.tasks import audit
from games.tables.models import Game, GameEvent
from rules import editions
from tests.games.audit.given import a_logged_game
from tests.games.guards import guards_down

pytestmark = pytest.mark.django_db


def rows(game: Game) -> list[tuple[int, str, str]]:
    return list(game.events.order_by("seq").values_list("seq", "type", "digest"))


def test_a_good_game_raises_no_alarm_and_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    game = a_logged_game()
    audit()
    assert AuditAlarm.objects.count() == 0
    assert GameAudit.objects.get(game=game).is_good


def test_a_changed_event_is_named_and_left_alone() -> None:
    game = a_logged_game()
    event = game.events.get(seq=9)
    with guards_down():
        GameEvent.objects.filter(game=game, seq=9).update(payload={**event.payload, "seat": 7})
    before = rows(game)
    alarms = auditing.audit_game(game)
    assert [alarm.seq for alarm in alarms if alarm.kind == AuditAlarm.Kind.GAME] == [9]
    assert rows(game) == before
    auditing.audit_game(game)
    assert AuditAlarm.objects.count() == len(alarms)


def test_a_changed_result_is_found() -> None:
    game = a_logged_game()
    result = game.result
    result["standings"].reverse()
    Game.objects.filter(id=game.id).update(result=result)
    game.refresh_from_db()
    [alarm] = auditing.audit_game(game)
    assert alarm.kind == AuditAlarm.Kind.PROJECTION


def test_a_new_version_of_the_code_checks_everything_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    games = [a_logged_game() for _ in range(3)]
    auditing.audit_some(3)
    assert {x.code for x in GameAudit.objects.all()} == {auditing.code_digest()}
    monkeypatch.setattr(auditing, "code_digest", lambda: "upgraded")
    auditing.audit_some(2)
    assert GameAudit.objects.filter(code="upgraded").count() == 2
    auditing.audit_some(2)
    assert GameAudit.objects.filter(code="upgraded").count() == len(games)


def test_code_that_judges_a_past_game_differently_raises_an_alarm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = a_logged_game()
    edition = editions()[game.edition]
    opened = game.events.get(seq=1)
    assert opened.payload["data_digest"] == edition.data_digest
    monkeypatch.setattr(edition, "conserved", lambda state: "a card is gone")
    [alarm] = auditing.audit_game(game)
    dealt = game.events.filter(command_id=None).count()
    assert alarm.message == f"After event {dealt} a card is gone."
    assert alarm.seq == dealt


def test_the_audit_goes_round_and_rests_in_between() -> None:
    games = [a_logged_game() for _ in range(3)]
    assert [auditing.audit_some(1) for _ in range(4)] == [1, 1, 1, 0]
    an_hour_ago = timezone.now() - auditing.CHECKED_AGAIN_AFTER
    GameAudit.objects.filter(game=games[1]).update(audited_at=an_hour_ago)
    assert auditing.audit_some(3) == 1
    assert GameAudit.objects.latest("audited_at").game == games[1]


def test_an_alarm_shows_in_the_metrics(client: Client) -> None:
    game = a_logged_game()

    def figures() -> str:
        return client.get("/metrics").content.decode()

    assert "roundhouse_audit_games_unchecked 1.0" in figures()
    auditing.audit_game(game)
    assert "roundhouse_audit_games_unchecked 0.0" in figures()
    assert "roundhouse_audit_alarms_open 0.0" in figures()
    auditing.raise_alarm(game, AuditAlarm.Kind.GAME, 3, "Event 3 diverges.")
    assert "roundhouse_audit_alarms_open 1.0" in figures()
    assert f"roundhouse_log_entries {float(game.head_seq)}" in figures()
    assert str(game.id) not in figures()
