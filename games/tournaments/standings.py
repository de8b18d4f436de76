"""Who stands where, and by what. Every place names the line that decided it. Pure."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from games.tournaments.plan import POINT
from games.tournaments.scoring import Tally, opponents_points, table_places, tally
from games.tournaments.state import Round, State

Figure = Fraction | int
# A tie-break: what it gives an entrant, among those who are still tied.
Measure = Callable[[Tally, dict[int, Tally], Sequence[int]], Figure]


class Standing(NamedTuple):
    """A line of the table. `decided_by` put it behind the line before ("" for the first, "shared"
    where nothing did), with the figures of both."""

    entrant: int
    place: int
    figures: dict[str, float]
    decided_by: str
    figure_before: float | None
    figure_here: float | None


def _points(own: Tally, all: dict[int, Tally], tied: Sequence[int]) -> Figure:
    return Fraction(own.points, POINT)


def _opponents(own: Tally, all: dict[int, Tally], tied: Sequence[int]) -> Figure:
    return opponents_points(own, all, drop_lowest=False) / POINT


def _opponents_without_lowest(own: Tally, all: dict[int, Tally], tied: Sequence[int]) -> Figure:
    return opponents_points(own, all, drop_lowest=True) / POINT


def _head_to_head(own: Tally, all: dict[int, Tally], tied: Sequence[int]) -> Figure:
    """Tables won minus lost against the others who are tied."""
    return sum(own.beaten.get(other, 0) for other in tied)


MEASURES: dict[str, Measure] = {
    "points": _points,
    "wins": lambda own, all, tied: own.wins,
    "opponents_points": _opponents,
    "opponents_points_without_lowest": _opponents_without_lowest,
    "head_to_head": _head_to_head,
    "raw_score": lambda own, all, tied: own.raw_score,
    "tickets": lambda own, all, tied: own.tickets,
    "bonuses": lambda own, all, tied: own.bonuses,
}


class Split(NamedTuple):
    """An entrant in its order: the criterion behind the one before, and both figures."""

    entrant: int
    decided_by: str
    before: Figure
    here: Figure


def rank(tallies: dict[int, Tally], criteria: Sequence[str]) -> list[Split]:
    """Best first. Each criterion splits those whom the ones before it left tied."""
    return _split(sorted(tallies), tallies, criteria)


def _split(tied: Sequence[int], tallies: dict[int, Tally], criteria: Sequence[str]) -> list[Split]:
    if len(tied) == 1 or not criteria:
        return [Split(number, "" if i == 0 else "shared", 0, 0) for i, number in enumerate(tied)]
    measure = MEASURES[criteria[0]]
    figures = {number: measure(tallies[number], tallies, tied) for number in tied}
    levels: dict[Figure, list[int]] = {}
    for number in tied:
        levels.setdefault(figures[number], []).append(number)
    ordered: list[Split] = []
    before: Figure | None = None
    for figure in sorted(levels, reverse=True):
        part = _split(levels[figure], tallies, criteria[1:])
        if before is not None:
            part[0] = Split(part[0].entrant, criteria[0], before, figure)
        ordered += part
        before = figure
    return ordered


def standings(state: State) -> list[Standing]:
    """Of everybody. Who reached a later stage stands before who did not; disqualified stand last."""
    lines: list[Standing] = []
    placed: set[int] = set()
    for stage in reversed(range(max(1, len(state.stages)))):
        part = [line for line in stage_standings(state, stage) if line.entrant not in placed]
        for line in part:
            place = line.place if not lines else _place_after(lines, line, part)
            decided = line.decided_by
            if lines and line is part[0]:
                decided = "stage"
            lines.append(line._replace(place=place, decided_by=decided))
        placed |= {line.entrant for line in part}
    out = [x for x in lines if state.entrants[x.entrant].status == "disqualified"]
    lines = [x for x in lines if x not in out]
    lines = _renumbered(lines)
    return lines + [line._replace(place=len(lines) + 1, decided_by="disqualified") for line in out]


def _place_after(lines: list[Standing], line: Standing, part: list[Standing]) -> int:
    return (
        lines[-1].place if line.decided_by == "shared" and line is not part[0] else len(lines) + 1
    )


def _renumbered(lines: list[Standing]) -> list[Standing]:
    """Places without a gap where somebody was taken out."""
    numbered: list[Standing] = []
    for position, line in enumerate(lines):
        if position == 0:
            numbered.append(line._replace(place=1, decided_by=""))
        elif line.decided_by == "shared":
            numbered.append(line._replace(place=numbered[-1].place))
        else:
            numbered.append(line._replace(place=position + 1))
    return numbered


def stage_standings(state: State, stage: int) -> list[Standing]:
    """Of one stage, by the rounds of that stage."""
    rounds = [round for round in state.rounds if round.stage == stage]
    members = list(state.stages[stage].field) if stage < len(state.stages) else []
    if stage == 0:
        # Who came late, or never played, stands in the table too.
        members += [number for number in sorted(state.entrants) if number not in members]
    tallies = tally(state, rounds, members)
    for number, own in tallies.items():
        entrant = state.entrants[number]
        own.points -= entrant.penalties.get(stage, 0)
        if stage == 0:
            own.points += entrant.missed * state.plan.late_points * POINT
    criteria = state.plan.tie_breaks
    kind = state.plan.stages[stage].kind
    if kind == "knockout":
        splits = _knockout_order(state, rounds, members)
    elif kind == "groups" and stage < len(state.stages):
        splits = _group_order(state, stage, tallies)
    else:
        splits = rank(tallies, criteria)
    return _numbered(splits, tallies, criteria)


def _numbered(
    splits: list[Split], tallies: dict[int, Tally], criteria: Sequence[str]
) -> list[Standing]:
    lines: list[Standing] = []
    for position, split in enumerate(splits):
        shared = split.decided_by == "shared"
        own = tallies[split.entrant]
        lines.append(
            Standing(
                entrant=split.entrant,
                place=lines[-1].place if shared else position + 1,
                figures={
                    # Head-to-head means something only between the two whom it divides.
                    name: float(MEASURES[name](own, tallies, []))
                    for name in criteria
                    if name != "head_to_head"
                },
                decided_by=split.decided_by,
                figure_before=None if split.decided_by in ("", "shared") else float(split.before),
                figure_here=None if split.decided_by in ("", "shared") else float(split.here),
            )
        )
    return lines


def _group_order(state: State, stage: int, tallies: dict[int, Tally]) -> list[Split]:
    """All winners of groups before all seconds, and so on; equals by the tie-breaks."""
    place_of: dict[int, int] = {}
    for group in state.stages[stage].groups:
        ranked = rank({n: tallies[n] for n in group if n in tallies}, state.plan.tie_breaks)
        place_of |= {split.entrant: place for place, split in enumerate(ranked, 1)}
    last = len(tallies)
    ordered: list[Split] = []
    for place in sorted({place_of.get(n, last) for n in tallies}):
        level = {n: own for n, own in tallies.items() if place_of.get(n, last) == place}
        part = rank(level, state.plan.tie_breaks)
        if ordered:
            part[0] = Split(part[0].entrant, "place_in_group", place - 1, place)
        ordered += part
    return ordered


def _knockout_order(state: State, rounds: Sequence[Round], members: Sequence[int]) -> list[Split]:
    """By the last round reached, then by the place at its table, then by the seeding."""

    def progress(number: int) -> tuple[int, int]:
        reached, place = 0, 0
        for round in rounds:
            if number in round.byes:
                reached, place = round.number, -1
            for table in round.tables.values():
                if number in table.seats:
                    reached, place = round.number, 0
                    if table.outcomes:
                        seat = table.seats.index(number)
                        place = -table_places(state.plan, table.outcomes)[seat]
        return reached, place

    reached = {number: progress(number) for number in members}
    seeding = {number: position for position, number in enumerate(members)}
    order = sorted(members, key=lambda n: (tuple(-x for x in reached[n]), seeding[n]))
    splits: list[Split] = []
    for position, number in enumerate(order):
        if position == 0:
            splits.append(Split(number, "", 0, 0))
            continue
        before = order[position - 1]
        if reached[before][0] != reached[number][0]:
            splits.append(Split(number, "round_reached", reached[before][0], reached[number][0]))
        elif reached[before][1] != reached[number][1]:
            splits.append(Split(number, "place_at_table", -reached[before][1], -reached[number][1]))
        else:
            splits.append(Split(number, "seeding", seeding[before] + 1, seeding[number] + 1))
    return splits
