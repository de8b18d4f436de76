"""What the rounds gave each entrant: placement points, wins, raw scores, opponents. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from games.tournaments.events import AI, Outcome
from games.tournaments.plan import POINT, Plan, placement_points
from games.tournaments.state import Round, State, Table


@dataclass
class Tally:
    """One entrant's rounds, added up. Points are in sixtieths."""

    entrant: int
    points: int = 0
    wins: int = 0
    raw_score: int = 0
    tickets: int = 0
    bonuses: int = 0
    byes: int = 0
    opponents: list[int] = field(default_factory=list)
    by_round: dict[int, int] = field(default_factory=dict)
    beaten: dict[int, int] = field(default_factory=dict)  # opponent: tables won minus lost


def shared_points(places: Sequence[int], points: Sequence[int]) -> list[int]:
    """Placement points in sixtieths; who shares a place shares what the places are worth.

    >>> [p / 60 for p in shared_points([1, 1, 3, 4], [5, 3, 2, 1])]
    [4.0, 4.0, 2.0, 1.0]
    """
    given = []
    for place in places:
        among = places.count(place)
        worth = sum(points[place - 1 : place - 1 + among]) * POINT
        given.append(worth // among)
    return given


def table_places(plan: Plan, outcomes: Sequence[Outcome]) -> list[int]:
    """The places of a round at one table. One game: as it ended. Several: by the placement points
    of all games, then by the raw score of all."""
    if len(outcomes) == 1:
        return list(outcomes[0].places)
    size = len(outcomes[0].places)
    points = placement_points(plan, size)
    games = [shared_points(outcome.places, points) for outcome in outcomes]
    sums = [
        (sum(game[seat] for game in games), sum(outcome.scores[seat] for outcome in outcomes))
        for seat in range(size)
    ]
    return [1 + sum(other > own for other in sums) for own in sums]


def is_decided(table: Table, best_of: int) -> bool:
    """A seat has won more than half of the games, or all of them were played, or none may follow."""
    outcomes = table.outcomes
    if len(outcomes) < len(table.counting) or not outcomes:
        return False
    wins = [sum(o.places[seat] == 1 for o in outcomes) for seat in range(len(table.seats))]
    return table.is_closed or len(outcomes) >= best_of or max(wins) > best_of // 2


def tally(state: State, rounds: Iterable[Round], field: Iterable[int]) -> dict[int, Tally]:
    """Adds up these rounds for these entrants."""
    found = {number: Tally(number) for number in field}
    for round in rounds:
        for number in round.byes:
            if number in found:
                _add_bye(state.plan, found[number], round.number)
        for table in round.tables.values():
            if is_decided(table, state.best_of(round)):
                _add_table(state.plan, found, table, round.number)
    return found


def _add_bye(plan: Plan, own: Tally, round: int) -> None:
    own.byes += 1
    own.points += plan.bye_points * POINT
    own.by_round[round] = plan.bye_points * POINT


def _add_table(plan: Plan, found: dict[int, Tally], table: Table, round: int) -> None:
    outcomes = table.outcomes
    places = table_places(plan, outcomes)
    points = shared_points(places, placement_points(plan, len(places)))
    for seat, number in enumerate(table.seats):
        own = found.get(number)
        if own is None:
            continue
        own.points += points[seat]
        own.by_round[round] = points[seat]
        own.wins += places[seat] == 1
        own.raw_score += sum(outcome.scores[seat] for outcome in outcomes)
        own.tickets += sum(outcome.tickets[seat] for outcome in outcomes)
        own.bonuses += sum(outcome.bonuses[seat] for outcome in outcomes)
        for other_seat, other in enumerate(table.seats):
            if other not in (number, AI):
                own.opponents.append(other)
                better = (places[seat] < places[other_seat]) - (places[seat] > places[other_seat])
                own.beaten[other] = own.beaten.get(other, 0) + better


def opponents_points(own: Tally, all: dict[int, Tally], drop_lowest: bool) -> Fraction:
    """The mean of what those met have, each as often as met. Not counted: who left the field."""
    met = sorted(all[number].points for number in own.opponents if number in all)
    if drop_lowest and len(met) > 1:
        met = met[1:]
    return Fraction(sum(met), len(met)) if met else Fraction(0)
