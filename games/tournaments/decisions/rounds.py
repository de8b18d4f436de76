"""From one round to the next, and what is said and done in the hall meanwhile."""

from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.decisions.common import (
    Circumstances,
    Decision,
    entrant_of,
    present_round,
)
from games.tournaments.records import Refused
from games.tournaments.schedule import next_round
from games.tournaments.state import State


def _pair(state: State, command: c.PairRound, now: Circumstances) -> list[e.Event]:
    return next_round(state, now.seed, now.edition.seats).events


def _change_pairing(state: State, command: c.ChangePairing, now: Circumstances) -> list[e.Event]:
    round = present_round(state, "paired", "published")
    seats = {number: table.seats for number, table in round.tables.items()}
    for draw in command.draws:
        if draw.table not in seats:
            raise Refused("no-such-table", f"There is no table {draw.table}.")
        if len(draw.seats) not in now.edition.seats:
            raise Refused("bad-table", f"Table {draw.table} can't have {len(draw.seats)} seats.")
        seats[draw.table] = draw.seats
    seated = [n for table in seats.values() for n in table if n != e.AI] + list(command.byes)
    for number in set(seated):
        entrant_of(state, number)
        if seated.count(number) > 1:
            raise Refused("seated-twice", f"Entrant {number} would sit twice.")
    before = [n for t in round.tables.values() for n in t.seats if n != e.AI] + list(round.byes)
    missing = sorted(set(before) - set(seated))
    if missing:
        raise Refused("unseated", f"Nowhere any more: entrant {', '.join(map(str, missing))}.")
    return [e.PairingChanged(round.number, command.draws, command.byes)]


def _publish(state: State, command: c.PublishRound, now: Circumstances) -> list[e.Event]:
    round = present_round(state, "paired")
    return [e.RoundPublished(round.number, now.commitment if state.plan.duplicate else "")]


def _start(state: State, command: c.StartRound, now: Circumstances) -> list[e.Event]:
    return [e.RoundStarted(present_round(state, "published").number)]


def _pause(state: State, command: c.PauseAll, now: Circumstances) -> list[e.Event]:
    round = present_round(state, "started")
    if round.paused:
        raise Refused("paused-already", "Every table is paused already.")
    return [e.AllPaused(round.number)]


def _resume(state: State, command: c.ResumeAll, now: Circumstances) -> list[e.Event]:
    round = present_round(state, "started")
    if not round.paused:
        raise Refused("not-paused", "The tables are not paused.")
    return [e.AllResumed(round.number)]


def _announce(state: State, command: c.Announce, now: Circumstances) -> list[e.Event]:
    return [e.AnnouncementMade(command.text, command.tables)]


DECISIONS: dict[type, Decision] = {
    c.PairRound: _pair,
    c.ChangePairing: _change_pairing,
    c.PublishRound: _publish,
    c.StartRound: _start,
    c.PauseAll: _pause,
    c.ResumeAll: _resume,
    c.Announce: _announce,
}
