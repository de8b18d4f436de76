"""From a command to its events, or to a refusal in words. Pure: rules of the tournament live here.

What a decision needs beside the state (the seed of a pairing, who asks) comes in as `Circumstances`.
"""

from games.tournaments import commands as c
from games.tournaments import events as e
from games.tournaments.decisions import entries, judging, rounds, undoing
from games.tournaments.decisions.common import Circumstances
from games.tournaments.records import Refused
from games.tournaments.state import State

__all__ = ["Circumstances", "decide"]

DECISIONS = entries.DECISIONS | rounds.DECISIONS | judging.DECISIONS | undoing.DECISIONS


def decide(state: State, command: c.Command, now: Circumstances) -> list[e.Event]:
    if state.finished and not isinstance(command, c.AFTER_THE_END):
        raise Refused("tournament-over", "The tournament is over.")
    return DECISIONS[type(command)](state, command, now)
