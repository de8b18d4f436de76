"""A game that a process knows by heart is moved with one visit to the database, and by nothing that has
changed meanwhile."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.accounts.models import User
from games.problems import Problem
from games.tables import snapshots
from games.tables.models import Game, GameCommand, Seat
from games.tables.services import committer, from_memory
from games.tables.services.committer import Outcome, Request
from games.tables.services.judging import Accepted, Submission
from games.tables.services.rulings import ask_to
from tests.games.tables.given import a_game, a_user, first_move, submit

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("committed")]


def known_by_heart(pia: User, tom: User) -> Game:
    """Both have chosen their tickets, so that this process has moved the game; pia is next."""
    game = a_game(pia, tom, seats=2)
    for number, person in enumerate((pia, tom)):
        submit(game, person, **first_move(game, number))
    game.refresh_from_db()
    return game


def next_move(game: Game, person: User, seat: int = 0, **more: Any) -> Submission:
    game.refresh_from_db()
    given = {"expected_seq": game.head_seq, "user_id": person.pk} | more
    return Submission(game.id, uuid4(), first_move(game, seat), **given)


def carried_out(*batch: Submission) -> list[Outcome]:
    """As the committer does it."""
    outcomes: dict[int, Outcome] = {}
    requests = [
        Request(one, lambda outcome, n=n: outcomes.update({n: outcome}), time.perf_counter())  # type: ignore[misc]
        for n, one in enumerate(batch)
    ]
    committer._carry_out({id(request): request for request in requests})
    return [outcomes[n] for n in range(len(batch))]


@contextmanager
def elsewhere() -> Iterator[None]:
    """This process knows nothing of what happens inside: as if another had done it."""
    before = snapshots._recent.copy()
    yield
    snapshots._recent.clear()
    snapshots._recent.update(before)


@pytest.fixture
def tom(pia: User) -> User:
    return a_user("tom")


def test_one_statement_judges_writes_and_commits(pia: User, tom: User) -> None:
    game = known_by_heart(pia, tom)
    move = next_move(game, pia)
    with CaptureQueriesContext(
        connection,
    ) as visits:
        [outcome] = carried_out(move)
    assert isinstance(outcome, Accepted)
    assert GameCommand.objects.get(command_id=move.command_id).last_seq == outcome.seq
    if connection.vendor == "postgresql":
        assert len(visits) == 1
    else:
        assert not from_memory.is_possible()


def test_what_others_have_moved_is_judged_by_the_log(pia: User, tom: User) -> None:
    game = known_by_heart(pia, tom)
    late = next_move(game, pia)
    with elsewhere():
        [first] = carried_out(next_move(game, pia))
    assert isinstance(first, Accepted)
    [outcome] = carried_out(late)
    assert isinstance(outcome, Problem)
    assert (outcome.status_code, outcome.more["seq"]) == (409, first.seq)
    assert outcome.more["missed"] == first.events
    game.refresh_from_db()
    [awaited] = game.waiting_on
    [following] = carried_out(next_move(game, (pia, tom)[awaited], awaited))
    assert isinstance(following, Accepted)


def test_a_repeated_command_gets_the_first_answer(pia: User, tom: User) -> None:
    game = known_by_heart(pia, tom)
    move = next_move(game, pia)
    with elsewhere():
        [first] = carried_out(move)
    assert carried_out(move, move) == [first, first]
    assert carried_out(move) == [first]
    assert GameCommand.objects.filter(command_id=move.command_id).count() == 1


def test_a_seat_that_is_somebody_else_s_by_now_is_theirs(pia: User, tom: User) -> None:
    game = known_by_heart(pia, tom)
    eve = a_user("eve")
    move = next_move(game, pia)
    Seat.objects.filter(game=game, number=0).update(user=eve)
    [refused] = carried_out(move)
    assert isinstance(refused, Problem)
    assert refused.kind == "not-your-seat"
    [accepted] = carried_out(move._replace(user_id=eve.pk))
    assert isinstance(accepted, Accepted)


def test_who_asks_for_a_pause_does_so_until_their_own_move(pia: User, tom: User) -> None:
    game = known_by_heart(pia, tom)
    ask_to(tom, game.id, "pause")
    while game.waiting_on == [0]:
        assert [seat.number for seat in game.seats.exclude(asks_to="")] == [1]
        carried_out(next_move(game, pia))
        game.refresh_from_db()
    carried_out(next_move(game, tom, 1))
    assert not game.seats.exclude(asks_to="")


def test_nobody_pays_for_a_neighbor(pia: User, tom: User) -> None:
    games = [known_by_heart(pia, tom) for _ in range(4)]
    moves = [next_move(game, pia) for game in games]
    moves[1] = moves[1]._replace(user_id=tom.pk)  # it is not his turn
    with elsewhere():
        carried_out(next_move(games[2], pia))
    outcomes = carried_out(*moves, moves[3])
    assert [isinstance(outcome, Accepted) for outcome in outcomes] == [
        True,
        False,
        False,
        True,
        True,
    ]
    assert [outcome.kind for outcome in outcomes if isinstance(outcome, Problem)] == [
        "illegal-move",
        "conflict",
    ]
    assert outcomes[3] == outcomes[4]


def test_a_command_id_that_is_used_again_harms_nobody(pia: User, tom: User) -> None:
    game, other = known_by_heart(pia, tom), known_by_heart(pia, tom)
    used = GameCommand.objects.filter(game=game).first()
    assert used is not None
    again = next_move(game, pia)._replace(command_id=used.command_id)
    refused, accepted = carried_out(again, next_move(other, pia))
    assert isinstance(refused, Problem)
    assert refused.kind == "command-id-reused"
    assert isinstance(accepted, Accepted)


def test_of_many_who_all_know_the_game_by_heart_one_wins(pia: User, tom: User) -> None:
    game = known_by_heart(pia, tom)
    racing = [next_move(game, pia) for _ in range(60)]

    def run(one: Submission) -> Outcome:
        try:
            return carried_out(one)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(run, racing))
    [winner] = [outcome for outcome in outcomes if isinstance(outcome, Accepted)]
    losers = [outcome for outcome in outcomes if isinstance(outcome, Problem)]
    assert [loser.status_code for loser in losers] == [409] * 59
    assert all(loser.more["seq"] == winner.seq for loser in losers)


def test_a_move_waits_for_nobody_who_has_locked_the_player_s_account(pia: User, tom: User) -> None:
    """As who erases it does. SQLite has one lock for everything."""
    game = known_by_heart(pia, tom)
    move = next_move(game, pia)

    def run() -> Outcome:
        try:
            if connection.vendor == "postgresql":
                connection.cursor().execute("SET lock_timeout = '2s'")
            return carried_out(move)[0]
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, ExitStack() as locked:
        if connection.vendor == "postgresql":
            locked.enter_context(transaction.atomic())
            User.objects.select_for_update().get(pk=pia.pk)
        assert isinstance(pool.submit(run).result(20), Accepted)
