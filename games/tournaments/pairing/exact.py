"""The best split of a small field, by dynamic programming over the sets of those not seated yet."""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from games.tournaments.pairing.costs import Matrix

MOST_EXACT = 12  # three tables of four


def best_split(cost: Matrix, odd: Matrix, sizes: Sequence[int]) -> list[list[int]]:
    """Table after table; tables of one size are alike, so the first one left seats the first
    player left, or, where sizes differ, anybody."""
    pair: list[list[int]] = cost.tolist()
    at: list[list[int]] = odd.tolist()
    alike = len(set(sizes)) == 1

    def pod_cost(pod: tuple[int, ...], table: int) -> int:
        return sum(pair[i][j] for i, j in combinations(pod, 2)) + sum(at[i][table] for i in pod)

    @cache
    def best(left: tuple[int, ...], table: int) -> tuple[int, tuple[tuple[int, ...], ...]]:
        if table == len(sizes):
            return 0, ()
        if alike:
            pods = [(left[0], *rest) for rest in combinations(left[1:], sizes[table] - 1)]
        else:
            pods = list(combinations(left, sizes[table]))
        found: tuple[int, tuple[tuple[int, ...], ...]] | None = None
        for pod in pods:
            here = pod_cost(pod, table)
            if found is not None and here >= found[0]:
                continue
            rest, tables = best(tuple(i for i in left if i not in pod), table + 1)
            if found is None or here + rest < found[0]:
                found = here + rest, (pod, *tables)
        assert found is not None
        return found

    return [list(pod) for pod in best(tuple(range(len(cost))), 0)[1]]
