"""Why somebody sits where they sit, and what it would cost to sit elsewhere."""

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.decisions.common import present_round
from games.tournaments.event_log import log_at_head, state_of
from games.tournaments.history import players
from games.tournaments.models import Tournament
from games.tournaments.pairing import LEVEL, SCORES
from games.tournaments.pairing.costs import pair_costs
from games.tournaments.records import Refused
from games.tournaments.schedule import replay_pairing
from games.tournaments.services.creating import edition_of
from games.tournaments.state import State


def why_this_table(tournament: Tournament, round: int, entrant: int) -> dict[str, Any]:
    """The costs that put somebody at their table, from the pairing made again from the log."""
    state = state_of(tournament)
    if not 1 <= round <= len(state.rounds):
        raise Refused("no-such-round", f"There is no round {round}.")
    paired = state.rounds[round - 1]
    table = paired.table_of(entrant)
    again = replay_pairing(log_at_head(tournament), round, edition_of(state.plan).seats)
    made = again.events[-1]
    assert isinstance(made, e.RoundPaired)
    recorded = [r.event for r in log_at_head(tournament)[: paired.log_size + 1]][-1]
    pairs = []
    for one in again.pairings:
        for costs in one.pairs:
            pairs += [
                {"with": b if a == entrant else a, **cost._asdict(), "total": cost.total}
                for (a, b), cost in costs.items()
                if entrant in (a, b)
            ]
    return {
        "round": round,
        "table": table.number if table else None,
        "bye": entrant in paired.byes,
        "seed": paired.seed,
        "solver": paired.solver,
        "changed_by_hand": paired.changed_by_hand,
        "replays": made == recorded,
        "round_cost": sum(one.cost for one in again.pairings),
        "pairs": pairs,
        "seats_so_far": seats_so_far(state, round, entrant),
    }


def seats_so_far(state: State, round: int, entrant: int) -> list[int]:
    """The seats that somebody had before, from 1: who has moved first less often moves first."""
    return [
        table.seats.index(entrant) + 1
        for one in state.rounds[: round - 1]
        for table in one.tables.values()
        if entrant in table.seats
    ]


def cost_of_change(tournament: Tournament, change: c.ChangePairing) -> dict[str, Any]:
    """What sitting like this would cost, beside what it costs now, for the tables that differ."""
    state = state_of(tournament)
    round = present_round(state, "paired", "published")
    weights = SCORES if state.plan.stages[round.stage].kind == "swiss" else LEVEL
    now = {number: table.seats for number, table in round.tables.items()}
    then = now | {draw.table: draw.seats for draw in change.draws}
    seated = {number for seats in (*now.values(), *then.values()) for number in seats}
    field = players(state, [n for n in state.entrants if n in seated], round.stage)
    kinds = pair_costs(field, weights)
    position = {player.number: i for i, player in enumerate(field)}
    # In the units that people count in: pairs kept apart, earlier meetings, steps between scores.
    units = {"forbidden": weights.forbidden, "rematch": weights.rematch, "distance": 1}

    def costs_of(tables: Iterable[Sequence[int]]) -> dict[str, int]:
        pairs = [
            (position[a], position[b])
            for seats in tables
            for a, b in combinations([n for n in seats if n in position], 2)
        ]
        return {
            kind: sum(int(kinds[kind][two]) for two in pairs) // unit
            for kind, unit in units.items()
        }

    changed = [number for number in now if sorted(now[number]) != sorted(then[number])]
    return {
        "tables": changed,
        "now": costs_of(now[number] for number in changed),
        "after": costs_of(then[number] for number in changed),
    }
