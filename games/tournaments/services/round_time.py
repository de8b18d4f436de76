"""When a round's time is over: what was published for that case happens, and it is in the log."""

from collections.abc import Sequence
from uuid import UUID

from django.utils import timezone

from games.tables.models import Game
from games.tables.seat_plans import known_level
from games.tournaments import events as e
from games.tournaments.event_log import state_of
from games.tournaments.models import Tournament
from games.tournaments.rotation import by_table
from games.tournaments.round_time import ends_at
from games.tournaments.scoring import is_decided
from games.tournaments.services.acting import record_what_follows
from games.tournaments.services.creating import edition_of
from games.tournaments.state import State, Table


def end_round_time(tournament_id: UUID) -> None:
    if _out_of_time(state_of(Tournament.objects.get(id=tournament_id))):
        record_what_follows(tournament_id, _ran_out)


def _out_of_time(state: State) -> list[Table]:
    round, now = state.round, timezone.now()
    if round is None or round.status != "started":
        return []
    playing = [
        table
        for table in round.tables.values()
        if not table.is_out_of_time and not is_decided(table, state.best_of(round))
    ]
    ends = [(ends_at(state.plan, round, table), table) for table in playing]
    return [table for end, table in ends if end is not None and end <= now]


def _ran_out(tournament: Tournament, state: State) -> list[e.Event]:
    round, policy = state.round, state.plan.time_over
    assert round is not None
    level = known_level(edition_of(state.plan), policy.level) if policy.remedy == "ai" else ""
    events: list[e.Event] = []
    for table in _out_of_time(state):
        events.append(e.TableTimeRanOut(round.number, table.number, policy.remedy, level))
        if policy.remedy == "score" and table.counting:
            game = table.counting[-1]
            points = Game.objects.get(id=UUID(game.game_id)).scores
            outcome = as_it_stands(by_table(points or [0] * len(table.seats), game))
            events.append(e.ResultAdjudicated(round.number, table.number, game.number, outcome))
    return events


def as_it_stands(points: Sequence[int]) -> e.Outcome:
    """By the points on the table. Tickets and bonuses have not been counted."""
    places = tuple(1 + sum(other > own for other in points) for own in points)
    nothing = (0,) * len(points)
    return e.Outcome(places, tuple(points), nothing, nothing)
