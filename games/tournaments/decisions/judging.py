"""Judge calls and rulings. A ruling works forward only: it is a new event, never an edit."""

from dataclasses import replace

from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.decisions.common import (
    Circumstances,
    Decision,
    entrant_of,
    present_round,
    refuse_without_game,
    started_table,
)
from games.tournaments.records import Refused
from games.tournaments.scoring import is_decided
from games.tournaments.state import Played, Round, State, Table


def _call_judge(state: State, command: c.CallJudge, now: Circumstances) -> list[e.Event]:
    round = present_round(state, "started")
    table = round.table_of(now.entrant)
    if table is None or is_decided(table, state.best_of(round)):
        raise Refused("no-table", "You are not at a table now.")
    if now.entrant in table.calls:
        raise Refused("called-already", "A judge is called already.")
    return [e.JudgeCalled(round.number, table.number, now.entrant)]


def _answer(state: State, command: c.AnswerCall, now: Circumstances) -> list[e.Event]:
    round, table = started_table(state, command.table)
    if not table.calls:
        raise Refused("not-called", f"Nobody at table {command.table} has called.")
    return [e.CallAnswered(round.number, table.number)]


def _rule_seat(state: State, command: c.RuleSeat, now: Circumstances) -> list[e.Event]:
    round, table = started_table(state, command.table)
    if command.entrant not in table.seats:
        raise Refused("not-there", f"Entrant {command.entrant} is not at table {command.table}.")
    if command.to and command.to not in now.edition.policies:
        known = ", ".join(now.edition.policies)
        raise Refused("no-such-level", f"There is no AI {command.to}, only: {known}.")
    if not command.to and command.ruling == "forfeit_seat":
        raise Refused("no-such-level", "Name the AI that plays on for a seat that forfeits.")
    refuse_without_game(table)
    return [e.SeatRuled(round.number, table.number, command.entrant, command.ruling, command.to)]


def _adjudicate(state: State, command: c.Adjudicate, now: Circumstances) -> list[e.Event]:
    round, table = _table_with_results(state, command.round, command.table)
    game = _game_of(table, command.game)
    outcome = command.outcome
    if {len(part) for part in _parts(outcome)} != {len(table.seats)}:
        raise Refused("bad-outcome", f"Table {command.table} has {len(table.seats)} seats.")
    if any(place != 1 + sum(other < place for other in outcome.places) for place in outcome.places):
        raise Refused("bad-outcome", "Places are 1, 2, 3 ...; who shares one leaves the next out.")
    if round.status == "started":
        return [e.ResultAdjudicated(round.number, table.number, game.number, outcome)]
    games = [replace(one, outcome=outcome) if one is game else one for one in table.games]
    if not is_decided(replace(table, games=games), state.best_of(round)):
        raise Refused("bad-outcome", "With this result the table would need another game.")
    return [e.ResultCorrected(round.number, table.number, game.number, outcome)]


def _table_with_results(state: State, number: int, table: int) -> tuple[Round, Table]:
    """Of the present round, or of one that is over."""
    if not number:
        number = len(state.rounds)
    if not 1 <= number <= len(state.rounds):
        raise Refused("no-such-round", f"There is no round {number}.")
    round = state.rounds[number - 1]
    if round.status not in ("started", "finished"):
        raise Refused("not-now", f"Round {number} is {round.status}.")
    if table not in round.tables:
        raise Refused("no-such-table", f"There is no table {table}.")
    return round, round.tables[table]


def _game_of(table: Table, number: int) -> Played:
    counting = [game for game in table.counting if number in (0, game.number)]
    if not counting:
        raise Refused("no-game", f"There is no such game at table {table.number}.")
    return counting[-1]


def _parts(outcome: e.Outcome) -> tuple[tuple[int, ...], ...]:
    return outcome.places, outcome.scores, outcome.tickets, outcome.bonuses


def _void(state: State, command: c.VoidGame, now: Circumstances) -> list[e.Event]:
    round, table = started_table(state, command.table)
    if not table.counting:
        raise Refused("no-game", f"No game has begun at table {command.table}.")
    return [e.GameVoided(round.number, table.number, table.counting[-1].number)]


def _warn(state: State, command: c.GiveWarning, now: Circumstances) -> list[e.Event]:
    return [e.WarningGiven(entrant_of(state, command.entrant).number)]


def _penalise(state: State, command: c.GivePenalty, now: Circumstances) -> list[e.Event]:
    return [e.PenaltyGiven(entrant_of(state, command.entrant).number, command.points)]


def _extend(state: State, command: c.ExtendTime, now: Circumstances) -> list[e.Event]:
    round = present_round(state, "started")
    if command.table and command.table not in round.tables:
        raise Refused("no-such-table", f"There is no table {command.table}.")
    return [e.TimeExtended(round.number, command.seconds, command.table)]


DECISIONS: dict[type, Decision] = {
    c.CallJudge: _call_judge,
    c.AnswerCall: _answer,
    c.RuleSeat: _rule_seat,
    c.Adjudicate: _adjudicate,
    c.VoidGame: _void,
    c.GiveWarning: _warn,
    c.GivePenalty: _penalise,
    c.ExtendTime: _extend,
}
