"""One way to act: every accepted command is in the log exactly once, and a refusal changes nothing."""

from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from games.accounts.models import User
from games.problems import Problem
from games.tables import live, snapshots
from games.tables.models import Game, GameCommand, GameEvent, Look, SealedSeed
from games.tables.services.commands import carry_out
from games.tables.services.judging import Accepted, Submission
from games.tables.services.looks import record_look
from tests.games.tables.conftest import assert_rebuilt_equals_stored
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


def test_a_double_click_in_one_batch_counts_once(pia: User) -> None:
    game = a_game(pia)
    one = Submission(
        game.id, uuid4(), first_move(game, 0), user_id=pia.pk, expected_seq=game.head_seq
    )
    first, second = carry_out([one, one])
    assert isinstance(first, Accepted)
    assert first == second
    assert game.commands.count() == 1


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


def test_a_refusal_leaves_its_neighbours_in_the_batch_alone(pia: User, paul: User) -> None:
    games = [a_game(pia), a_game(pia), a_game(pia)]
    moves = [first_move(game, 0) for game in games]
    moves[1] = {"type": "keep_tickets", "tickets": []}
    batch = [
        Submission(game.id, uuid4(), move, user_id=pia.pk, expected_seq=game.head_seq)
        for game, move in zip(games, moves, strict=True)
    ]
    good, bad, good_too = carry_out(batch)
    assert isinstance(good, Accepted)
    assert isinstance(bad, Problem)
    assert isinstance(good_too, Accepted)


def test_a_fault_leaves_its_neighbours_in_the_batch_alone(
    pia: User, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    games = [a_game(pia), a_game(pia)]
    broken = snapshots.at_head(games[0])
    monkeypatch.setattr(type(broken.state), "copy", fault_once(type(broken.state).copy))
    batch = [Submission(game.id, uuid4(), first_move(game, 0), user_id=pia.pk) for game in games]
    bad, good = carry_out(batch)
    assert isinstance(bad, Problem)
    assert bad.status_code == 500
    assert isinstance(good, Accepted)
    # An error's text may name a hidden card: it goes nowhere.
    assert "locomotive" not in bad.sentence
    assert "locomotive" not in caplog.text


def fault_once(copy: Any) -> Any:
    calls = []

    def failing(self: Any) -> Any:
        calls.append(1)
        if len(calls) == 1:
            raise KeyError("locomotive")
        return copy(self)

    return failing


def test_several_seats_of_a_game_can_choose_in_one_batch(pia: User, paul: User) -> None:
    game = a_game(pia, paul)
    batch = [
        Submission(game.id, uuid4(), first_move(game, seat), user_id=user.pk)
        for seat, user in enumerate((pia, paul))
    ]
    first, second = carry_out(batch)
    assert isinstance(first, Accepted)
    assert isinstance(second, Accepted)
    assert second.first_seq == first.seq + 1


def test_an_unexpected_clash_is_retried_alone_and_then_a_conflict(
    pia: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Should the locks ever fail, the primary key still lets nobody overwrite a position."""
    games = [a_game(pia), a_game(pia)]
    batch = [Submission(game.id, uuid4(), first_move(game, 0), user_id=pia.pk) for game in games]
    taken = GameEvent.objects.get(game=games[0], seq=games[0].head_seq)
    taken.seq += 1
    taken.save(force_insert=True)
    clash, good = carry_out(batch)
    assert isinstance(clash, Problem)
    assert clash.status_code == 409
    assert isinstance(good, Accepted)
    # And the check after every scenario notices such a log.
    with pytest.raises(AssertionError):
        assert_rebuilt_equals_stored(Game.objects.get(pk=games[0].pk))
    Game.objects.filter(pk=games[0].pk).update(head_seq=0)


FORGED = [(GameEvent, "type"), (GameCommand, "actor"), (Look, "what")]


@pytest.mark.parametrize(("model", "field"), FORGED)
def test_the_database_itself_refuses_to_change_or_delete_the_log(
    pia: User, model: Any, field: str
) -> None:
    game = a_game(pia)
    submit(game, pia, **first_move(game, 0))
    record_look(pia.pk, game.id, "view", 1)
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.filter(game=game).update(**{field: "forged"})
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        model.objects.filter(game=game).delete()


def test_the_database_itself_refuses_to_exchange_a_seed() -> None:
    game = a_game()
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        SealedSeed.objects.filter(game=game).update(seed=bytes(32))


def test_the_database_itself_keeps_the_seed_of_a_game_that_has_begun() -> None:
    game = a_game()
    with pytest.raises(DatabaseError, match="begun is kept"), transaction.atomic():
        SealedSeed.objects.filter(game=game).delete()
    game.sealed_seed.refresh_from_db()


def test_a_lobby_that_never_began_takes_its_seed_along() -> None:
    a_lobby().delete()
    assert not SealedSeed.objects.exists()


def test_the_database_itself_refuses_to_put_an_event_in_the_place_of_another() -> None:
    game = a_game()
    if connection.vendor == "postgresql":
        place = "INSERT INTO tables_gameevent SELECT * FROM tables_gameevent WHERE seq = 1"
        place += " ON CONFLICT (game_id, seq) DO UPDATE SET type = 'forged'"
    else:
        # It removes the row that is in the way, and that is a deletion like any other.
        place = "REPLACE INTO tables_gameevent SELECT * FROM tables_gameevent WHERE seq = 1"
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        connection.cursor().execute(place)
    assert game.events.get(seq=1).type == "game_opened"


def test_who_made_a_move_can_be_forgotten_and_the_chain_holds(pia: User) -> None:
    game = a_game(pia)
    submit(game, pia, **first_move(game, 0))
    pia.delete()
    assert game.commands.get().user_id is None
    assert game.events.exists()


def test_four_ais_play_a_game_to_its_end_and_the_seed_is_revealed() -> None:
    game = play_on(a_game())
    assert game.status == Game.Status.OVER
    assert game.events.filter(type="seed_revealed").count() == 1
    assert sorted(standing["place"] for standing in game.result["standings"])[0] == 1


def test_a_process_that_missed_moves_reads_the_tail(pia: User) -> None:
    game = a_game(pia)
    old = game, snapshots.at_head(game)
    submit(game, pia, **first_move(game, 0))
    snapshots.remember(*old)
    game.refresh_from_db()
    assert snapshots.at_head(game).digest == game.head_digest


def test_a_process_with_another_history_forgets_it(pia: User) -> None:
    """As after a restored backup: same position, other events."""
    game = a_game(pia)
    known = snapshots.at_head(game)
    snapshots.remember(game, known._replace(digest="0" * 64, seq=known.seq - 1))
    assert snapshots.at_head(game).digest == game.head_digest
