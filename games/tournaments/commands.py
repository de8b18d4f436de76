"""What can be asked of a tournament, and by whom. One way to act: `services.acting.act`."""

from typing import Annotated, Literal

from msgspec import Meta

from games.tournaments.events import Draw, Outcome
from games.tournaments.plan import Plan
from games.tournaments.records import Tagged

Number = Annotated[int, Meta(ge=1, le=100_000)]
Text = Annotated[str, Meta(min_length=1, max_length=500)]
Name = Annotated[str, Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+\Z")]
Label = Annotated[str, Meta(max_length=60, pattern=r"^[^\x00-\x1f\x7f]*\Z")]
Seconds = Annotated[int, Meta(ge=1, le=86_400)]

ORGANISER, JUDGE, PLAYER = "organiser", "judge", "player"


class ChangePlan(Tagged, frozen=True):
    plan: Plan


class RegisterEntrant(Tagged, frozen=True):
    """The organiser enters anybody, by name, by account or as an AI; a player enters themself."""

    name: Name
    username: Label = ""
    policy: Label = ""
    club: Label = ""
    family: Label = ""


class KeepApart(Tagged, frozen=True):
    """They don't meet while that can be avoided, as if they were of one club."""

    entrants: Annotated[tuple[Number, ...], Meta(min_length=2, max_length=10)]


class CheckIn(Tagged, frozen=True):
    entrant: Number


class DropEntrant(Tagged, frozen=True):
    entrant: Number


class ReenterEntrant(Tagged, frozen=True):
    entrant: Number


class DisqualifyEntrant(Tagged, frozen=True):
    entrant: Number


class PairRound(Tagged, frozen=True):
    """The next round; or the present one anew, as long as it is not published."""


class ChangePairing(Tagged, frozen=True):
    """By hand, before the round begins. Who sits elsewhere now must leave their old seat."""

    draws: Annotated[tuple[Draw, ...], Meta(max_length=2000)]
    byes: tuple[Number, ...] = ()


class PublishRound(Tagged, frozen=True):
    pass


class StartRound(Tagged, frozen=True):
    pass


class CallJudge(Tagged, frozen=True):
    """From one's own table. Its clock stops until a judge answers."""


class AnswerCall(Tagged, frozen=True):
    table: Number


class RuleSeat(Tagged, frozen=True):
    """An AI takes a seat or gives it back, or the seat forfeits this game."""

    table: Number
    entrant: Number
    ruling: Literal["hand_over_seat", "forfeit_seat"]
    to: Label = ""


class Adjudicate(Tagged, frozen=True):
    """A result by decision; the game does not count beside it. Of an earlier round it is a correction."""

    table: Number
    outcome: Outcome
    round: Annotated[int, Meta(ge=0, le=100_000)] = 0  # 0: the present one
    game: Annotated[int, Meta(ge=0, le=1000)] = 0  # 0: the last one


class VoidGame(Tagged, frozen=True):
    """The present game of a table does not count and is played again."""

    table: Number


class GiveWarning(Tagged, frozen=True):
    entrant: Number


class GivePenalty(Tagged, frozen=True):
    entrant: Number
    points: Annotated[int, Meta(ge=1, le=100)]


class ExtendTime(Tagged, frozen=True):
    seconds: Seconds
    table: Annotated[int, Meta(ge=0, le=100_000)] = 0


class PauseAll(Tagged, frozen=True):
    pass


class ResumeAll(Tagged, frozen=True):
    pass


class Announce(Tagged, frozen=True):
    text: Text
    tables: tuple[Number, ...] = ()


class Undo(Tagged, frozen=True):
    """Takes back one event: a mistaken drop, penalty, result, pairing."""

    seq: Number


Command = (
    ChangePlan
    | RegisterEntrant
    | KeepApart
    | CheckIn
    | DropEntrant
    | ReenterEntrant
    | DisqualifyEntrant
    | PairRound
    | ChangePairing
    | PublishRound
    | StartRound
    | CallJudge
    | AnswerCall
    | RuleSeat
    | Adjudicate
    | VoidGame
    | GiveWarning
    | GivePenalty
    | ExtendTime
    | PauseAll
    | ResumeAll
    | Announce
    | Undo
)

# What others than the organiser may do; what a player may, only about themself, says acting.py.
JUDGES_MAY = (
    AnswerCall, RuleSeat, Adjudicate, VoidGame, GiveWarning, GivePenalty, ExtendTime,
    DisqualifyEntrant,
)  # fmt: skip
# What always needs a reason.
NEEDS_A_REASON = (
    DisqualifyEntrant, KeepApart, ChangePairing, RuleSeat, Adjudicate, VoidGame, GiveWarning, GivePenalty,
    AnswerCall, Undo,
)  # fmt: skip
# What can still be decided when the last round is over.
AFTER_THE_END = (Announce, Adjudicate, GiveWarning, GivePenalty, DisqualifyEntrant, Undo)
