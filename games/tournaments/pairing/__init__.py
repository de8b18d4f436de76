"""Who sits with whom: an optimisation whose costs can be read by those it seats. Pure.

    pair(field, sizes, seed, weights) -> Pairing

The same field and the same seed give the same tables, on any machine.
"""

from games.tournaments.pairing.costs import GROUPED, LEVEL, SCORES, Costs, Weights
from games.tournaments.pairing.field import Player
from games.tournaments.pairing.pods import Pairing, pair
from games.tournaments.pairing.sizes import Sizes, table_sizes

__all__ = [
    "GROUPED", "LEVEL", "SCORES", "Costs", "Pairing", "Player", "Sizes", "Weights", "pair",
    "table_sizes",
]  # fmt: skip

SOLVER = "pods/1"  # recorded with every pairing; a change of the algorithm is a new name
