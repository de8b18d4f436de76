"""Results come in from finished games, by themselves; a round whose tables are all decided is over."""

from typing import Any
from uuid import UUID

from games.tables.models import Game
from games.tables.services.dues import release_seeds
from games.tournaments import events as e
from games.tournaments.event_log import log_at_head, state_of
from games.tournaments.folding import fold
from games.tournaments.models import TableGame, Tournament
from games.tournaments.rotation import by_table
from games.tournaments.schedule import is_over
from games.tournaments.scoring import is_decided
from games.tournaments.services.acting import record_what_follows
from games.tournaments.state import Played, State


def record_results(tournament_id: UUID) -> None:
    if TableGame.objects.filter(
        tournament_id=tournament_id, is_settled=False, game__status=Game.Status.OVER
    ).exists():
        record_what_follows(tournament_id, _results)


def _results(tournament: Tournament, state: State) -> list[e.Event]:
    rows = TableGame.objects.filter(
        tournament=tournament, is_settled=False, game__status=Game.Status.OVER
    )
    finished = list(rows.select_related("game").order_by("round", "table"))
    TableGame.objects.filter(pk__in=[row.pk for row in finished]).update(is_settled=True)
    games = [state.table(row.round, row.table).games[row.number - 1] for row in finished]
    return [
        e.ResultRecorded(
            row.round,
            row.table,
            row.number,
            outcome_of(row.game.result, played),
            row.game.head_digest,
        )
        for row, played in zip(finished, games, strict=True)
        if not played.void
    ]


def outcome_of(result: Any, played: Played) -> e.Outcome:
    """The game's own result, as the tournament counts it."""
    places = {line["seat"]: line["place"] for line in result["standings"]}
    sheets = sorted(result["scores"], key=lambda sheet: int(sheet["seat"]))
    return e.Outcome(
        places=by_table([places[sheet["seat"]] for sheet in sheets], played),
        scores=by_table([sheet["total"] for sheet in sheets], played),
        tickets=by_table([_count(sheet, "ticket") for sheet in sheets], played),
        bonuses=by_table([_count(sheet, "bonus") for sheet in sheets], played),
    )


def _count(sheet: Any, what: str) -> int:
    return sum(line["what"] == what for line in sheet["lines"])


def finish_round(tournament_id: UUID) -> None:
    if _is_decided(state_of(Tournament.objects.get(id=tournament_id))):
        record_what_follows(tournament_id, _finish)


def _is_decided(state: State) -> bool:
    """The round is being played, and no table has anything left to play."""
    round = state.round
    if round is None or round.status != "started":
        return False
    return all(is_decided(table, state.best_of(round)) for table in round.tables.values())


def _finish(tournament: Tournament, state: State) -> list[e.Event]:
    round = state.round
    if round is None or not _is_decided(state):
        return []
    # Those who played the same decks may see them now, and everybody may see how they played.
    games = TableGame.objects.filter(tournament=tournament, round=round.number)
    if round.is_duplicate:
        ids = list(games.values_list("game_id", flat=True))
        Game.objects.filter(id__in=ids).update(visibility=Game.Visibility.UNLISTED)
        release_seeds(ids)
    finished = e.RoundFinished(round.number)
    log = log_at_head(tournament)
    after = fold([*log, log[-1]._replace(seq=log[-1].seq + 1, event=finished)])
    return [finished, e.TournamentFinished()] if is_over(after) else [finished]
