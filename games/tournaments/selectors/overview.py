"""A tournament as everybody may see it, and what is for one person alone."""

from typing import Any

from games.tables.access import Person
from games.tables.event_store import instant
from games.tournaments import events as e
from games.tournaments.access import standing_of
from games.tournaments.event_log import state_of
from games.tournaments.models import Entrant, Tournament
from games.tournaments.plan import POINT
from games.tournaments.records import to_json
from games.tournaments.rotation import seats_in
from games.tournaments.round_time import ends_at
from games.tournaments.scoring import is_decided, table_places
from games.tournaments.selectors.history import race
from games.tournaments.standings import Standing, standings
from games.tournaments.state import Recorded, Round, State, Table


def names_of(tournament: Tournament) -> dict[int, Entrant]:
    return {entrant.number: entrant for entrant in tournament.entrants.all()}


def summary(tournament: Tournament) -> dict[str, Any]:
    """A line in the list of tournaments."""
    state = state_of(tournament)
    return {
        "id": str(tournament.id),
        "name": tournament.name,
        "about": tournament.about,
        "season": tournament.season,
        "edition": state.plan.edition,
        "status": tournament.status,
        "is_open": tournament.is_open,
        "entrants": sum(x.status != "dropped" for x in state.entrants.values()),
        "round": len(state.rounds),
        "rounds": rounds_planned(state),
        "created_at": instant(tournament.created_at),
    }


def rounds_planned(state: State) -> int | None:
    """None where a knock-out needs as many as it needs."""
    if any(stage.kind == "knockout" for stage in state.plan.stages):
        return None
    return sum(stage.rounds for stage in state.plan.stages)


def tournament_json(tournament: Tournament) -> dict[str, Any]:
    """All that everybody may see; the same for all, so it is encoded once."""
    state, known = state_of(tournament), names_of(tournament)
    return summary(tournament) | {
        "seq": tournament.head_seq,
        "digest": tournament.head_digest,
        "plan": to_json(state.plan),
        "field": [entrant_json(state, known[number]) for number in sorted(state.entrants)],
        "stages": [
            {
                "kind": state.plan.stages[i].kind,
                "field": stage.field,
                "groups": stage.groups,
                "schedule": stage.schedule,
            }
            for i, stage in enumerate(state.stages)
        ],
        "rounds_so_far": [
            round_json(state, round) for round in state.rounds if round.status != "paired"
        ],
        "standings": [standing_json(line) for line in standings(state)],
        "race": race(state),
        "announcements": [announcement_json(one) for one in state.announcements[-20:]],
        "finished": state.finished,
    }


def entrant_json(state: State, entrant: Entrant) -> dict[str, Any]:
    own = state.entrants[entrant.number]
    return {
        "number": entrant.number,
        "name": entrant.name,
        "club": entrant.club,
        "policy": own.policy,
        "status": own.status,
        "warnings": own.warnings,
        "penalty": sum(own.penalties.values()) / POINT,
        "late": bool(own.missed),
    }


def standing_json(line: Standing) -> dict[str, Any]:
    return line._asdict()


def round_json(state: State, round: Round) -> dict[str, Any]:
    return {
        "number": round.number,
        "stage": round.stage,
        "kind": state.plan.stages[round.stage].kind,
        "status": round.status,
        "seed": round.seed,
        "solver": round.solver,
        "changed_by_hand": round.changed_by_hand,
        "commitment": round.commitment,
        "paused": round.paused,
        "started_at": instant(round.started_at) if round.started_at else None,
        "finished_at": instant(round.finished_at) if round.finished_at else None,
        "byes": round.byes,
        "tables": [table_json(state, round, table) for table in round.tables.values()],
    }


def table_json(state: State, round: Round, table: Table) -> dict[str, Any]:
    decided = is_decided(table, state.best_of(round))
    end = ends_at(state.plan, round, table)
    return {
        "table": table.number,
        "seats": table.seats,
        "game": table.games[-1].game_id if table.games else None,
        "games": [
            {
                "id": game.game_id,
                "seats": seats_in(table, game),
                "commitment": game.commitment,
                "void": game.void,
                "adjudicated": game.adjudicated,
                "outcome": to_json(game.outcome) if game.outcome else None,
            }
            for game in table.games
        ],
        "places": table_places(state.plan, table.outcomes) if decided else None,
        "scores": [sum(o.scores[s] for o in table.outcomes) for s in range(len(table.seats))]
        if decided
        else None,
        "extension": table.extension,
        "ends_at": instant(end) if end and not decided else None,
        "calls": table.calls,
        "no_shows": table.no_shows,
    }


def announcement_json(recorded: Recorded) -> dict[str, Any]:
    assert isinstance(recorded.event, e.AnnouncementMade)
    return {
        "seq": recorded.seq,
        "at": instant(recorded.at),
        "text": recorded.event.text,
        "tables": recorded.event.tables,
    }


def you_json(person: Person, tournament: Tournament) -> dict[str, Any]:
    """Who is asking: their roles, and where they play now."""
    who = standing_of(person, tournament)
    state = state_of(tournament)
    table = None
    if who.entrant and state.round and state.round.status in ("published", "started"):
        table = state.round.table_of(who.entrant)
    return {
        "organiser": who.organises,
        "judge": who.judges,
        "entrant": who.entrant or None,
        "table": table.number if table else None,
        "game": table.games[-1].game_id if table and table.games else None,
        "signed_in": person.pk is not None,
    }


def draft_json(tournament: Tournament) -> dict[str, Any] | None:
    """A pairing that is not published yet: for the organiser alone."""
    state = state_of(tournament)
    if state.round is None or state.round.status != "paired":
        return None
    return round_json(state, state.round)
