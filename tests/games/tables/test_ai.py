"""An AI plays its turn once, sees only its own view, and can never hold up or break a game."""

from typing import Any

import pytest
import redis
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings

from games import broker
from games.accounts.models import User
from games.tables import live, tasks
from games.tables.models import Game
from games.tables.services import ai
from games.tables.services.dues import settle_due
from rules import Edition, editions
from tests.games.tables.given import a_game, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture
def policies(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The edition's policies, to which a test may add its own."""
    edition: Edition = editions()["card_game"]
    own = dict(edition.policies)
    monkeypatch.setattr(edition, "policies", own)
    return own


def last_actor(game: Game) -> str:
    command = game.commands.order_by("-first_seq").first()
    assert command is not None
    return command.actor


def play_one(game: Game) -> str:
    ai.play_ai_turn(game.id, game.head_seq)
    return last_actor(game)


def test_a_turn_is_played_once_however_often_it_is_asked_for() -> None:
    game = a_game()
    seq = game.head_seq
    ai.play_ai_turn(game.id, seq)
    ai.play_ai_turn(game.id, seq)
    assert game.commands.count() == 1


def test_the_log_says_which_policy_moved() -> None:
    assert play_one(a_game()) == "policy:any_legal"


def test_a_policy_that_fails_is_replaced_by_a_simple_move(
    policies: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    def broken(view: Any, moves: Any, dice: Any) -> Any:
        raise RuntimeError(f"I hold {view['hands']}")

    policies["broken"] = broken
    game = a_game(policy="broken", seats=2)
    assert play_one(game) == "policy:any_legal for broken, which failed"
    # An AI knows its hand; its errors must not.
    assert "I hold" not in caplog.text
    assert play_on(game).status == Game.Status.OVER


def test_a_policy_that_thinks_too_long_is_replaced(policies: dict[str, Any]) -> None:
    def slow(view: Any, moves: Any, dice: Any) -> Any:
        raise SoftTimeLimitExceeded

    policies["slow"] = slow
    assert play_one(a_game(policy="slow")) == "policy:any_legal for slow, which overran its time"


def test_a_policy_that_killed_its_worker_is_not_asked_again(
    policies: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = 0

    def killer(view: Any, moves: Any, dice: Any) -> Any:
        nonlocal asked
        asked += 1
        raise SystemExit  # as far as the game can tell

    policies["killer"] = killer
    game = a_game(policy="killer")
    monkeypatch.setattr(ai, "LATE_AFTER", -1)
    for _ in range(2):
        with pytest.raises(SystemExit):
            play_one(game)
    monkeypatch.setattr(ai, "FAULTY_AFTER", 0)
    assert play_one(game) == "policy:any_legal for killer, which overran its time"
    assert asked == 2


def test_a_policy_that_nobody_asked_while_the_workers_were_away_is_asked_when_they_are_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ai, "LATE_AFTER", -1)
    monkeypatch.setattr(ai, "FAULTY_AFTER", 0)
    assert play_one(a_game()) == "policy:any_legal"


def test_who_was_asked_is_forgotten_with_redis_and_nothing_else_is(
    settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    monkeypatch.setattr(ai, "LATE_AFTER", -1)
    assert broker.seconds_since_first("anything") == 0
    assert play_one(a_game()) == "policy:any_legal"


def test_a_policy_that_cheats_is_replaced(policies: dict[str, Any]) -> None:
    from rules import decode_command

    def cheat(view: Any, moves: Any, dice: Any) -> Any:
        return decode_command(
            editions()["card_game"], {"type": "keep_tickets", "seat": 0, "tickets": []}
        )

    policies["cheat"] = cheat
    game = a_game(policy="cheat")
    assert play_one(game) == "policy:any_legal for cheat, which chose an illegal move"


def test_a_policy_that_is_gone_from_this_release_is_replaced() -> None:
    game = a_game(policy="retired")
    assert play_one(game) == "policy:any_legal for retired, which is not known here"


def test_a_policy_sees_its_own_hand_and_no_other(policies: dict[str, Any]) -> None:
    seen: list[Any] = []

    def curious(view: Any, moves: Any, dice: Any) -> Any:
        seen.append(view)
        return ai_any(view, moves, dice)

    ai_any = policies["any_legal"]
    policies["curious"] = curious
    game = a_game(policy="curious")
    ai.play_ai_turn(game.id, game.head_seq)
    [view] = seen
    assert isinstance(view["hands"][0], dict)
    assert view["hands"][1:] == [8, 8, 8]
    assert view["deck"] == 59


def test_a_due_command_is_settled_once() -> None:
    game = play_on(a_game(seats=2))
    before = game.events.count()
    settle_due(game.id, game.head_seq)
    assert game.events.count() == before


def sent_by(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    sent: list[tuple[str, Any]] = []

    class App:
        @staticmethod
        def send_task(name: str, **how: Any) -> None:
            sent.append((name, how))

    monkeypatch.setattr(tasks, "current_app", App)
    return sent


def test_the_nudge_asks_again_for_a_turn_that_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    sent = sent_by(monkeypatch)
    game = a_game()
    tasks.nudge()
    assert sent == []  # the task may still be on its way
    monkeypatch.setattr(tasks, "PATIENCE", -1)
    tasks.nudge()
    [(name, how)] = sent
    assert name == "games.tables.tasks.play_ai_turn"
    assert how["args"] == [str(game.id), game.head_seq]


def test_while_the_workers_are_merely_busy_the_nudge_leaves_them_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "PATIENCE", -1)
    monkeypatch.setattr(tasks, "ALWAYS_NUDGED", 1)
    sent = sent_by(monkeypatch)
    games = [a_game(seats=2) for _ in range(4)]
    live.outbox().flush(5)
    with redis.from_url(settings.REDIS_URL) as broker:
        for on_their_way, asked_again in ((4, 1), (2, 2), (0, 4)):
            broker.delete("ai", "unacked")
            for task in range(on_their_way):  # half of them with a worker
                if task % 2:
                    broker.hset("unacked", str(task), "taken")
                else:
                    broker.lpush("ai", "waiting")
            sent.clear()
            tasks.nudge()
            assert len(sent) == asked_again
            assert sent[0][1]["args"] == [str(games[0].id), games[0].head_seq], "the oldest first"
        broker.delete("ai", "unacked")


def test_the_nudge_reveals_the_seed_of_a_game_that_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = a_game(seats=2)
    while Game.objects.get(pk=game.pk).status == Game.Status.RUNNING:
        play_on(game, 1)
    sent = sent_by(monkeypatch)
    monkeypatch.setattr(tasks, "PATIENCE", -1)
    tasks.nudge()
    assert [name for name, _ in sent] == ["games.tables.tasks.settle_due"]


def test_people_and_paused_games_are_not_nudged(pia: User, monkeypatch: pytest.MonkeyPatch) -> None:
    sent = sent_by(monkeypatch)
    monkeypatch.setattr(tasks, "PATIENCE", -1)
    play_on(a_game(pia))
    tasks.nudge()
    assert sent == []


def test_an_ai_moves_at_a_human_pace_unless_told_otherwise() -> None:
    _, how = live.next_task(a_game(ai_pace=1500)) or ("", {})
    assert how["countdown"] == 1.5


def test_no_task_carries_anything_but_where_to_look() -> None:
    game = a_game()
    _, how = live.next_task(game) or ("", {})
    assert how["args"] == [str(game.id), game.head_seq]
