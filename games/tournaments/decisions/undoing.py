"""Taking an event back, which is a new event: the fold leaves the other out, and both stay."""

from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.decisions.common import Circumstances, Decision, present_round
from games.tournaments.folding import Inconsistent, fold
from games.tournaments.records import Refused
from games.tournaments.scoring import is_decided
from games.tournaments.state import Round, State

UNDOABLE = (
    e.PlanChanged, e.EntrantRegistered, e.EntrantsKeptApart, e.EntrantCheckedIn, e.EntrantDropped,
    e.EntrantReentered, e.EntrantDisqualified, e.StageBegan, e.RoundPaired, e.PairingChanged,
    e.RoundPublished, e.ResultAdjudicated, e.ResultCorrected, e.WarningGiven, e.PenaltyGiven,
    e.TimeExtended, e.AnnouncementMade,
)  # fmt: skip


def _undo(state: State, command: c.Undo, now: Circumstances) -> list[e.Event]:
    if not 0 < command.seq <= len(now.log):
        raise Refused("no-such-event", f"There is no event {command.seq}.")
    event = now.log[command.seq - 1].event
    if command.seq in state.undone:
        raise Refused("undone-already", f"Event {command.seq} is undone already.")
    if not isinstance(event, UNDOABLE):
        raise Refused("not-undoable", "That can't be undone: rule on it instead.")
    if isinstance(event, e.RoundPaired | e.PairingChanged | e.RoundPublished):
        _refuse_past_rounds(state, event.round)
    undone = e.Undone(command.seq)
    # Legal as long as everything else still holds without it.
    try:
        last = now.log[-1]
        after = fold([*now.log, last._replace(seq=last.seq + 1, event=undone)])
    except Inconsistent:
        raise Refused("still-needed", "Later events rest on that one: undo those first.") from None
    if not all(_is_whole(after, round) for round in after.rounds if round.status == "finished"):
        raise Refused("still-needed", "Without it a round that is over would lack a result.")
    return [undone]


def _refuse_past_rounds(state: State, number: int) -> None:
    """A round that has begun rests on its pairing."""
    if number < len(state.rounds):
        raise Refused("not-undoable", f"Round {number} is over.")
    present_round(state, "paired", "published")


def _is_whole(state: State, round: Round) -> bool:
    return all(is_decided(table, state.best_of(round)) for table in round.tables.values())


DECISIONS: dict[type, Decision] = {c.Undo: _undo}
