"""The search finds the best of several candidates, within its budget, the same every time."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.policies.search import best_candidate, iterations


def luck(candidate: int, world: int) -> float:
    return Random(f"{candidate} in {world}").random()


def test_a_better_candidate_is_found_among_lucky_ones() -> None:
    merits = [0.0] * 12
    merits[7] = 0.4
    found = best_candidate(12, lambda c, w: merits[c] + luck(c, w), iterations(400))
    assert found == 7


def test_a_larger_budget_errs_less() -> None:
    def hits(budget: int) -> int:
        return sum(
            best_candidate(
                8,
                lambda c, w, game=game: 0.1 * (c == 5) + luck(c, 1000 * game + w),
                iterations(budget),
            )
            == 5
            for game in range(60)
        )

    assert hits(30) < hits(1000)


def test_the_first_candidate_stands_unless_another_is_clearly_better() -> None:
    assert best_candidate(3, lambda c, w: 1.0, iterations(50)) == 0
    assert best_candidate(3, lambda c, w: 1.0 + 0.1 * (c == 2), iterations(50)) == 2
    kept = sum(
        best_candidate(10, lambda c, w, g=g: luck(c, 1000 * g + w), iterations(60)) == 0
        for g in range(50)
    )
    assert kept > 50 / 10 * 2


def test_a_single_candidate_is_not_tried() -> None:
    def reward(candidate: int, world: int) -> float:
        raise AssertionError("there is nothing to find out")

    assert best_candidate(1, reward, iterations(50)) == 0


@given(st.integers(2, 30), st.integers(1, 500))
def test_every_candidate_left_is_tried_in_the_same_worlds_and_the_budget_is_kept(
    candidates: int, budget: int
) -> None:
    tried: list[list[int]] = [[] for _ in range(candidates)]

    def reward(candidate: int, world: int) -> float:
        tried[candidate].append(world)
        return luck(candidate, world)

    best_candidate(candidates, reward, iterations(budget))
    for worlds in tried:
        assert worlds == list(range(len(worlds)))
    assert sum(map(len, tried)) <= budget


@pytest.mark.parametrize("candidates", [2, 5, 20])
def test_a_clock_is_looked_at_between_trials_and_none_is_begun_that_would_end_too_late(
    candidates: int,
) -> None:
    seconds = 0.0

    def reward(candidate: int, world: int) -> float:
        nonlocal seconds
        seconds += 0.011 + 0.002 * luck(candidate, world)
        return luck(candidate, world)

    best_candidate(candidates, reward, lambda trials: seconds / 1.0)
    assert 0.97 < seconds < 1.01


def test_without_time_for_every_candidate_the_first_one_stands() -> None:
    assert best_candidate(20, lambda c, w: float(c), iterations(15)) == 0
