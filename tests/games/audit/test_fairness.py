"""The decks of all finished games are tested in public, and a loaded deck would show."""

import math
import random

import pytest
from django.test import Client

from games.audit import auditing, fairness
from games.audit.chi_square import chi_square, p_value
from games.audit.models import DealTally, GameAudit
from games.tables.models import Game
from tests.games.audit.given import a_logged_game

pytestmark = pytest.mark.django_db

# From printed tables: the statistic that is exceeded with this probability.
TABLE = [
    (3.841459, 1, 0.05), (6.634897, 1, 0.01), (10.827566, 1, 0.001), (5.991465, 2, 0.05),
    (18.307038, 10, 0.05), (23.209251, 10, 0.01), (124.342113, 100, 0.05), (0.003932, 1, 0.95),
    (2.155856, 10, 0.995),
]  # fmt: skip


@pytest.mark.parametrize(("statistic", "degrees", "share"), TABLE)
def test_the_p_values_are_those_of_the_printed_tables(
    statistic: float, degrees: int, share: float
) -> None:
    assert p_value(statistic, degrees) == pytest.approx(share, rel=2e-4)


def test_two_degrees_are_an_exponential() -> None:
    for statistic in (0.01, 0.5, 1, 4, 9, 60):
        assert p_value(statistic, 2) == pytest.approx(math.exp(-statistic / 2), rel=1e-12)


def test_too_little_is_not_tested_and_small_classes_are_taken_together() -> None:
    assert chi_square([1, 2], [1.5, 1.5]) is None
    test = chi_square([10, 12, 1, 0], [10, 11, 1, 1])
    assert test is not None
    assert test.degrees == 1


def shuffle_often(rng: random.Random, loaded: bool) -> dict[str, float]:
    """The p-values after many shuffles of a small deck; loaded: the first card is put on top too often."""
    observed: dict[tuple[str, str], int] = {}
    expected: dict[tuple[str, str], float] = {}
    for n in range(3000):
        deck = ["red"] * 6 + ["blue"] * 6 + ["green"] * 4
        rng.shuffle(deck)
        if loaded and n % 8 == 0:
            deck.remove("red")
            deck.append("red")
        for question, outcome, chances in fairness.answers(deck, n):
            observed[question, outcome] = observed.get((question, outcome), 0) + 1
            for other, chance in chances.items():
                expected[question, other] = expected.get((question, other), 0) + chance
    values = {}
    for question in ("first", "neighbors", "place"):
        keys = [key for key in expected if key[0] == question]
        test = chi_square([observed.get(k, 0) for k in keys], [expected[k] for k in keys])
        assert test is not None
        values[question] = test.p_value
    return values


def test_a_fair_deck_passes_and_a_loaded_one_does_not() -> None:
    assert min(shuffle_often(random.Random(7), loaded=False).values()) > 0.001
    assert shuffle_often(random.Random(7), loaded=True)["first"] < 1e-6


def test_each_finished_game_is_counted_once_and_shared_decks_once(client: Client) -> None:
    game = a_logged_game()
    auditing.audit_game(game)
    first = dict(DealTally.objects.values_list("id", "observed"))
    auditing.audit_game(game)
    assert dict(DealTally.objects.values_list("id", "observed")) == first
    twin = a_logged_game()
    Game.objects.filter(id=twin.id).update(commitment=game.commitment)
    twin.refresh_from_db()
    GameAudit.objects.create(game=twin, code="", is_good=True, audited_at=game.ended_at)
    fairness.tally(twin)
    assert dict(DealTally.objects.values_list("id", "observed")) == first


def test_everybody_may_see_the_statistics(client: Client) -> None:
    for _ in range(3):
        auditing.audit_game(a_logged_game())
    shown = client.get("/api/fairness").json()
    assert shown["games"] == 3
    decks = {(one["deck"], one["question"]) for one in shown["findings"]}
    assert ("train_cards_shuffled", "first") in decks
    assert ("tickets_shuffled", "place") in decks
    for one in shown["findings"]:
        expected = sum(outcome["expected"] for outcome in one["outcomes"])
        assert expected == pytest.approx(one["shuffles"])
