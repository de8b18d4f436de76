"""From the log to the state. `evolve` holds no rule: what was decided is in the event."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from games.tournaments import events as e
from games.tournaments.plan import POINT
from games.tournaments.state import (
    Entrant,
    Played,
    Recorded,
    Round,
    StageField,
    State,
    Table,
)


class Inconsistent(Exception):
    """This event can't follow those before it."""


def fold(log: Sequence[Recorded]) -> State:
    """From the beginning, without what was undone later."""
    state = State(undone=undone_in(log))
    for recorded in log:
        evolve(state, recorded)
    return state


def undone_in(log: Iterable[Recorded]) -> set[int]:
    return {recorded.event.seq for recorded in log if isinstance(recorded.event, e.Undone)}


def evolve(state: State, recorded: Recorded) -> None:
    state.seq = recorded.seq
    if recorded.seq in state.undone:
        return
    try:
        EVOLVES[type(recorded.event)](state, recorded.event, recorded)
    except (KeyError, IndexError) as missing:
        raise Inconsistent(f"event {recorded.seq} speaks of something unknown: {missing}") from None


def _created(state: State, event: e.TournamentCreated | e.PlanChanged, _: Recorded) -> None:
    state.plan = event.plan


def _registered(state: State, event: e.EntrantRegistered, _: Recorded) -> None:
    state.entrants[event.entrant] = Entrant(
        event.entrant, event.policy, event.groups, missed=event.missed
    )


def _kept_apart(state: State, event: e.EntrantsKeptApart, _: Recorded) -> None:
    for number in event.entrants:
        entrant = state.entrants[number]
        entrant.groups = (*entrant.groups, event.group)


def _status(status: str) -> Callable[[State, Any, Recorded], None]:
    def change(state: State, event: Any, _: Recorded) -> None:
        state.entrants[event.entrant].status = status

    return change


def _reentered(state: State, event: e.EntrantReentered, _: Recorded) -> None:
    entrant = state.entrants[event.entrant]
    entrant.status, entrant.missed = "checked_in", entrant.missed + event.missed


def _stage_began(state: State, event: e.StageBegan, _: Recorded) -> None:
    if event.stage != len(state.stages):
        raise Inconsistent(f"stage {event.stage} does not follow {len(state.stages)}")
    state.stages.append(StageField(event.field, event.groups, event.schedule))


def _paired(state: State, event: e.RoundPaired, recorded: Recorded) -> None:
    # Paired again, before it was published: the new tables replace the old ones.
    if len(state.rounds) == event.round and state.rounds[-1].status == "paired":
        state.rounds.pop()
    if event.round != len(state.rounds) + 1 or event.stage >= len(state.stages):
        raise Inconsistent(f"round {event.round} does not follow {len(state.rounds)}")
    for number in _drawn(event.draws, event.byes):
        state.entrants[number]
    tables = {draw.table: Table(draw.table, draw.seats) for draw in event.draws}
    state.rounds.append(
        Round(
            event.round, event.stage, event.seed, event.solver, tables, event.byes, recorded.seq - 1
        )
    )


def _drawn(draws: Iterable[e.Draw], byes: Iterable[int]) -> list[int]:
    return [number for draw in draws for number in draw.seats if number != e.AI] + list(byes)


def _pairing_changed(state: State, event: e.PairingChanged, _: Recorded) -> None:
    round = state.rounds[event.round - 1]
    if round.status == "started":
        raise Inconsistent("a round that has begun is not paired again")
    for draw in event.draws:
        round.tables[draw.table].seats = draw.seats
    round.byes, round.changed_by_hand = event.byes, True


def _published(state: State, event: e.RoundPublished, _: Recorded) -> None:
    round = state.rounds[event.round - 1]
    round.status, round.commitment = "published", event.commitment


def _started(state: State, event: e.RoundStarted, recorded: Recorded) -> None:
    round = state.rounds[event.round - 1]
    round.status, round.started_at = "started", recorded.at


def _opened(state: State, event: e.GameOpened, _: Recorded) -> None:
    games = state.table(event.round, event.table).games
    if event.game != len(games) + 1:
        raise Inconsistent(f"game {event.game} does not follow {len(games)}")
    games.append(Played(event.game, event.game_id, event.first, event.commitment))


def _result(
    state: State, event: e.ResultRecorded | e.ResultAdjudicated | e.ResultCorrected, _: Recorded
) -> None:
    game = state.table(event.round, event.table).games[event.game - 1]
    adjudicates = not isinstance(event, e.ResultRecorded)
    # What a judge decided stands, however the game ends afterwards.
    if adjudicates or not game.adjudicated:
        game.outcome, game.adjudicated = event.outcome, adjudicates


