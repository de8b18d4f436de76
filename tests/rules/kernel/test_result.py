"""The ranking is a total order, and says what decided each place."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from rules.kernel.result import Standing, rank

CRITERIA = ("points", "tickets", "bonuses")
figures = st.lists(st.tuples(*[st.integers(-3, 3)] * 3), min_size=1, max_size=5)


@given(figures)
def test_every_seat_has_one_place_and_better_figures_a_better_one(
    seats: list[tuple[int, ...]],
) -> None:
    standings = rank(CRITERIA, seats)
    place = {standing.seat: standing.place for standing in standings}
    assert sorted(place) == list(range(len(seats)))
    for a, mine in enumerate(seats):
        for b, theirs in enumerate(seats):
            assert (place[a] < place[b]) == (mine > theirs)
            assert (place[a] == place[b]) == (mine == theirs)
        assert place[a] == 1 + sum(theirs > mine for theirs in seats)


@given(figures)
def test_the_named_criterion_is_the_first_that_differs(seats: list[tuple[int, ...]]) -> None:
    standings = rank(CRITERIA, seats)
    assert standings[0] == Standing(standings[0].seat, 1, "")
    for ahead, behind in pairwise(standings):
        differing = [
            name
            for name, a, b in zip(CRITERIA, seats[ahead.seat], seats[behind.seat], strict=True)
            if a != b
        ]
        assert behind.decided_by == (differing[0] if differing else "shared")
