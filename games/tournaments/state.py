"""Where a tournament stands: a fold of its events, and nothing else.

`evolve` holds no rule. What is mutable here belongs to the fold; others only read it.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, NamedTuple

from games.tournaments import events as e
from games.tournaments.plan import POINT, Plan


class Recorded(NamedTuple):
    """An event with its place in the log: in what role somebody acted, why and when."""

    seq: int
    event: e.Event
    actor: str
    why: str
    at: datetime


@dataclass
class Entrant:
    number: int
    policy: str
    groups: tuple[int, ...]
    status: str = "registered"  # or "checked_in", "dropped", "disqualified"
    missed: int = 0  # rounds before a late entry or a re-entry
    warnings: int = 0
    penalties: dict[int, int] = field(default_factory=dict)  # by stage, in sixtieths


@dataclass
class Played:
    """A game at a table of the tournament."""

    number: int
    game_id: str
    outcome: e.Outcome | None = None
    adjudicated: bool = False
    void: bool = False


@dataclass
class Table:
    number: int
    seats: tuple[int, ...]
    games: list[Played] = field(default_factory=list)
    extension: int = 0  # seconds
    calls: list[int] = field(default_factory=list)  # entrants who wait for a judge
    no_shows: list[int] = field(default_factory=list)

    @property
    def counting(self) -> list[Played]:
        return [game for game in self.games if not game.void]

    @property
    def outcomes(self) -> list[e.Outcome]:
        return [game.outcome for game in self.counting if game.outcome is not None]


@dataclass
class Round:
    number: int
    stage: int
    seed: str
    solver: str
    tables: dict[int, Table]
    byes: tuple[int, ...]
    log_size: int  # how many events there were before it was paired: what its pairing was made from
    status: str = "paired"  # then "published", "started", "finished"
    changed_by_hand: bool = False
    commitment: str = ""
    started_at: datetime | None = None
    finished_at: datetime | None = None
    paused: bool = False


@dataclass
class StageField:
    """Who takes part in a stage, best first."""

    field: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...] = ()


@dataclass
class State:
    plan: Plan = field(default_factory=lambda: Plan(edition=""))
    entrants: dict[int, Entrant] = field(default_factory=dict)
    stages: list[StageField] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    announcements: list[Recorded] = field(default_factory=list)
    undone: set[int] = field(default_factory=set)
    finished: bool = False
    seq: int = 0

    @property
    def round(self) -> Round | None:
        return self.rounds[-1] if self.rounds else None

    def table(self, round: int, table: int) -> Table:
        return self.rounds[round - 1].tables[table]


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
    state.stages.append(StageField(event.field, event.groups))


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
    games.append(Played(event.game, event.game_id))


def _result(state: State, event: e.ResultRecorded | e.ResultAdjudicated, _: Recorded) -> None:
    game = state.table(event.round, event.table).games[event.game - 1]
    adjudicates = isinstance(event, e.ResultAdjudicated)
    # What a judge decided stands, however the game ends afterwards.
    if adjudicates or not game.adjudicated:
        game.outcome, game.adjudicated = event.outcome, adjudicates


def _voided(state: State, event: e.GameVoided, _: Recorded) -> None:
    state.table(event.round, event.table).games[event.game - 1].void = True


def _judge_called(state: State, event: e.JudgeCalled, _: Recorded) -> None:
    state.table(event.round, event.table).calls.append(event.entrant)


def _call_answered(state: State, event: e.CallAnswered, _: Recorded) -> None:
    state.table(event.round, event.table).calls.clear()


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


def _pause(paused: bool) -> Callable[[State, Any, Recorded], None]:
    def change(state: State, event: Any, _: Recorded) -> None:
        state.rounds[event.round - 1].paused = paused

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
    e.GameVoided: _voided,
    e.JudgeCalled: _judge_called,
    e.CallAnswered: _call_answered,
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
