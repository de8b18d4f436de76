"""What comes next, and who sits where in it. Pure: from the state and a seed, always the same."""

from collections.abc import Sequence
from typing import NamedTuple

from games.tournaments import events as e
from games.tournaments.folding import fold
from games.tournaments.history import players
from games.tournaments.knockout import knockout_tables
from games.tournaments.pairing import LEVEL, SCORES, Pairing, Sizes, pair
from games.tournaments.pairing.pods import SOLVER as ONE_ROUND
from games.tournaments.pairing.rounds import SOLVER as ALL_ROUNDS
from games.tournaments.records import Refused
from games.tournaments.round_robin import is_planned, plan_stage, planned_tables, sizes_for
from games.tournaments.standings import stage_standings
from games.tournaments.state import Recorded, StageField, State


class NextRound(NamedTuple):
    """The events that pair it, and the pairings with their costs, by which they are explained."""

    events: list[e.Event]
    pairings: list[Pairing]


def may_play(state: State, number: int) -> bool:
    entrant = state.entrants[number]
    ready = entrant.policy or not state.plan.check_in
    return entrant.status == "checked_in" or (entrant.status == "registered" and bool(ready))


def stage_is_over(state: State) -> bool:
    stage = len(state.stages) - 1
    rounds = [round for round in state.rounds if round.stage == stage]
    if state.plan.stages[stage].kind == "knockout":
        return bool(rounds) and len(rounds[-1].tables) == 1 and not rounds[-1].byes
    return len(rounds) >= state.plan.stages[stage].rounds


def is_over(state: State) -> bool:
    """Every round of every stage is finished."""
    if not state.rounds or state.rounds[-1].status != "finished":
        return False
    return len(state.stages) == len(state.plan.stages) and stage_is_over(state)


def next_round(state: State, seed: str, seats: range) -> NextRound:
    """Pairs the round that comes next, or the present one again while it is not published."""
    last = state.round
    if last is not None and last.status not in ("finished", "paired"):
        raise Refused("round-not-over", f"Round {last.number} is not over yet.")
    if last is not None and last.status == "paired":
        state = _without_last_round(state)
    events: list[e.Event] = []
    if not state.stages or (stage_is_over(state) and state.rounds):
        began = _begin_stage(state, seed, seats)
        events.append(began)
        state = _with(state, began)
    stage = len(state.stages) - 1
    number = len(state.rounds) + 1
    byes: tuple[int, ...] = ()
    pairings: list[Pairing]
    solver = ONE_ROUND
    if state.plan.stages[stage].kind == "knockout":
        tables = knockout_tables(state, stage, seed, seats)
        pairings, draws = [], _draws(tables)
    else:
        if state.stages[stage].schedule:
            solver = ALL_ROUNDS
        pairings = _pair_by_points(state, stage, f"{seed}:{number}", seats)
        draws = _draws([seated for one in pairings for seated in one.tables])
        byes = tuple(number for one in pairings for number in one.byes)
    events.append(e.RoundPaired(number, stage, seed, solver, draws, byes))
    return NextRound(events, pairings)


def _without_last_round(state: State) -> State:
    rounds = state.rounds[:-1]
    return State(state.plan, state.entrants, list(state.stages), rounds, seq=state.seq)


def _with(state: State, began: e.StageBegan) -> State:
    stages = [*state.stages, StageField(began.field, began.groups, began.schedule)]
    return State(state.plan, state.entrants, stages, state.rounds, seq=state.seq)


def _draws(tables: Sequence[Sequence[int]]) -> tuple[e.Draw, ...]:
    return tuple(e.Draw(number, tuple(seats)) for number, seats in enumerate(tables, 1))


def _begin_stage(state: State, seed: str, seats: range) -> e.StageBegan:
    number = len(state.stages)
    if number == len(state.plan.stages):
        raise Refused("tournament-over", "Every round of the plan has been played.")
    stage = state.plan.stages[number]
    if number == 0:
        field = [n for n in sorted(state.entrants) if may_play(state, n)]
    else:
        field = [n for n in through(state, number - 1) if may_play(state, n)]
        field = field[: stage.cut or None]
    if len(field) < 2:
        raise Refused("too-few", f"Only {len(field)} can play: check entrants in first.")
    groups: tuple[tuple[int, ...], ...] = ()
    if stage.kind == "groups":
        groups = _make_groups(state, field, number, f"{seed}:groups")
    schedule: e.Schedule = ()
    if is_planned(stage):
        schedule = plan_stage(state, number, groups or [field], f"{seed}:plan", seats)
    return e.StageBegan(number, tuple(field), groups, schedule)


def through(state: State, stage: int) -> list[int]:
    """Who a stage lets through to the next one, best first."""
    ranked = [line.entrant for line in stage_standings(state, stage)]
    plan = state.plan.stages[stage]
    if plan.kind == "groups":
        best = {
            number
            for group in state.stages[stage].groups
            for number in [n for n in ranked if n in group][: plan.advance]
        }
        return [number for number in ranked if number in best]
    return ranked


def _make_groups(
    state: State, field: Sequence[int], stage: int, seed: str
) -> tuple[tuple[int, ...], ...]:
    """Groups of nearly equal size, clubs and families apart, otherwise by lot."""
    count = max(1, round(len(field) / state.plan.stages[stage].group_size))
    size, over = divmod(len(field), count)
    sizes = tuple([size + 1] * over + [size] * (count - over))
    groups = pair(players(state, field, stage), Sizes(sizes), seed, LEVEL)
    return tuple(tuple(sorted(group)) for group in groups.tables)


def _pair_by_points(state: State, stage: int, seed: str, seats: range) -> list[Pairing]:
    began = state.stages[stage]
    kind = state.plan.stages[stage].kind
    members = [n for n in began.field if may_play(state, n)]
    if stage == 0 and kind != "groups":
        members += [n for n in sorted(state.entrants) if n not in members and may_play(state, n)]
    parts = [members]
    if kind == "groups":
        parts = [[n for n in group if n in members] for group in began.groups]
    if began.schedule:
        return [
            planned_tables(state, stage, part, f"{seed}:{i}", seats)
            for i, part in enumerate(parts)
            if part
        ]
    weights = SCORES if kind == "swiss" else LEVEL
    return [
        pair(
            players(state, part, stage),
            sizes_for(state.plan, len(part), seats),
            f"{seed}:{i}",
            weights,
        )
        for i, part in enumerate(parts)
        if part
    ]


def replay_pairing(log: Sequence[Recorded], round: int, seats: range) -> NextRound:
    """The pairing of a round, made again from the log as it was then and the recorded seed."""
    before = fold(log).rounds[round - 1]
    return next_round(fold(log[: before.log_size]), before.seed, seats)
