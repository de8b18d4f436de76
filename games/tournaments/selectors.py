"""Every way to read a tournament: what the pages, the wall and the exports show."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Avg
from django.utils import timezone

from games.tables.access import Person
from games.tables.event_store import instant
from games.tables.hub import presence_here
from games.tables.models import Game
from games.tournaments import events as e
from games.tournaments.access import standing_of
from games.tournaments.decisions import best_of, table_of
from games.tournaments.event_log import log_at_head, state_of
from games.tournaments.models import Entrant, TableGame, Tournament
from games.tournaments.plan import POINT
from games.tournaments.records import Refused, to_json
from games.tournaments.schedule import replay_pairing
from games.tournaments.scoring import is_decided, table_places, tally
from games.tournaments.services.creating import edition_of
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
            {"kind": state.plan.stages[i].kind, "field": stage.field, "groups": stage.groups}
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
    best = best_of(state, round)
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
        "tables": [table_json(state, table, best) for table in round.tables.values()],
    }


def table_json(state: State, table: Table, best: int) -> dict[str, Any]:
    decided = is_decided(table, best)
    return {
        "table": table.number,
        "seats": table.seats,
        "game": table.games[-1].game_id if table.games else None,
        "games": [
            {
                "id": game.game_id,
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
        "calls": table.calls,
        "no_shows": table.no_shows,
    }


def race(state: State) -> list[dict[str, Any]]:
    """Everybody's points after each round: the chart of the race."""
    totals = dict.fromkeys(state.entrants, 0)
    lines: dict[int, list[float]] = {number: [] for number in totals}
    for round in state.rounds:
        if round.status != "finished":
            continue
        gained = tally(state, [round], totals)
        for number, own in gained.items():
            totals[number] += own.points
            lines[number].append(totals[number] / POINT)
    return [{"entrant": number, "points": points} for number, points in lines.items()]


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
        found = table_of(state.round, who.entrant)
        table = found.number if found else None
    return {
        "organiser": who.organises,
        "judge": who.judges,
        "entrant": who.entrant or None,
        "table": table,
        "signed_in": person.pk is not None,
    }


def draft_json(tournament: Tournament) -> dict[str, Any] | None:
    """A pairing that is not published yet: for the organiser alone."""
    state = state_of(tournament)
    if state.round is None or state.round.status != "paired":
        return None
    return round_json(state, state.round)


def why_this_table(tournament: Tournament, round: int, entrant: int) -> dict[str, Any]:
    """The costs that put somebody at their table, from the pairing made again from the log."""
    state = state_of(tournament)
    if not 1 <= round <= len(state.rounds):
        raise Refused("no-such-round", f"There is no round {round}.")
    paired = state.rounds[round - 1]
    table = table_of(paired, entrant)
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


# The wall


def tiles(tournament: Tournament) -> list[dict[str, Any]]:
    """Every table of the present round as it stands now: one query, whatever their number."""
    state = state_of(tournament)
    round = state.round
    if round is None or round.status not in ("started", "finished"):
        return []
    rows = TableGame.objects.filter(tournament=tournament, round=round.number)
    games: dict[int, Game] = {}
    for row in rows.select_related("game").order_by("table", "number"):
        games[row.table] = row.game
    return [tile(state, round, table, games.get(table.number)) for table in round.tables.values()]


def tile(state: State, round: Round, table: Table, game: Game | None) -> dict[str, Any]:
    decided = is_decided(table, best_of(state, round))
    return {
        "table": table.number,
        "seats": table.seats,
        "game": str(game.id) if game else None,
        "status": "decided" if decided else game.status if game else "owed",
        "round": game.round if game else None,
        "phase": game.phase if game else "",
        "waiting_on": game.waiting_on if game and game.status == Game.Status.RUNNING else [],
        "scores": game.scores if game else [],
        "seq": game.head_seq if game else 0,
        "moved_at": instant(game.moved_at) if game and game.moved_at else None,
        "deadline": instant(game.deadline) if game and game.deadline else None,
        "paused": bool(game and game.paused),
        "calls": len(table.calls) + bool(game and game.judge_called),
        "no_shows": len(table.no_shows),
        "away": away(state, table, game),
        "extension": table.extension,
    }


def away(state: State, table: Table, game: Game | None) -> list[int]:
    """The seats of people who are not connected, as far as this process knows."""
    presence = presence_here()
    if game is None or game.status != Game.Status.RUNNING or presence is None:
        return []
    connected = presence.at(game.id).seats
    return [
        seat
        for seat, number in enumerate(table.seats)
        if number != e.AI and not state.entrants[number].policy and seat not in connected
    ]


def predicted_end(tournament: Tournament, now: datetime | None = None) -> datetime | None:
    """When the slowest table will be done: each goes on at its own pace, to the length that games
    of this edition have had."""
    state = state_of(tournament)
    round = state.round
    if round is None or round.status != "started":
        return None
    now = now or timezone.now()
    over = Game.objects.filter(edition=state.plan.edition, status=Game.Status.OVER)
    usual = over.aggregate(length=Avg("head_seq"))["length"]
    if usual is None:
        return None
    rows = TableGame.objects.filter(tournament=tournament, round=round.number, is_settled=False)
    ends = [
        _end_of(row.game, float(usual), now)
        for row in rows.select_related("game")
        if row.game.status == Game.Status.RUNNING and not row.game.paused
    ]
    return max((end for end in ends if end is not None), default=None)


def _end_of(game: Game, usual: float, now: datetime) -> datetime | None:
    if game.started_at is None or game.head_seq < 10:
        return None
    played = (now - game.started_at).total_seconds()
    left = max(0.02 * usual, usual - game.head_seq)
    return now + timedelta(seconds=played / game.head_seq * left)


def log_json(tournament: Tournament, after: int, limit: int) -> list[dict[str, Any]]:
    """The chain, as anybody may check it: who acted is a role, never a person."""
    rows = tournament.events.filter(seq__gt=after).order_by("seq")[:limit]
    return [
        {
            "seq": row.seq,
            "type": row.type,
            "version": row.version,
            "payload": row.payload,
            "actor": row.actor,
            "why": row.why,
            "recorded_at": instant(row.recorded_at),
            "digest": row.digest,
        }
        for row in rows
    ]


def cross_table(state: State, lines: Iterable[Standing]) -> list[dict[str, Any]]:
    """For each entrant and round: table, seat, place and points."""
    by_entrant: Mapping[int, list[dict[str, Any]]] = {line.entrant: [] for line in lines}
    for round in state.rounds:
        gained = tally(state, [round], by_entrant)
        for number, cells in by_entrant.items():
            table = table_of(round, number)
            decided = table and is_decided(table, best_of(state, round))
            cells.append(
                {
                    "round": round.number,
                    "table": table.number if table else None,
                    "seat": table.seats.index(number) + 1 if table else None,
                    "place": table_places(state.plan, table.outcomes)[table.seats.index(number)]
                    if table and decided
                    else None,
                    "points": gained[number].by_round.get(round.number, 0) / POINT,
                    "bye": number in round.byes,
                }
            )
    return [{"entrant": number, "rounds": cells} for number, cells in by_entrant.items()]
