"""What decisions have in common: what they may know, and what they refuse alike."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from games.tournaments import events as e
from games.tournaments.records import Refused
from games.tournaments.state import Entrant, Recorded, Round, State, Table
from rules import Edition


class Circumstances(NamedTuple):
    edition: Edition
    seed: str  # of a pairing: the head of the log, which nobody can choose
    commitment: str = ""  # of the first deck of a duplicate round
    entrant: int = 0  # who asks, where it is a player
    groups: tuple[int, ...] = ()  # of somebody who is being registered, or of who is kept apart
    log: Sequence[Recorded] = ()


Decision = Callable[[State, Any, Circumstances], list[e.Event]]


def in_words(status: str) -> str:
    return status.replace("_", " ")


def entrant_of(state: State, number: int) -> Entrant:
    entrant = state.entrants.get(number)
    if entrant is None:
        raise Refused("no-such-entrant", f"There is no entrant {number}.")
    return entrant


def refuse_unless(state: State, number: int, status: str, otherwise: str) -> None:
    if entrant_of(state, number).status != status:
        raise Refused("not-now", f"Entrant {number} {otherwise}.")


def present_round(state: State, *statuses: str) -> Round:
    """The present round, in one of these states."""
    round = state.round
    if round is None:
        raise Refused("no-round", "No round is paired yet.")
    if round.status not in statuses:
        raise Refused("not-now", f"Round {round.number} is {round.status}.")
    return round


def started_table(state: State, number: int) -> tuple[Round, Table]:
    round = present_round(state, "started")
    if number not in round.tables:
        raise Refused("no-such-table", f"There is no table {number}.")
    return round, round.tables[number]


def refuse_without_game(table: Table) -> None:
    if not table.counting or table.counting[-1].outcome is not None:
        raise Refused("no-game", f"No game is being played at table {table.number}.")
