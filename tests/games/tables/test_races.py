"""Many at the same moment: real threads, real commits."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection

from games.accounts.models import User
from games.problems import Problem
from games.tables.models import Game
from games.tables.services.commands import carry_out
from games.tables.services.judging import Accepted, Submission
from tests.games.tables.given import a_game, first_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("committed")]

THREADS = 8


def race(batches: list[list[Submission]]) -> list[Accepted | Problem]:
    def run(batch: list[Submission]) -> list[Accepted | Problem]:
        try:
            return carry_out(batch)
        finally:
            connection.close()

    with ThreadPoolExecutor(THREADS) as pool:
        return [outcome for outcomes in pool.map(run, batches) for outcome in outcomes]


def test_of_two_hundred_commands_at_one_position_one_wins(pia: User) -> None:
    game = a_game(pia)
    move = first_move(game, 0)
    racing = [
        [Submission(game.id, uuid4(), move, user_id=pia.pk, expected_seq=game.head_seq)]
        for _ in range(200)
    ]
    outcomes = race(racing)
    [winner] = [outcome for outcome in outcomes if isinstance(outcome, Accepted)]
    losers = [outcome for outcome in outcomes if isinstance(outcome, Problem)]
    assert [loser.status_code for loser in losers] == [409] * 199
    # Each loser is told what it missed, and nothing is lost.
    assert all(loser.more["seq"] == winner.seq for loser in losers)
    assert game.commands.get().command_id == winner.command_id


def test_one_command_from_many_devices_counts_once(pia: User) -> None:
    game = a_game(pia)
    one = Submission(
        game.id, uuid4(), first_move(game, 0), user_id=pia.pk, expected_seq=game.head_seq
    )
    outcomes = race([[one]] * 40)
    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert game.commands.count() == 1


def test_batches_that_share_games_do_not_wait_for_each_other_in_a_circle(pia: User) -> None:
    games = [a_game(pia) for _ in range(6)]
    moves = {game.id: first_move(game, 0) for game in games}
    batches = []
    for number in range(24):
        mine = games if number % 2 else games[::-1]
        batches.append(
            [Submission(game.id, uuid4(), moves[game.id], user_id=pia.pk) for game in mine]
        )
    outcomes = race(batches)
    assert sum(isinstance(outcome, Accepted) for outcome in outcomes) == len(games)
    assert {game.commands.count() for game in Game.objects.all()} == {1}