def _voided(state: State, event: e.GameVoided, _: Recorded) -> None:
    state.table(event.round, event.table).games[event.game - 1].void = True


def _judge_called(state: State, event: e.JudgeCalled, recorded: Recorded) -> None:
    round = state.rounds[event.round - 1]
    round.tables[event.table].calls.append(event.entrant)
    _stand_or_go_on(round, round.tables[event.table], recorded.at)


def _call_answered(state: State, event: e.CallAnswered, recorded: Recorded) -> None:
    round = state.rounds[event.round - 1]
    round.tables[event.table].calls.clear()
    _stand_or_go_on(round, round.tables[event.table], recorded.at)


def _stand_or_go_on(round: Round, table: Table, at: datetime) -> None:
    """While a table stands still, whatever for, its time does not run."""
    stands = round.paused or bool(table.calls)
    if stands and table.stands_since is None:
        table.stands_since = at
    elif not stands and table.stands_since is not None:
        table.stood_still += at - table.stands_since
        table.stands_since = None


def _ran_out(state: State, event: e.TableTimeRanOut, recorded: Recorded) -> None:
    round = state.rounds[event.round - 1]
    table = round.tables[event.table]
    table.is_out_of_time = True
    table.is_closed = event.remedy != "judge"
    if event.remedy == "judge":
        table.calls.append(e.CLOCK)
        _stand_or_go_on(round, table, recorded.at)


def _no_show(state: State, event: e.NoShowDeclared, _: Recorded) -> None:
    state.table(event.round, event.table).no_shows.append(event.entrant)


def _warned(state: State, event: e.WarningGiven, _: Recorded) -> None:
    state.entrants[event.entrant].warnings += 1


def _penalised(state: State, event: e.PenaltyGiven, _: Recorded) -> None:
    penalties, stage = state.entrants[event.entrant].penalties, max(0, len(state.stages) - 1)
    penalties[stage] = penalties.get(stage, 0) + event.points * POINT


def _extended(state: State, event: e.TimeExtended, _: Recorded) -> None:
    tables = state.rounds[event.round - 1].tables
    for table in [tables[event.table]] if event.table else tables.values():
        table.extension += event.seconds
        table.is_out_of_time = False


def _pause(paused: bool) -> Callable[[State, Any, Recorded], None]:
    def change(state: State, event: Any, recorded: Recorded) -> None:
        round = state.rounds[event.round - 1]
        round.paused = paused
        for table in round.tables.values():
            _stand_or_go_on(round, table, recorded.at)

    return change


def _announced(state: State, event: e.AnnouncementMade, recorded: Recorded) -> None:
    state.announcements.append(recorded)


def _round_finished(state: State, event: e.RoundFinished, recorded: Recorded) -> None:
    round = state.rounds[event.round - 1]
    round.status, round.finished_at = "finished", recorded.at


def _finished(state: State, event: e.TournamentFinished, _: Recorded) -> None:
    state.finished = True


def _nothing(state: State, event: Any, _: Recorded) -> None:
    """Kept for the record; the game's own log, or the fold itself, carries it out."""


EVOLVES: dict[type, Callable[[State, Any, Recorded], None]] = {
    e.TournamentCreated: _created,
    e.PlanChanged: _created,
    e.EntrantRegistered: _registered,
    e.EntrantsKeptApart: _kept_apart,
    e.EntrantCheckedIn: _status("checked_in"),
    e.EntrantDropped: _status("dropped"),
    e.EntrantReentered: _reentered,
    e.EntrantDisqualified: _status("disqualified"),
    e.StageBegan: _stage_began,
    e.RoundPaired: _paired,
    e.PairingChanged: _pairing_changed,
    e.RoundPublished: _published,
    e.RoundStarted: _started,
    e.GameOpened: _opened,
    e.ResultRecorded: _result,
    e.ResultAdjudicated: _result,
    e.ResultCorrected: _result,
    e.GameVoided: _voided,
    e.JudgeCalled: _judge_called,
    e.CallAnswered: _call_answered,
    e.TableTimeRanOut: _ran_out,
    e.SeatRuled: _nothing,
    e.NoShowDeclared: _no_show,
    e.WarningGiven: _warned,
    e.PenaltyGiven: _penalised,
    e.TimeExtended: _extended,
    e.AllPaused: _pause(True),
    e.AllResumed: _pause(False),
    e.AnnouncementMade: _announced,
    e.RoundFinished: _round_finished,
    e.TournamentFinished: _finished,
    e.Undone: _nothing,
}
