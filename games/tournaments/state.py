"""Where a tournament stands. What is mutable here belongs to the fold (folding.py); others only read."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import NamedTuple

from games.tournaments import events as e
from games.tournaments.plan import Plan


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
    first: int = 0  # which of the table's seats moves first in it
    commitment: str = ""  # of its deck, in a duplicate round
    outcome: e.Outcome | None = None
    adjudicated: bool = False
    void: bool = False


@dataclass
class Table:
    number: int
    seats: tuple[int, ...]
    games: list[Played] = field(default_factory=list)
    extension: int = 0  # seconds
    calls: list[int] = field(default_factory=list)  # entrants who wait for a judge, or e.CLOCK
    stands_since: datetime | None = None  # a judge is called, or everything is paused
    stood_still: timedelta = timedelta()  # in all; it is not counted as the round's time
    is_out_of_time: bool = False
    is_closed: bool = False  # out of time, by a policy that lets no further game begin
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
    commitment: str = ""  # of the first deck of a duplicate round
    started_at: datetime | None = None
    finished_at: datetime | None = None
    paused: bool = False

    @property
    def is_duplicate(self) -> bool:
        """As it was published, however the plan is changed meanwhile."""
        return bool(self.commitment)

    def table_of(self, entrant: int) -> Table | None:
        return next((table for table in self.tables.values() if entrant in table.seats), None)


@dataclass
class StageField:
    """Who takes part in a stage, best first."""

    field: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...] = ()
    schedule: e.Schedule = ()


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

    def best_of(self, round: Round) -> int:
        return self.plan.stages[round.stage].games
