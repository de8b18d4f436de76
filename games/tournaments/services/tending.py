"""What a running tournament owes, in order. Each step looks first and may be repeated at will."""

from uuid import UUID

from games.tournaments.services.reconciling import reconcile
from games.tournaments.services.results import finish_round, record_results
from games.tournaments.services.round_time import end_round_time
from games.tournaments.services.seating import (
    declare_no_shows,
    open_owed_games,
    start_full_tables,
)

STEPS = (
    record_results,
    open_owed_games,
    declare_no_shows,
    start_full_tables,
    end_round_time,
    reconcile,
    finish_round,
)


def tend(tournament_id: UUID) -> None:
    for step in STEPS:
        step(tournament_id)
