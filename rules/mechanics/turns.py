"""A turn: exactly one action, then the seat to the left; and the pass of a seat that has none."""

from typing import Any, Final, NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.edition import Command, Event, Legal, Mechanic, Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import MOST_SEATS, SEAT
from rules.kernel.layout import Layout, public
from rules.mechanics.board_state import NOTHING, BoardState
from rules.mechanics.draw_train_cards import can_draw_a_card


class TurnBegan(NamedTuple):
    seat: int


# By seat, each made once as the list that is answered. Nobody changes those.
TURNS: Final = [[TurnBegan(seat)] for seat in range(MOST_SEATS)]


class Pass(NamedTuple):
    seat: int


class TurnPassed(NamedTuple):
    seat: int


def seat_may_act(state: BoardState, command: Command) -> IllegalMove | None:
    """The constraint on every command of a seat."""
    seat: int = command.seat
    if seat in state.waiting_on:
        return None
    if seat >= state.seats:
        return IllegalMove("TR-S3", f"There is no seat {seat + 1} in a game of {state.seats}.")
    if state.phase == "choosing_tickets":
        return IllegalMove("TR-S2", "You have chosen your tickets; the others still choose.")
    if not state.waiting_on:
        return IllegalMove("TR-F4", "The game has been stopped: its points do not add up.")
    # TR-S3: the turn is one player's at a time, clockwise.
    awaited = state.waiting_on[0]
    return IllegalMove("TR-S3", f"It is seat {awaited + 1}'s turn.", {"turn": awaited})


def begin_first_turn(state: BoardState, event: Any, chance: Chance) -> list[Event]:
    # TR-S3: seat 1 starts.
    return TURNS[0]


class Passing:
    """For a seat that can't draw a card; `others` are the legal moves of the other actions."""

    def __init__(self, *others: Legal) -> None:
        self.others = others
        self.mechanic = Mechanic(
            commands=(Layout(Pass, seat=public(SEAT)),),
            events=(
                Layout(TurnBegan, "It is {seat}'s turn.", seat=public(SEAT)),
                Layout(TurnPassed, "{seat} can do nothing and passes.", seat=public(SEAT)),
            ),
            decides={Pass: self.decide},
            evolves={TurnBegan: _turn_began, TurnPassed: _turn_passed},
            last_resort={"turns": self.legal},
        )

    def decide(self, state: BoardState, command: Pass, chance: Chance) -> list[Event] | IllegalMove:
        # TR-T1: a player who can do none of the three passes; nobody else may pass.
        if state.phase != "turns" or not self.legal(state, command.seat):
            return IllegalMove("TR-T1", "You can only pass when you can do nothing else.")
        return [TurnPassed(command.seat)]

    def legal(self, state: BoardState, seat: int) -> list[Offer]:
        if state.deck or state.pending or can_draw_a_card(state):
            return []
        for action in self.others:
            if action(state, seat):
                return []
        return [Pass(seat)]


def _turn_began(state: BoardState, event: TurnBegan) -> None:
    state.phase = "turns"
    state.turn = event.seat
    state.waiting_on = [event.seat]
    state.pending = NOTHING
    state.clearings = 0
    if state.last_turns is not None:
        state.last_turns -= 1


def _turn_passed(state: BoardState, event: TurnPassed) -> None:
    state.passes += 1
