from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.slow_networks import SLOW_NETWORKS
from rules.solvers.trail_frontier import WHOLE, steps_through
from rules.solvers.trail_order import narrow_order
from rules.solvers.trail_tolls import IMPOSSIBLE, tolls_after

city = st.integers(0, 5)
edges = st.lists(st.tuples(city, city, st.integers(1, 4)), min_size=1, max_size=7)


def odd_cities(kept):
    odd = set()
    for a, b, _ in kept:
        odd ^= {a} ^ {b}
    return odd


def subsets(edges):
    for choice in product((True, False), repeat=len(edges)):
        kept = [edge for edge, keeps in zip(edges, choice, strict=True) if keeps]
        yield choice, kept, sum(edge[2] for edge in edges) - sum(edge[2] for edge in kept)


@given(edges)
@settings(max_examples=60)
def test_the_toll_is_the_least_that_leaves_two_odd_cities_or_fewer(edges):
    steps = steps_through(edges)
    for index, tolls in enumerate(tolls_after(steps)):
        frontier = steps[index].after
        for _, before, _ in subsets(edges[: index + 1]):
            odd = odd_cities(before)
            ends = len(odd - set(frontier))
            if ends > 2:
                continue
            least = min(
                (
                    lost
                    for _, later, lost in subsets(edges[index + 1 :])
                    if leave_two_odd_or_fewer(odd, later)
                ),
                default=IMPOSSIBLE,
            )
            mask = sum(1 << place for place, city in enumerate(frontier) if city in odd)
            assert min(tolls[ends][mask], IMPOSSIBLE) == least


def leave_two_odd_or_fewer(odd, later):
    return len(odd ^ odd_cities(later)) <= 2


@given(edges)
@settings(max_examples=100)
def test_no_trail_loses_less_than_the_toll(edges):
    steps = steps_through(edges)
    tolls = tolls_after(steps)
    for choice, kept, _ in subsets(edges):
        if not kept or len(odd_cities(kept)) > 2 or not hang_together(kept):
            continue
        ends, odd, groups = 0, 0, ()
        for index, keeps in enumerate(choice):
            ends, odd = steps[index].count(ends, odd, keeps)
            groups = steps[index].join(groups, keeps)
            assert ends <= 2
            assert groups is not None, "a trail was refused"
            if groups == WHOLE:
                assert not any(choice[index + 1 :])
                break
            lost = sum(edges[i][2] for i in range(index + 1, len(edges)) if not choice[i])
            assert tolls[index][ends][odd] <= lost


def hang_together(kept):
    reached = set(kept[0][:2])
    for _ in kept:
        reached |= {city for edge in kept if reached & set(edge[:2]) for city in edge[:2]}
    return all(edge[0] in reached for edge in kept)


def most_cities_begun(edges):
    return max(len(step.after) for step in steps_through([edges[i] for i in narrow_order(edges)]))


def test_many_cities_on_three_hubs_are_finished_one_after_the_other():
    hubs = [(hub, city, 1) for city in range(3, 18) for hub in range(3)]
    assert sorted(narrow_order(hubs)) == list(range(45))
    assert most_cities_begun(hubs) <= 4


def test_a_grid_is_walked_row_by_row():
    across = [(5 * row + c, 5 * row + c + 1, 1) for row in range(9) for c in range(4)]
    down = [(5 * row + c, 5 * row + c + 5, 1) for row in range(8) for c in range(5)]
    assert most_cities_begun(across + down) <= 6


def test_a_wide_network_is_not_begun_where_its_frontier_grows():
    """The first start that comes to mind, where there are fewest edges, is the worst of these."""
    wide = SLOW_NETWORKS["many cycles"]
    assert most_cities_begun(wide) <= 7
