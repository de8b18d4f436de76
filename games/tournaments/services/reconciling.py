"""What the tournament decided, carried out in the games: pauses and what was ruled about seats.

The log says how a game should be; this brings it there and does nothing where it is. So it may run
at any time and any number of times, and nothing is lost where a process dies in between.
"""

from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID, uuid5

from games.problems import Problem
from games.tables.models import Game, GameCommand
from games.tables.services.absence import NO_SHOW
from games.tables.services.committer import submit_command
from games.tables.services.judging import Submission
from games.tournaments import events as e
from games.tournaments.event_log import log_at_head, state_of
from games.tournaments.models import TableGame, Tournament
from games.tournaments.rotation import seats_in
from games.tournaments.state import Played, Recorded, Round, State, Table

TOURNAMENT = "tournament"  # in what role the games' logs name us

# What a game's own log has to carry, too.
OWED = (e.SeatRuled, e.NoShowDeclared, e.TimeExtended, e.TableTimeRanOut)
Owed = e.SeatRuled | e.NoShowDeclared | e.TimeExtended | e.TableTimeRanOut


def reconcile(tournament_id: UUID) -> None:
    tournament = Tournament.objects.get(id=tournament_id)
    state = state_of(tournament)
    round = state.round
    if round is None or round.status not in ("started", "finished"):
        return
    rows = TableGame.objects.filter(tournament=tournament, round=round.number)
    rows = rows.filter(game__status=Game.Status.RUNNING).select_related("game")
    games = {row.game.id: (row, row.game) for row in rows}
    for row, game in games.values():
        table = round.tables[row.table]
        _pause_or_resume(round, table, table.games[row.number - 1], game)
    carry_out_rulings(tournament, state, {str(id): game for id, (_, game) in games.items()})


def should_stand_still(round: Round, table: Table, played: Played) -> str:
    """Why a game should be paused; "" where it should be played."""
    if played.void:
        return "void"
    if played.adjudicated:
        return "adjudicated"
    if table.calls:
        return "judge_called"
    return "all_paused" if round.paused else ""


def _pause_or_resume(round: Round, table: Table, played: Played, game: Game) -> None:
    why = should_stand_still(round, table, played)
    if why and not game.paused:
        _submit(
            game, {"type": "pause_game", "reason": why}, uuid5(game.id, f"pause:{game.head_seq}")
        )
    elif not why and game.paused and _paused_by_us(game):
        body = {"type": "resume_game", "reason": "resumed"}
        _submit(game, body, uuid5(game.id, f"resume:{game.head_seq}"))


def _paused_by_us(game: Game) -> bool:
    """A pause that the players agreed on, or a judge at the table made, is theirs to end."""
    last = game.commands.filter(body__type="pause_game").order_by("-last_seq").first()
    return last is not None and last.actor == TOURNAMENT


def carry_out_rulings(tournament: Tournament, state: State, games: dict[str, Game]) -> None:
    """Each in the game that was under way at its table when it was made."""
    done = set(
        GameCommand.objects.filter(game_id__in=games, actor=TOURNAMENT).values_list(
            "game_id", "command_id"
        )
    )
    under_way: dict[tuple[int, int], Played] = {}
    for recorded in log_at_head(tournament):
        event = recorded.event
        if isinstance(event, e.GameOpened):
            opened = Played(event.game, event.game_id, event.first)
            under_way[event.round, event.table] = opened
        elif isinstance(event, OWED) and recorded.seq not in state.undone:
            for at_table in _tables_of(event, under_way):
                played = under_way.get(at_table)
                game = games.get(played.game_id) if played else None
                if played is None or game is None:
                    continue
                seats = seats_in(state.table(*at_table), played)
                for name, body in bodies(state, seats, event, recorded):
                    command_id = uuid5(game.id, name)
                    if (game.id, command_id) not in done:
                        _submit(game, body, command_id)


def _tables_of(event: Owed, under_way: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The round and table that it is about; time can be extended at all tables of a round."""
    if isinstance(event, e.TimeExtended) and not event.table:
        return [at_table for at_table in under_way if at_table[0] == event.round]
    return [(event.round, event.table)]


def bodies(
    state: State, seats: Sequence[int], event: Owed, recorded: Recorded
) -> list[tuple[str, dict[str, Any]]]:
    """The commands that carry it out in a game, each with what its id is made from."""
    name = f"ruling:{recorded.seq}"
    reason = recorded.why[:200] or "ruling"
    if isinstance(event, e.TimeExtended):
        return [(name, {"type": "extend_time", "seconds": event.seconds, "reason": reason})]
    if isinstance(event, e.TableTimeRanOut):
        people = [
            seat
            for seat, number in enumerate(seats)
            if number != e.AI and not state.entrants[number].policy
        ]
        return [
            (f"{name}:{seat}", _about(seat, "hand_over_seat", event.level, "round_time"))
            for seat in people
            if event.remedy == "ai"
        ]
    seat = seats.index(event.entrant)
    if isinstance(event, e.SeatRuled):
        return [(name, _about(seat, event.ruling, event.to, reason))]
    kind = "forfeit_seat" if event.remedy == "forfeit" else "hand_over_seat"
    return [(name, _about(seat, kind, event.level, NO_SHOW))]


def _about(seat: int, kind: str, to: str, reason: str) -> dict[str, Any]:
    return {"type": kind, "seat": seat, "to": to, "reason": reason}


def _submit(game: Game, body: dict[str, Any], command_id: UUID) -> None:
    try:
        submit_command(Submission(game.id, command_id, body, actor=TOURNAMENT))
    except Problem as refused:
        # The game is over, or already as it should be: nothing is owed any more.
        if refused.status_code not in (409, 422):
            raise
