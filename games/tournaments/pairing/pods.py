"""Splits a field into tables at the least cost.

Finding the best split is NP-hard, so: a start by score, then improvement by exact assignments. Take
one player out of every table: putting them back is an assignment problem with the cost of joining
each table as it sits now, and its optimum (scipy's Jonker-Volgenant) is the best of all n! ways.
Repeat with other players, and with swaps of two between the costliest tables, until nothing gets
better; a middling field is tried from several starts. A small one is solved exactly (exact.py).
"""

import random
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment

from games.tournaments.pairing.costs import Costs, Matrix, Weights, pair_costs, total_of
from games.tournaments.pairing.exact import MOST_EXACT, best_split
from games.tournaments.pairing.field import Player
from games.tournaments.pairing.seats import seat_order
from games.tournaments.pairing.sizes import Sizes
from games.tournaments.records import Refused

SOLVER = "pods/1"  # recorded with every pairing; a change of the algorithm is a new name
STALE = 3  # sweeps without improvement, after which we stop
MOST_SWEEPS = 40
TRIES = 600  # divided by the number of players: from how many starts we try, at least one


class Pairing(NamedTuple):
    tables: tuple[tuple[int, ...], ...]  # the numbers in the order of their seats
    byes: tuple[int, ...]
    cost: int
    # For each table the costs of each pair at it.
    pairs: tuple[dict[tuple[int, int], Costs], ...]


def pair(field: Sequence[Player], sizes: Sizes, seed: str, weights: Weights) -> Pairing:
    dice = random.Random(seed)
    # The dice see the players in the order of their numbers, whatever order they came in.
    players = sorted(field, key=lambda player: player.number)
    byes = choose_byes(players, sizes.byes, dice)
    playing = [player for player in players if player not in byes]
    dice.shuffle(playing)
    playing.sort(key=lambda player: -player.points)
    costs = _Costs.of(playing, sizes, weights)
    pods = split(costs.pairs, costs.odd, sizes.tables, dice)
    # Table 1 is where the highest score sits.
    pods.sort(key=lambda pod: min((i for i in pod if i < len(playing)), default=len(costs.pairs)))
    return _seated(playing, byes, pods, costs, dice)


def seat(
    field: Sequence[Player],
    tables: Sequence[Sequence[int]],
    sizes: Sizes,
    seed: str,
    weights: Weights,
) -> Pairing:
    """Tables that are given: their seats, and what they cost. Who is at none has a bye."""
    at_table = [number for table in tables for number in table]
    known = {player.number: player for player in field}
    playing = [known[number] for number in at_table]
    position = {number: i for i, number in enumerate(at_table)}
    fillers = iter(range(len(playing), len(playing) + sizes.fillers))
    pods = [
        [position[number] for number in table] + [next(fillers) for _ in range(size - len(table))]
        for table, size in zip(tables, sizes.tables, strict=True)
    ]
    byes = [player for player in field if player.number not in position]
    return _seated(playing, byes, pods, _Costs.of(playing, sizes, weights), random.Random(seed))


class _Costs(NamedTuple):
    kinds: dict[str, Matrix]
    pairs: Matrix  # all kinds, and the AIs that fill tables
    odd: Matrix  # by player and table

    @classmethod
    def of(cls, playing: Sequence[Player], sizes: Sizes, weights: Weights) -> "_Costs":
        kinds = pair_costs(playing, weights)
        total = with_fillers(total_of(kinds), sizes.fillers)
        return cls(kinds, total, odd_costs(playing, sizes, weights))


def _seated(
    playing: Sequence[Player],
    byes: Sequence[Player],
    pods: Sequence[list[int]],
    costs: _Costs,
    dice: random.Random,
) -> Pairing:
    total = _total(costs.pairs, costs.odd, pods)
    tables, pairs = [], []
    for pod in pods:
        members = [playing[i] for i in pod if i < len(playing)]
        tables.append(seat_order(members, len(pod), dice))
        pairs.append(_explained(pod, playing, costs.kinds))
    return Pairing(tuple(tables), tuple(p.number for p in byes), total, tuple(pairs))


def choose_byes(players: Sequence[Player], count: int, dice: random.Random) -> list[Player]:
    """The lowest scores among those who have had none. Nobody gets a second one."""
    without = [player for player in players if not player.byes]
    if len(without) < count:
        raise Refused("no-byes-left", "Everybody has had a bye: choose smaller tables or AIs.")
    dice.shuffle(without)
    return sorted(without, key=lambda player: player.points)[:count]


def split(cost: Matrix, odd: Matrix, sizes: Sequence[int], dice: random.Random) -> list[list[int]]:
    """The tables as lists of positions. `odd[i, t]` is what it costs player i to sit at table t."""
    if len(cost) <= MOST_EXACT:
        return best_split(cost, odd, sizes)
    return improved_split(cost, odd, sizes, dice)


