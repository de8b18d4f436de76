"""How a turn ends and the next begins, until the last round is over."""

from collections.abc import Callable
from typing import Any, Final, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic, Reaction
from rules.kernel.kinds import SEAT, TEXT
from rules.kernel.layout import Layout, public
from rules.mechanics.board_state import SECOND_CARD, BoardState
from rules.mechanics.draw_train_cards import can_draw_a_card
from rules.mechanics.turns import TURNS

FEW_TRAINS: Final = 2


class LastRoundBegan(NamedTuple):
    seat: int


class PlayEnded(NamedTuple):
    reason: str  # "last_round" or "nobody_can_move"


def has_few_trains(state: BoardState) -> bool:
    # TR-E1: a player ends a turn with 2 or fewer trains.
    return state.trains[state.turn] <= FEW_TRAINS


def turn_end(last_round_begins: Callable[[Any], bool]) -> Reaction:
    """The reaction to every event that may have finished the action of a turn."""

    def end_turn(state: BoardState, event: Any, chance: Chance) -> list[Event] | None:
        if state.phase != "turns":
            return None
        # TR-A9: the turn goes on while there is a second card to be drawn.
        if state.pending and (state.pending != SECOND_CARD or can_draw_a_card(state)):
            return None
        # TR-E1: the game is over when every player has had one last turn.
        if state.last_turns == 0:
            return [PlayEnded("last_round")]
        # TR-T2: when every seat has passed in a row nothing can change any more.
        if state.passes == state.seats:
            return [PlayEnded("nobody_can_move")]
        # TR-S3: clockwise.
        next_turn = TURNS[(state.turn + 1) % state.seats]
        if state.last_turns is None and last_round_begins(state):
            return [LastRoundBegan(state.turn), *next_turn]
        return next_turn

    return end_turn


def _last_round_began(state: BoardState, event: LastRoundBegan) -> None:
    # TR-E1: every player, that one included, has one last turn.
    state.last_turns = state.seats


def _play_ended(state: BoardState, event: PlayEnded) -> None:
    state.phase = "scoring"
    state.waiting_on = []


FINAL_TURNS = Mechanic(
    events=(
        Layout(
            LastRoundBegan, "{seat} begins the last round: one more turn each.", seat=public(SEAT)
        ),
        Layout(PlayEnded, "No more turns: the points are counted.", reason=public(TEXT)),
    ),
    evolves={LastRoundBegan: _last_round_began, PlayEnded: _play_ended},
)
