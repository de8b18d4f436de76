"""The end: the points are counted again from the board, then tickets and bonuses are added.

A recount that fails is an *event*, not an exception. An exception would undo the last move and leave
no trace but a line in a server's log; the event stands in the game's own log for judges and auditors,
and no result follows it.
"""

from collections.abc import Callable
from typing import Any, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic, Reaction
from rules.kernel.kinds import INTEGER, tuple_of
from rules.kernel.layout import Layout, public
from rules.kernel.result import RESULT, Result
from rules.mechanics.board_state import BoardState
from rules.mechanics.final_turns import PlayEnded


class RecountFailed(NamedTuple):
    """The audit alarm."""

    running: tuple[int, ...]
    recounted: tuple[int, ...]


class GameEnded(NamedTuple):
    result: Result


def recount_with(recount: Callable[[Any], list[int]]) -> Reaction:
    def recount_points(state: BoardState, event: PlayEnded, chance: Chance) -> list[Event]:
        # TR-F4: points are counted again from the board and must equal the running score.
        recounted = recount(state)
        if recounted != state.scores:
            return [RecountFailed(tuple(state.scores), tuple(recounted))]
        return []

    return recount_points


def end_with(final_result: Callable[[Any], Result]) -> Reaction:
    def end_game(state: BoardState, event: PlayEnded, chance: Chance) -> list[Event]:
        return [GameEnded(final_result(state))] if state.phase == "scoring" else []

    return end_game


def _recount_failed(state: BoardState, event: RecountFailed) -> None:
    state.phase = "audit_alarm"


def _game_ended(state: BoardState, event: GameEnded) -> None:
    state.result = event.result
    state.scores = [score.total for score in event.result.scores]
    state.phase = "over"
    state.due = "reveal_seed"


GAME_END = Mechanic(
    events=(
        Layout(
            RecountFailed,
            "Audit alarm: the running score is {running}, a recount gives {recounted}.",
            running=public(tuple_of(INTEGER)),
            recounted=public(tuple_of(INTEGER)),
        ),
        Layout(GameEnded, "The game is over.", result=public(RESULT)),
    ),
    evolves={RecountFailed: _recount_failed, GameEnded: _game_ended},
)
