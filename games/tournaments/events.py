"""Everything that can happen in a tournament. An event records an outcome, never an intention.

Events name entrants by number, never by name: who entrant 7 is stands outside the chain, so that an
account can be erased without breaking it. In what role somebody acted and why is part of every row
of the log (event_log.py).
"""

from games.tournaments.plan import Plan
from games.tournaments.records import Record, Tagged

AI = 0  # in a list of seats: an AI that fills an empty seat, and no entrant
CLOCK = 0  # among those who call a judge: the time of the round, which has run out


class TournamentCreated(Tagged, frozen=True):
    plan: Plan


class PlanChanged(Tagged, frozen=True):
    plan: Plan


class EntrantRegistered(Tagged, frozen=True):
    entrant: int
    policy: str = ""  # the AI that plays, or "" for a person
    groups: tuple[int, ...] = ()  # entrants of one group (a club, a family) are kept apart
    missed: int = 0  # rounds that were paired before: a late entry


class EntrantsKeptApart(Tagged, frozen=True):
    """They are one more group, whose members don't meet while that can be avoided."""

    group: int
    entrants: tuple[int, ...]


class EntrantCheckedIn(Tagged, frozen=True):
    entrant: int


class EntrantDropped(Tagged, frozen=True):
    entrant: int


class EntrantReentered(Tagged, frozen=True):
    entrant: int
    missed: int = 0


class EntrantDisqualified(Tagged, frozen=True):
    entrant: int


# For each round its tables, for each table who plays there.
Schedule = tuple[tuple[tuple[int, ...], ...], ...]


class StageBegan(Tagged, frozen=True):
    """Who takes part, best first: a result corrected later does not change who was let through."""

    stage: int
    field: tuple[int, ...]
    groups: tuple[tuple[int, ...], ...] = ()
    schedule: Schedule = ()  # of a stage that is planned as a whole, from the start


class Draw(Record, frozen=True):
    """A table of a round: its seats in the order of play."""

    table: int
    seats: tuple[int, ...]


class RoundPaired(Tagged, frozen=True):
    round: int
    stage: int
    seed: str  # with it and the log up to here, anyone gets the same tables
    solver: str
    draws: tuple[Draw, ...]
    byes: tuple[int, ...] = ()


class PairingChanged(Tagged, frozen=True):
    """By hand: these tables now sit like this."""

    round: int
    draws: tuple[Draw, ...]
    byes: tuple[int, ...]


class RoundPublished(Tagged, frozen=True):
    round: int
    commitment: str = ""  # of the first deck, where all tables play the same ones


class RoundStarted(Tagged, frozen=True):
    round: int


class GameOpened(Tagged, frozen=True, omit_defaults=True):
    round: int
    table: int
    game: int  # from 1; more than one in a best of n, or after a void game
    game_id: str
    first: int = 0  # which of the table's seats moves first, the others follow it round the table
    commitment: str = ""  # of its deck, where all tables play the same one


class Outcome(Record, frozen=True):
    """What a game gave each seat of its table, in the order of the draw, whoever moved first in it."""

    places: tuple[int, ...]
    scores: tuple[int, ...]
    tickets: tuple[int, ...]
    bonuses: tuple[int, ...]


class ResultRecorded(Tagged, frozen=True):
    """As the game itself ended; its own log proves it."""

    round: int
    table: int
    game: int
    outcome: Outcome
    digest: str  # the head of the game's log


class ResultAdjudicated(Tagged, frozen=True):
    """As a judge decided, whatever the game says."""

    round: int
    table: int
    game: int
    outcome: Outcome


class ResultCorrected(Tagged, frozen=True):
    """As a judge decided when the round was over already. The standings follow it from here on;
    who was paired with whom, or let through, does not."""

    round: int
    table: int
    game: int
    outcome: Outcome


class GameVoided(Tagged, frozen=True):
    """It does not count; the table plays another."""

    round: int
    table: int
    game: int


class JudgeCalled(Tagged, frozen=True):
    round: int
    table: int
    entrant: int


class CallAnswered(Tagged, frozen=True):
    round: int
    table: int


class SeatRuled(Tagged, frozen=True):
    """A ruling that the game's own log carries out: an AI takes a seat, gives it back, or it forfeits."""

    round: int
    table: int
    entrant: int
    ruling: str
    to: str


class NoShowDeclared(Tagged, frozen=True):
    round: int
    table: int
    entrant: int
    remedy: str
    level: str


class TableTimeRanOut(Tagged, frozen=True):
    """The round's time was over at this table, and what was published for that case happens: a judge
    is called, an AI plays on for every person, or the points on the table decide."""

    round: int
    table: int
    remedy: str
    level: str = ""


class WarningGiven(Tagged, frozen=True):
    entrant: int


class PenaltyGiven(Tagged, frozen=True):
    entrant: int
    points: int


class TimeExtended(Tagged, frozen=True):
    round: int
    seconds: int
    table: int = 0  # 0: every table


class AllPaused(Tagged, frozen=True):
    round: int


class AllResumed(Tagged, frozen=True):
    round: int


class AnnouncementMade(Tagged, frozen=True):
    text: str
    tables: tuple[int, ...] = ()  # none: everybody


class RoundFinished(Tagged, frozen=True):
    round: int


class TournamentFinished(Tagged, frozen=True):
    pass


class Undone(Tagged, frozen=True):
    """The event at `seq` counts no more. Both stay in the log."""

    seq: int


Event = (
    TournamentCreated
    | PlanChanged
    | EntrantRegistered
    | EntrantsKeptApart
    | EntrantCheckedIn
    | EntrantDropped
    | EntrantReentered
    | EntrantDisqualified
    | StageBegan
    | RoundPaired
    | PairingChanged
    | RoundPublished
    | RoundStarted
    | GameOpened
    | ResultRecorded
    | ResultAdjudicated
    | ResultCorrected
    | GameVoided
    | JudgeCalled
    | CallAnswered
    | SeatRuled
    | NoShowDeclared
    | TableTimeRanOut
    | WarningGiven
    | PenaltyGiven
    | TimeExtended
    | AllPaused
    | AllResumed
    | AnnouncementMade
    | RoundFinished
    | TournamentFinished
    | Undone
)
