"""When a seat's time is over, what the table agreed on happens, and it is in the log."""

from typing import Any

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from games.accounts.models import User
from games.problems import Problem
from games.tables import event_store, snapshots, tasks
from games.tables.models import Game
from games.tables.presentation import clock_json
from games.tables.services.absence import call_in_an_ai, come_back, go_away
from games.tables.services.clocks import run_out
from games.tables.services.rulings import ask_to
from tests.games.tables.given import a_game, first_move, play_on, submit

pytestmark = pytest.mark.django_db

PER_TURN = {"kind": "per_turn", "seconds": 60}


def to_the_turns(game: Game, *people: User) -> Game:
    """Everybody keeps tickets; then seat 0 has the first turn."""
    for seat, user in enumerate(people):
        submit(game, user, **first_move(game, seat))
    return play_on(game)


def commands(game: Game) -> list[tuple[str, str]]:
    return [(c.actor, c.body["type"]) for c in game.commands.order_by("first_seq")]


def test_before_the_deadline_nothing_happens(pia: User, later: Any) -> None:
    game = to_the_turns(a_game(pia, time_control=PER_TURN), pia)
    later(seconds=50)
    run_out(game.id, game.head_seq)
    assert Game.objects.get(pk=game.pk).head_seq == game.head_seq


def test_by_correspondence_a_turn_has_days(pia: User, later: Any) -> None:
    three_days = {"kind": "correspondence", "seconds": 3 * 86_400}
    game = to_the_turns(a_game(pia, time_control=three_days, on_run_out="forfeit"), pia)
    later(days=2, hours=23)
    run_out(game.id, game.head_seq)
    assert commands(game)[-1][0] != "clock"
    later(hours=1)
    run_out(game.id, game.head_seq)
    assert commands(game)[-1] == ("clock", "forfeit_seat")


def test_an_ai_plays_on(pia: User, later: Any) -> None:
    game = to_the_turns(a_game(pia, time_control=PER_TURN, on_run_out="ai", seats=2), pia)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    assert commands(game)[-1] == ("clock", "hand_over_seat")
    assert play_on(game).status == Game.Status.OVER


def test_the_seat_forfeits_and_ranks_last(pia: User, later: Any) -> None:
    game = to_the_turns(a_game(pia, time_control=PER_TURN, on_run_out="forfeit", seats=2), pia)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    game = play_on(game)
    assert game.result["standings"][-1]["seat"] == 0


def test_a_judge_is_called(pia: User, later: Any) -> None:
    game = to_the_turns(a_game(pia, time_control=PER_TURN, on_run_out="judge"), pia)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    game.refresh_from_db()
    assert (game.paused, game.judge_called, game.deadline) == (True, True, None)


def test_where_no_judge_comes_those_who_play_agree_to_go_on(
    pia: User, paul: User, later: Any
) -> None:
    game = to_the_turns(a_game(pia, paul, time_control=PER_TURN, on_run_out="judge"), pia, paul)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    assert ask_to(pia, game.id, "resume") == [1]
    ask_to(paul, game.id, "resume")
    assert commands(game)[-2:] == [("agreement", "extend_time"), ("agreement", "resume_game")]
    later(seconds=50)
    submit(game, pia, **first_move(game, 0))


def test_where_no_judge_comes_an_ai_plays_for_who_is_gone(
    pia: User, paul: User, later: Any
) -> None:
    game = to_the_turns(a_game(pia, paul, time_control=PER_TURN, on_run_out="judge"), pia, paul)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    later(seconds=301)
    call_in_an_ai(paul, game.id, 0)
    ask_to(paul, game.id, "resume")
    assert play_on(game).waiting_on == [1]


def test_in_a_tournament_the_judge_who_was_called_decides(pia: User, later: Any) -> None:
    settings = {"time_control": PER_TURN, "on_run_out": "judge", "scope": "tournament-7"}
    game = to_the_turns(a_game(pia, **settings), pia)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    with pytest.raises(Problem, match="Time ran out: a judge decides"):
        ask_to(pia, game.id, "resume")


