"""What it costs to sit two together. The weights are far apart, so that no number of lesser costs
outweighs a greater one: a forbidden pair, then a rematch, then everything else."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from games.tournaments.pairing.field import Player

Matrix = npt.NDArray[np.int64]


class Weights(NamedTuple):
    """For a pair: sharing a group, each earlier meeting (squared), the distance of their score
    groups (squared). For a player: each earlier seat at a table of an odd size."""

    forbidden: int = 10**11
    rematch: int = 10**7
    distance: int = 1
    odd_table: int = 50


SCORES = Weights()  # Swiss: near in score
LEVEL = Weights(distance=0)  # round robin: only whom one has met counts


class Costs(NamedTuple):
    """One pair's costs, by kind: what "why am I at this table?" shows."""

    forbidden: int
    rematch: int
    distance: int

    @property
    def total(self) -> int:
        return sum(self)


def score_groups(field: Sequence[Player]) -> list[int]:
    """0 for the highest score, 1 for the next one, and so on."""
    levels = {points: i for i, points in enumerate(sorted({p.points for p in field}, reverse=True))}
    return [levels[player.points] for player in field]


def pair_costs(field: Sequence[Player], weights: Weights) -> dict[str, Matrix]:
    """For every two players, by kind. Symmetric, with zeros on the diagonal."""
    count = len(field)
    position = {player.number: i for i, player in enumerate(field)}
    met: Matrix = np.zeros((count, count), dtype=np.int64)
    apart: Matrix = np.zeros((count, count), dtype=np.int64)
    members: dict[int, list[int]] = {}
    for i, player in enumerate(field):
        for other, times in player.met.items():
            if other in position:
                met[i, position[other]] = times
        for group in player.groups:
            members.setdefault(group, []).append(i)
    for together in members.values():
        apart[np.ix_(together, together)] = 1
    np.fill_diagonal(apart, 0)
    levels = np.array(score_groups(field), dtype=np.int64)
    away = levels[:, None] - levels[None, :]
    return {
        "forbidden": apart * weights.forbidden,
        "rematch": met * met * weights.rematch,
        "distance": away * away * weights.distance,
    }


def total_of(kinds: dict[str, Matrix]) -> Matrix:
    total: Any = sum(kinds.values())
    return total  # type: ignore[no-any-return]
