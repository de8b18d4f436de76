"""The search finds the best of several candidates, within its budget, the same every time."""

from random import Random

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
    # It stops with the world in which the budget is spent, and each part takes at least one.
    rounds = candidates.bit_length()
    assert sum(map(len, tried)) <= budget + rounds * candidates
