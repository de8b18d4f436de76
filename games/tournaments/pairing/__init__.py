"""Who sits with whom: an optimisation whose costs can be read by those it seats. Pure.

    pair(field, sizes, seed, weights) -> Pairing            one round, from the scores
    plan_rounds(field, sizes, rounds, seed) -> tables       all rounds, so that all meet all
    seat(field, tables, sizes, seed, weights) -> Pairing    one round whose tables are given

The same field and the same seed give the same tables, on any machine.
"""

from games.tournaments.pairing.costs import LEVEL, SCORES, Costs, Weights
from games.tournaments.pairing.field import Player
from games.tournaments.pairing.pods import Pairing, pair, seat
from games.tournaments.pairing.rounds import plan_rounds
from games.tournaments.pairing.sizes import Sizes, table_sizes

__all__ = [
    "LEVEL", "SCORES", "Costs", "Pairing", "Player", "Sizes", "Weights", "pair", "plan_rounds", "seat",
    "table_sizes",
]  # fmt: skip
