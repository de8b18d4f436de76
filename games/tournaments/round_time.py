"""The time that a round is given, table by table. Pure."""

from datetime import datetime, timedelta

from games.tournaments.plan import Plan
from games.tournaments.state import Round, Table


def ends_at(plan: Plan, round: Round, table: Table) -> datetime | None:
    """When this table's time is over: what was extended is added, and so is the time in which it
    stood still. None: there is no limit, or it stands still now."""
    if not plan.round_seconds or round.started_at is None or table.stands_since is not None:
        return None
    given = timedelta(seconds=plan.round_seconds + table.extension)
    return round.started_at + given + table.stood_still
