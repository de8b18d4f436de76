"""One way to act: every accepted command is in the log exactly once, and a refusal changes nothing."""

from typing import Any
from uuid import uuid4

import pytest

from games.accounts.models import User
from games.problems import Problem
from games.tables import live
from games.tables.models import Game
from games.tables.services.absence import go_away
from games.tables.services.commands import carry_out
from games.tables.services.judging import Submission
from tests.games.tables.given import a_game, a_lobby, first_move, play_on, submit

pytestmark = pytest.mark.django_db


def refusal(game: Game, user: User, type: str, **fields: Any) -> Problem:
    head = Game.objects.get(pk=game.pk).head_seq
    with pytest.raises(Problem) as refused:
        submit(game, user, type, **fields)
    assert Game.objects.get(pk=game.pk).head_seq == head
    return refused.value


def test_a_move_is_answered_with_the_events_it_caused(pia: User) -> None:
    game = a_game(pia)
    before = game.head_seq
    move = first_move(game, 0)
    accepted = submit(game, pia, **move)
    game.refresh_from_db()
    assert (accepted.first_seq, accepted.seq) == (before + 1, game.head_seq)
    assert accepted.events[0]["type"] == "tickets_kept"
    [command] = game.commands.all()
    assert command.body == {**move, "seat": 0}
    assert (command.actor, command.user_id) == ("player", pia.pk)


def test_the_same_command_twice_counts_once_and_is_answered_alike(pia: User) -> None:
    game = a_game(pia)
    move = first_move(game, 0) | {"command_id": uuid4(), "expected_seq": game.head_seq}
    first = submit(game, pia, **move)
    assert submit(game, pia, **move) == first
    assert submit(game, pia, **move | {"expected_seq": first.seq}) == first
    assert game.commands.count() == 1


def test_a_command_is_answered_alike_though_an_ai_plays_the_seat_by_now(pia: User) -> None:
    game = a_game(pia)
    move = first_move(game, 0) | {"command_id": uuid4(), "expected_seq": game.head_seq}
    first = submit(game, pia, **move)
    go_away(pia, game.id, "")
    assert submit(game, pia, **move) == first
    assert refusal(game, pia, **move | {"command_id": uuid4()}).kind == "handed-over"


def test_who_moves_is_answered_after_the_commit_and_before_who_watches(
    pia: User, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    game = a_game(pia)
    happened: list[str] = []
    monkeypatch.setattr(live, "local_listeners", [lambda moves: happened.append("told")])
    one = Submission(
        game.id, uuid4(), first_move(game, 0), user_id=pia.pk, expected_seq=game.head_seq
    )
    with django_capture_on_commit_callbacks(execute=True):
        outcomes = carry_out([one], lambda answers: happened.append(f"answered {answers[0].seq}"))  # type: ignore[union-attr]
        assert not happened
    assert happened == [f"answered {outcomes[0].seq}", "told"]  # type: ignore[union-attr]


def test_a_command_id_can_not_be_used_for_something_else(pia: User) -> None:
    game = a_game(pia)
    command_id = uuid4()
    move = first_move(game, 0)
    submit(game, pia, **move, command_id=command_id)
    problem = refusal(game, pia, "draw_blind", command_id=command_id)
    assert (problem.status_code, problem.kind) == (409, "command-id-reused")


def test_an_old_position_is_answered_with_what_was_missed(pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    seen = game.head_seq
    submit(game, paul, **first_move(game, 1))
    problem = refusal(game, pia, **first_move(game, 0), expected_seq=seen)
    assert (problem.status_code, problem.kind) == (409, "conflict")
    assert problem.more["seq"] == game.head_seq
    [missed] = problem.more["missed"]
    assert missed["type"] == "tickets_kept"
    # What the other kept is still their secret.
    assert missed["kept"] is None


def test_a_position_from_the_future_is_a_conflict_too(pia: User) -> None:
    game = a_game(pia)
    assert refusal(game, pia, **first_move(game, 0), expected_seq=999).status_code == 409


def test_an_illegal_move_names_the_rule_and_the_figures(pia: User) -> None:
    game = a_game(pia)
    problem = refusal(game, pia, "keep_tickets", tickets=[])
    assert (problem.status_code, problem.more["rule"]) == (422, "CG-S5")
    assert "at least 1" in problem.sentence


@pytest.mark.parametrize(
    ("command", "says"),
    [
        ({"type": "fly"}, "knows"),
        ({"type": None}, "knows"),
        ({"type": "keep_tickets", "tickets": "all"}, "list"),
        ({"type": "keep_tickets", "tickets": [], "secret": 1}, "no field"),
        ({"type": "keep_tickets"}, "needs the field"),
    ],
)
def test_what_is_no_command_is_malformed(pia: User, command: dict[str, Any], says: str) -> None:
    game = a_game(pia)
    submission = Submission(game.id, uuid4(), command, user_id=pia.pk, expected_seq=game.head_seq)
    [problem] = carry_out([submission])
    assert isinstance(problem, Problem)
    assert problem.status_code == 400
    assert says in problem.sentence


def test_nobody_moves_for_another_seat(pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    assert refusal(game, pia, **first_move(game, 1), seat=1).kind == "not-your-seat"


def test_who_has_no_seat_can_not_move(pia: User, paul: User) -> None:
    game = a_game(pia)
    assert refusal(game, paul, **first_move(game, 0)).status_code == 403


def test_a_private_game_is_not_even_there_for_others(pia: User, paul: User) -> None:
    game = a_game(pia, visibility=Game.Visibility.PRIVATE)
    assert refusal(game, paul, **first_move(game, 0)).status_code == 404
    assert refusal(game, paul, "nonsense").status_code == 404
    assert refusal(game, paul, **first_move(game, 0), seat=7).status_code == 404
    lobby = a_lobby(pia, visibility=Game.Visibility.PRIVATE)
    assert refusal(lobby, paul, "draw_blind").status_code == 404


@pytest.mark.parametrize("seat", [None, 0.0, False, "0", [0]])
def test_a_seat_is_a_number(pia: User, seat: Any) -> None:
    game = a_game(pia)
    assert refusal(game, pia, **first_move(game, 0), seat=seat).status_code in (400, 403)


@pytest.mark.parametrize(
    "command",
    [
        {"type": "score_round"},
        {"type": "reveal_seed", "seed": "00" * 32},
        {"type": "pause_game", "reason": "I'm losing"},
        {"type": "hand_over_seat", "seat": 1, "to": "", "reason": "-"},
    ],
)
def test_no_player_sends_what_the_service_or_a_judge_sends(
    pia: User, command: dict[str, Any]
) -> None:
    game = a_game(pia)
    assert refusal(game, pia, **command).kind == "not-a-move"


def test_a_game_that_has_not_begun_takes_no_moves(pia: User) -> None:
    game = a_lobby(pia)
    assert refusal(game, pia, "draw_blind", expected_seq=0).kind == "not-running"


def test_a_game_that_is_not_there_is_not_found(pia: User) -> None:
    [problem] = carry_out([Submission(uuid4(), uuid4(), {"type": "pass"}, user_id=pia.pk)])
    assert isinstance(problem, Problem)
    assert problem.status_code == 404


def test_four_ais_play_a_game_to_its_end_and_the_seed_is_revealed() -> None:
    game = play_on(a_game())
    assert game.status == Game.Status.OVER
    assert game.events.filter(type="seed_revealed").count() == 1
    assert sorted(standing["place"] for standing in game.result["standings"])[0] == 1