def improved_split(
    cost: Matrix, odd: Matrix, sizes: Sequence[int], dice: random.Random
) -> list[list[int]]:
    """From the order of the scores, and then from random orders."""
    order = list(range(len(cost)))
    best, least = _improve(cost, odd, cut_up(order, sizes), dice)
    for _ in range(TRIES // len(cost) - 1):
        if least == 0:
            break
        dice.shuffle(order)
        pods, total = _improve(cost, odd, cut_up(order, sizes), dice)
        if total < least:
            best, least = pods, total
    return best


def cut_up(order: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    ends = np.cumsum(sizes)
    return [list(order[end - size : end]) for size, end in zip(sizes, ends, strict=True)]


def _improve(
    cost: Matrix, odd: Matrix, pods: list[list[int]], dice: random.Random
) -> tuple[list[list[int]], int]:
    least, stale = _total(cost, odd, pods), 0
    for _ in range(MOST_SWEEPS):
        for _ in range(len(pods[0])):
            _reassign_one_of_each(cost, odd, pods, dice)
        _swap_between_costly(cost, odd, pods)
        total = _total(cost, odd, pods)
        stale = stale + 1 if total == least else 0
        least = total
        if stale == STALE or least == 0:
            break
    return pods, least


def _reassign_one_of_each(
    cost: Matrix, odd: Matrix, pods: list[list[int]], dice: random.Random
) -> None:
    """Takes a random player out of every table, and seats them all again in the best way."""
    taken = [pod.pop(dice.randrange(len(pod))) for pod in pods]
    seated = [i for pod in pods for i in pod]
    starts = np.cumsum([0] + [len(pod) for pod in pods[:-1]])
    # For each table, what those still there cost each of those taken out.
    joining = np.add.reduceat(cost[np.ix_(seated, taken)], starts, axis=0)
    rows, columns = linear_sum_assignment(joining.T + odd[taken])
    for row, column in zip(rows, columns, strict=True):
        pods[column].append(taken[row])


def _swap_between_costly(cost: Matrix, odd: Matrix, pods: list[list[int]]) -> None:
    """For the tables with the highest costs: the best swap of one of their players with anybody."""
    table_of = np.empty(len(cost), dtype=np.int64)
    joining = np.empty((len(cost), len(pods)), dtype=np.int64)
    for t, pod in enumerate(pods):
        table_of[pod] = t
        joining[:, t] = cost[:, pod].sum(axis=1)
    joining += odd
    everyone = np.arange(len(cost))
    own = joining[everyone, table_of]
    order = sorted(range(len(pods)), key=lambda t: -int(own[pods[t]].sum()))
    for t in order[:8]:
        for i in list(pods[t]):
            # i goes to j's table and j comes here: what both gain, less what they count twice.
            change = joining[i, table_of] + joining[:, t] - 2 * cost[i] - own[i] - own
            change[pods[t]] = 0
            j = int(change.argmin())
            if change[j] < 0:
                other = int(table_of[j])
                pods[t][pods[t].index(i)] = j
                pods[other][pods[other].index(j)] = i
                return


def _total(cost: Matrix, odd: Matrix, pods: Sequence[list[int]]) -> int:
    return sum(
        int(cost[np.ix_(pod, pod)].sum()) // 2 + int(odd[pod, t].sum())
        for t, pod in enumerate(pods)
    )


def with_fillers(cost: Matrix, fillers: int) -> Matrix:
    """AIs cost nobody anything, but two of them at one table would leave a thin game."""
    size = len(cost) + fillers
    whole: Matrix = np.zeros((size, size), dtype=np.int64)
    whole[: len(cost), : len(cost)] = cost
    whole[len(cost) :, len(cost) :] = 10**6
    np.fill_diagonal(whole, 0)
    return whole


def odd_costs(playing: Sequence[Player], sizes: Sizes, weights: Weights) -> Matrix:
    """At the tables of an odd size: dear for who has sat at such a one before."""
    count = len(playing) + sizes.fillers
    odd: Matrix = np.zeros((count, len(sizes.tables)), dtype=np.int64)
    before = np.array([p.odd_tables for p in playing] + [0] * sizes.fillers, dtype=np.int64)
    for t, size in enumerate(sizes.tables):
        if size != sizes.usual:
            odd[:, t] = before * before * weights.odd_table
    return odd


def _explained(
    pod: Sequence[int], playing: Sequence[Player], kinds: dict[str, Matrix]
) -> dict[tuple[int, int], Costs]:
    people = [i for i in pod if i < len(playing)]
    return {
        (playing[i].number, playing[j].number): Costs(
            *(int(kinds[name][i, j]) for name in Costs._fields)
        )
        for a, i in enumerate(people)
        for j in people[a + 1 :]
    }
