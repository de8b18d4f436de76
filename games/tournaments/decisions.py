"""From a command to its events, or to a refusal in words. Pure: rules of the tournament live here.

What a decision needs beside the state (the seed of a pairing, who asks) comes in as `Circumstances`.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.plan import check_plan
from games.tournaments.records import Refused
from games.tournaments.schedule import next_round
from games.tournaments.scoring import is_decided
from games.tournaments.state import Inconsistent, Recorded, Round, State, Table, fold
from rules import Edition


class Circumstances(NamedTuple):
    edition: Edition
    seed: str  # of a pairing: the head of the log, which nobody can choose
    commitment: str = ""  # of the deck of a duplicate round
    entrant: int = 0  # who asks, where it is a player
    groups: tuple[int, ...] = ()  # of somebody who is being registered
    log: Sequence[Recorded] = ()


Decision = Callable[[State, Any, Circumstances], list[e.Event]]


def decide(state: State, command: c.Command, now: Circumstances) -> list[e.Event]:
    if state.finished and not isinstance(command, c.Undo | c.Announce):
        raise Refused("tournament-over", "The tournament is over.")
    return DECISIONS[type(command)](state, command, now)


# Entries


def _change_plan(state: State, command: c.ChangePlan, now: Circumstances) -> list[e.Event]:
    if state.rounds and command.plan.edition != state.plan.edition:
        raise Refused("has-begun", "The edition stays as it was when the first round was paired.")
    played = len(state.stages)
    if command.plan.stages[:played] != state.plan.stages[:played] and state.rounds:
        raise Refused("has-begun", "A stage that has begun stays as it was planned.")
    check_plan(command.plan, now.edition.seats, now.edition.policies, now.edition.options)
    return [e.PlanChanged(command.plan)]


def _register(state: State, command: c.RegisterEntrant, now: Circumstances) -> list[e.Event]:
    if command.policy and command.policy not in now.edition.policies:
        known = ", ".join(now.edition.policies)
        raise Refused("no-such-level", f"There is no AI {command.policy}, only: {known}.")
    if state.stages and state.plan.stages[0].kind in ("groups", "knockout"):
        raise Refused("too-late", "Groups and knock-outs take nobody in once they have begun.")
    if len(state.stages) > 1:
        raise Refused("too-late", "The first stage is over: nobody can enter any more.")
    missed = sum(round.status != "paired" for round in state.rounds)
    number = max(state.entrants, default=0) + 1
    # A number once given in the log is never given again, even where its entry was undone.
    given = [r.event.entrant for r in now.log if isinstance(r.event, e.EntrantRegistered)]
    number = max([number, *(n + 1 for n in given)])
    return [e.EntrantRegistered(number, command.policy, now.groups, missed)]


def _check_in(state: State, command: c.CheckIn, now: Circumstances) -> list[e.Event]:
    _in_status(state, command.entrant, "registered", "is not waiting to check in")
    return [e.EntrantCheckedIn(command.entrant)]


def _drop(state: State, command: c.DropEntrant, now: Circumstances) -> list[e.Event]:
    entrant = _entrant(state, command.entrant)
    if entrant.status not in ("registered", "checked_in"):
        raise Refused("not-playing", f"Entrant {command.entrant} is {_words(entrant.status)}.")
    return [e.EntrantDropped(command.entrant)]


def _reenter(state: State, command: c.ReenterEntrant, now: Circumstances) -> list[e.Event]:
    _in_status(state, command.entrant, "dropped", "has not dropped")
    return [e.EntrantReentered(command.entrant)]


def _disqualify(state: State, command: c.DisqualifyEntrant, now: Circumstances) -> list[e.Event]:
    if _entrant(state, command.entrant).status == "disqualified":
        raise Refused("not-playing", f"Entrant {command.entrant} is disqualified already.")
    return [e.EntrantDisqualified(command.entrant)]


# Rounds


def _pair(state: State, command: c.PairRound, now: Circumstances) -> list[e.Event]:
    return next_round(state, now.seed, now.edition.seats).events


def _change_pairing(state: State, command: c.ChangePairing, now: Circumstances) -> list[e.Event]:
    round = _round(state, "paired", "published")
    seats = {number: table.seats for number, table in round.tables.items()}
    for draw in command.draws:
        if draw.table not in seats:
            raise Refused("no-such-table", f"There is no table {draw.table}.")
        if len(draw.seats) not in now.edition.seats:
            raise Refused("bad-table", f"Table {draw.table} can't have {len(draw.seats)} seats.")
        seats[draw.table] = draw.seats
    seated = [n for table in seats.values() for n in table if n != e.AI] + list(command.byes)
    for number in set(seated):
        _entrant(state, number)
        if seated.count(number) > 1:
            raise Refused("seated-twice", f"Entrant {number} would sit twice.")
    before = [n for t in round.tables.values() for n in t.seats if n != e.AI] + list(round.byes)
    missing = sorted(set(before) - set(seated))
    if missing:
        raise Refused("unseated", f"Nowhere any more: entrant {', '.join(map(str, missing))}.")
    return [e.PairingChanged(round.number, command.draws, command.byes)]


def _publish(state: State, command: c.PublishRound, now: Circumstances) -> list[e.Event]:
    round = _round(state, "paired")
    return [e.RoundPublished(round.number, now.commitment if state.plan.duplicate else "")]


def _start(state: State, command: c.StartRound, now: Circumstances) -> list[e.Event]:
    return [e.RoundStarted(_round(state, "published").number)]


# Judges


def _call_judge(state: State, command: c.CallJudge, now: Circumstances) -> list[e.Event]:
    round = _round(state, "started")
    table = table_of(round, now.entrant)
    if table is None or is_decided(table, best_of(state, round)):
        raise Refused("no-table", "You are not at a table now.")
    if now.entrant in table.calls:
        raise Refused("called-already", "A judge is called already.")
    return [e.JudgeCalled(round.number, table.number, now.entrant)]


def _answer(state: State, command: c.AnswerCall, now: Circumstances) -> list[e.Event]:
    round, table = _started_table(state, command.table)
    if not table.calls:
        raise Refused("not-called", f"Nobody at table {command.table} has called.")
    return [e.CallAnswered(round.number, table.number)]


def _rule_seat(state: State, command: c.RuleSeat, now: Circumstances) -> list[e.Event]:
    round, table = _started_table(state, command.table)
    if command.entrant not in table.seats:
        raise Refused("not-there", f"Entrant {command.entrant} is not at table {command.table}.")
    if command.to and command.to not in now.edition.policies:
        known = ", ".join(now.edition.policies)
        raise Refused("no-such-level", f"There is no AI {command.to}, only: {known}.")
    if not command.to and command.ruling == "forfeit_seat":
        raise Refused("no-such-level", "Name the AI that plays on for a seat that forfeits.")
    _running_game(table)
    return [e.SeatRuled(round.number, table.number, command.entrant, command.ruling, command.to)]


def _adjudicate(state: State, command: c.Adjudicate, now: Circumstances) -> list[e.Event]:
    round, table = _started_table(state, command.table)
    if not table.counting:
        raise Refused("no-game", f"No game has begun at table {command.table}.")
    sizes = {len(part) for part in _parts(command.outcome)}
    if sizes != {len(table.seats)}:
        raise Refused("bad-outcome", f"Table {command.table} has {len(table.seats)} seats.")
    places = command.outcome.places
    if any(place != 1 + sum(other < place for other in places) for place in places):
        raise Refused("bad-outcome", "Places are 1, 2, 3 ...; who shares one leaves the next out.")
    game = table.counting[-1].number
    return [e.ResultAdjudicated(round.number, table.number, game, command.outcome)]


def _parts(outcome: e.Outcome) -> tuple[tuple[int, ...], ...]:
    return outcome.places, outcome.scores, outcome.tickets, outcome.bonuses


def _void(state: State, command: c.VoidGame, now: Circumstances) -> list[e.Event]:
    round, table = _started_table(state, command.table)
    if not table.counting:
        raise Refused("no-game", f"No game has begun at table {command.table}.")
    return [e.GameVoided(round.number, table.number, table.counting[-1].number)]


def _warn(state: State, command: c.GiveWarning, now: Circumstances) -> list[e.Event]:
    return [e.WarningGiven(_entrant(state, command.entrant).number)]


def _penalise(state: State, command: c.GivePenalty, now: Circumstances) -> list[e.Event]:
    return [e.PenaltyGiven(_entrant(state, command.entrant).number, command.points)]


def _extend(state: State, command: c.ExtendTime, now: Circumstances) -> list[e.Event]:
    round = _round(state, "started")
    if command.table and command.table not in round.tables:
        raise Refused("no-such-table", f"There is no table {command.table}.")
    return [e.TimeExtended(round.number, command.seconds, command.table)]


# The hall


def _pause(state: State, command: c.PauseAll, now: Circumstances) -> list[e.Event]:
    round = _round(state, "started")
    if round.paused:
        raise Refused("paused-already", "Every table is paused already.")
    return [e.AllPaused(round.number)]


def _resume(state: State, command: c.ResumeAll, now: Circumstances) -> list[e.Event]:
    round = _round(state, "started")
    if not round.paused:
        raise Refused("not-paused", "The tables are not paused.")
    return [e.AllResumed(round.number)]


def _announce(state: State, command: c.Announce, now: Circumstances) -> list[e.Event]:
    return [e.AnnouncementMade(command.text, command.tables)]


UNDOABLE = (
    e.PlanChanged, e.EntrantRegistered, e.EntrantCheckedIn, e.EntrantDropped, e.EntrantReentered,
    e.EntrantDisqualified, e.StageBegan, e.RoundPaired, e.PairingChanged, e.RoundPublished,
    e.ResultAdjudicated, e.WarningGiven, e.PenaltyGiven, e.TimeExtended, e.AnnouncementMade,
)  # fmt: skip


def _undo(state: State, command: c.Undo, now: Circumstances) -> list[e.Event]:
    if not 0 < command.seq <= len(now.log):
        raise Refused("no-such-event", f"There is no event {command.seq}.")
    event = now.log[command.seq - 1].event
    if command.seq in state.undone:
        raise Refused("undone-already", f"Event {command.seq} is undone already.")
    if not isinstance(event, UNDOABLE):
        raise Refused("not-undoable", "That can't be undone: rule on it instead.")
    _refuse_past_rounds(state, event)
    undone = e.Undone(command.seq)
    # Legal as long as everything else still holds without it.
    try:
        last = now.log[-1]
        fold([*now.log, last._replace(seq=last.seq + 1, event=undone)])
    except Inconsistent:
        raise Refused("still-needed", "Later events rest on that one: undo those first.") from None
    return [undone]


def _refuse_past_rounds(state: State, event: e.Event) -> None:
    """A round that has begun rests on its pairing, and one that is over on its results."""
    if isinstance(event, e.RoundPaired | e.PairingChanged | e.RoundPublished):
        allowed: tuple[str, ...] = ("paired", "published")
    elif isinstance(event, e.ResultAdjudicated):
        allowed = ("started",)
    else:
        return
    if state.rounds[event.round - 1 :][1:]:
        raise Refused("not-undoable", f"Round {event.round} is over.")
    _round(state, *allowed)


# What decisions have in common


def _words(status: str) -> str:
    return status.replace("_", " ")


def _entrant(state: State, number: int) -> Any:
    entrant = state.entrants.get(number)
    if entrant is None:
        raise Refused("no-such-entrant", f"There is no entrant {number}.")
    return entrant


def _in_status(state: State, number: int, status: str, otherwise: str) -> None:
    if _entrant(state, number).status != status:
        raise Refused("not-now", f"Entrant {number} {otherwise}.")


def _round(state: State, *statuses: str) -> Round:
    """The present round, in one of these states."""
    round = state.round
    if round is None:
        raise Refused("no-round", "No round is paired yet.")
    if round.status not in statuses:
        raise Refused("not-now", f"Round {round.number} is {round.status}.")
    return round


def _started_table(state: State, number: int) -> tuple[Round, Table]:
    round = _round(state, "started")
    if number not in round.tables:
        raise Refused("no-such-table", f"There is no table {number}.")
    return round, round.tables[number]


def _running_game(table: Table) -> None:
    if not table.counting or table.counting[-1].outcome is not None:
        raise Refused("no-game", f"No game is being played at table {table.number}.")


def table_of(round: Round, entrant: int) -> Table | None:
    return next((table for table in round.tables.values() if entrant in table.seats), None)


def best_of(state: State, round: Round) -> int:
    return state.plan.stages[round.stage].games


DECISIONS: dict[type, Decision] = {
    c.ChangePlan: _change_plan,
    c.RegisterEntrant: _register,
    c.CheckIn: _check_in,
    c.DropEntrant: _drop,
    c.ReenterEntrant: _reenter,
    c.DisqualifyEntrant: _disqualify,
    c.PairRound: _pair,
    c.ChangePairing: _change_pairing,
    c.PublishRound: _publish,
    c.StartRound: _start,
    c.CallJudge: _call_judge,
    c.AnswerCall: _answer,
    c.RuleSeat: _rule_seat,
    c.Adjudicate: _adjudicate,
    c.VoidGame: _void,
    c.GiveWarning: _warn,
    c.GivePenalty: _penalise,
    c.ExtendTime: _extend,
    c.PauseAll: _pause,
    c.ResumeAll: _resume,
    c.Announce: _announce,
    c.Undo: _undo,
}
