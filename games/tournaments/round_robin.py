"""Stages in which all meet all: planned as a whole when they begin, and published with that. Pure.

As long as nobody leaves or joins, each round is as it was planned. Then the rounds that are left are
planned again from who has met whom, so that the whole stays balanced.
"""

from collections.abc import Sequence

from games.tournaments.events import Schedule
from games.tournaments.history import players
from games.tournaments.pairing import LEVEL, Pairing, Sizes, plan_rounds, seat, table_sizes
from games.tournaments.plan import Plan, Stage, allowed_sizes
from games.tournaments.state import State


def is_planned(stage: Stage) -> bool:
    return stage.kind in ("round_robin", "groups")


def sizes_for(plan: Plan, entrants: int, seats: range) -> Sizes:
    return table_sizes(entrants, allowed_sizes(plan, seats), plan.leftover, seats[0])


def plan_stage(
    state: State, stage: int, parts: Sequence[Sequence[int]], seed: str, seats: range
) -> Schedule:
    """All rounds of a stage; the parts, which are its groups or everybody, by themselves."""
    rounds = state.plan.stages[stage].rounds
    plans = [
        plan_rounds(
            players(state, part, stage),
            sizes_for(state.plan, len(part), seats),
            rounds,
            f"{seed}:{i}",
        )
        for i, part in enumerate(parts)
    ]
    return tuple(
        tuple(tuple(table) for plan in plans for table in plan[number]) for number in range(rounds)
    )


def planned_tables(
    state: State, stage: int, part: Sequence[int], seed: str, seats: range
) -> Pairing:
    """The next round of one part of a stage."""
    began, field = state.stages[stage], players(state, part, stage)
    sizes = sizes_for(state.plan, len(part), seats)
    done = sum(round.stage == stage for round in state.rounds)
    everybody = next((group for group in began.groups if set(part) <= set(group)), began.field)
    if set(part) == set(everybody):
        tables = [list(table) for table in began.schedule[done] if set(table) <= set(part)]
    else:
        left = state.plan.stages[stage].rounds - done
        [tables, *_] = plan_rounds(field, sizes, left, f"{seed}:again")
    return seat(field, tables, sizes, seed, LEVEL)