def test_a_judge_who_was_called_gives_more_time_and_the_game_goes_on(
    pia: User, jun: User, later: Any
) -> None:
    game = to_the_turns(a_game(pia, time_control=PER_TURN, on_run_out="judge"), pia)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    page = APIClient()
    page.force_authenticate(jun)
    for ruling in ({"type": "extend_time", "seconds": 90}, {"type": "resume_game"}):
        answer = page.post(f"/api/games/{game.id}/rulings", {**ruling, "reason": "A false alarm"})
        assert answer.status_code == 200, answer.content
    game.refresh_from_db()
    assert (game.paused, game.judge_called) == (False, False)
    later(seconds=60)
    run_out(game.id, game.head_seq)
    assert commands(game)[-1] == ("judge", "resume_game")
    submit(game, pia, **first_move(game, 0))


def test_running_out_twice_counts_once(pia: User, later: Any) -> None:
    game = to_the_turns(a_game(pia, time_control=PER_TURN), pia)
    later(seconds=61)
    run_out(game.id, game.head_seq)
    run_out(game.id, game.head_seq)
    assert commands(game).count(("clock", "hand_over_seat")) == 1


def test_a_move_in_the_last_moment_wins(pia: User, later: Any) -> None:
    game = to_the_turns(a_game(pia, time_control=PER_TURN), pia)
    seq = game.head_seq
    later(seconds=59)
    submit(game, pia, **first_move(game, 0))
    later(seconds=2)
    run_out(game.id, seq)
    assert ("clock", "hand_over_seat") not in commands(game)


def test_a_choice_that_all_make_is_made_for_who_is_late(pia: User, later: Any) -> None:
    game = play_on(a_game(pia, decision_seconds=30))
    later(seconds=31)
    run_out(game.id, game.head_seq)
    assert commands(game)[-1] == ("policy:any_legal for the clock", "keep_tickets")
    game.refresh_from_db()
    assert game.waiting_on == [0]
    assert game.events.filter(type="seat_handed_over").count() == 0


def test_cg_e6_when_the_time_to_confirm_runs_out_the_proposal_stands(
    pia: User, paul: User, later: Any
) -> None:
    game = a_game(
        *(pia, paul),
        seats=2,
        options={"choose_completion": True},
        time_control={"kind": "per_turn", "seconds": 3600},
        on_run_out="forfeit",
        decision_seconds=30,
    )
    people = (pia, paul)
    while game.phase != "confirming":
        seat = game.waiting_on[0]
        submit(game, people[seat], **first_move(game, seat))
        game.refresh_from_db()
    later(seconds=31)
    for _ in people:
        run_out(game.id, game.head_seq)
        game.refresh_from_db()
    assert commands(game)[-2:] == [("policy:any_legal for the clock", "confirm_completion")] * 2
    confirmed = game.commands.filter(body__type="confirm_completion")
    assert [command.body["completions"] for command in confirmed] == [None, None]
    assert play_on(game).result["standings"]
    assert snapshots.at_head(game).state.forfeited == []


@pytest.mark.parametrize("kind", ["per_turn", "per_game"])
def test_stepping_away_and_back_wins_no_time(pia: User, later: Any, kind: str) -> None:
    control = {"kind": kind, "seconds": 60, "increment": 10 if kind == "per_game" else 0}
    game = to_the_turns(a_game(pia, time_control=control), pia)
    left = clock_json(game, timezone.now())["seats"][0]["seconds_left"]
    later(seconds=20)
    for _ in range(3):
        go_away(pia, game.id, "any_legal")
        come_back(pia, game.id)
    game.refresh_from_db()
    now = clock_json(game, timezone.now())["seats"][0]["seconds_left"]
    assert now == pytest.approx(left - 20, abs=1)


def test_the_nudge_finds_who_ran_out(
    pia: User, later: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = to_the_turns(a_game(pia, time_control=PER_TURN), pia)
    sent: list[Any] = []
    monkeypatch.setattr(tasks.run_out_clock, "apply_async", lambda **how: sent.append(how["args"]))
    tasks.nudge()
    assert sent == []
    later(seconds=61)
    tasks.nudge()
    assert sent == [[str(game.id), game.head_seq]]


def test_time_at_a_table_never_runs_backwards(pia: User, later: Any) -> None:
    game = play_on(a_game(pia))
    later(hours=-2)
    submit(game, pia, **first_move(game, 0))
    moments = list(game.events.order_by("seq").values_list("recorded_at", flat=True))
    assert moments == sorted(moments)
    assert event_store.instant(moments[0]).endswith("Z")
