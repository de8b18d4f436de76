"""A turn: the forced move to the track, one action, and the seat to the left."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from rules.editions.card_game.draw_cards import can_draw_a_card
from rules.editions.card_game.draw_tickets import TicketsKept
from rules.editions.card_game.railyard import legal_plays
from rules.editions.card_game.setup import TicketsShuffled
from rules.editions.card_game.state import MOST_SEATS, STACKS, State
from rules.kernel.chance import Chance
from rules.kernel.edition import Command, Event, Mechanic, Offer
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import INTEGER, SEAT, TEXT, tuple_of
from rules.kernel.layout import Layout, public
from rules.pieces.colors import CARD, COLOR, COLORS, LOCOMOTIVE

QUIET_TURNS_OF_EVERY_SEAT: Final = 3


class TurnBegan(NamedTuple):
    seat: int


_TURN_OF: Final = [TurnBegan(seat) for seat in range(MOST_SEATS)]


class TrainsMovedToTrack(NamedTuple):
    seat: int
    stacks: tuple[int, ...]  # the color of each stack
    cards: tuple[int, ...]  # the card taken from its top


# Most railyards have few stacks, so the same few happen over and over. Each is made once, and found again
# by seat, stacks and those with a locomotive on top.
_MOVED_TO_TRACK: Final[dict[int, TrainsMovedToTrack]] = {}


def _moved_to_track(seat: int, stacks: int, locomotives: int) -> TrainsMovedToTrack:
    """`stacks` are the colors that stand there, `locomotives` those with one on top: a bit for each color."""
    place = (seat << len(COLORS) | stacks) << len(COLORS) | locomotives
    known = _MOVED_TO_TRACK.get(place)
    if known is not None:
        return known
    colors = tuple([color for color in range(len(COLORS)) if stacks >> color & 1])
    tops = [LOCOMOTIVE if locomotives >> color & 1 else color for color in colors]
    moved = _MOVED_TO_TRACK[place] = TrainsMovedToTrack(seat, colors, tuple(tops))
    return moved


class Pass(NamedTuple):
    seat: int


class TurnPassed(NamedTuple):
    seat: int


class RoundEnded(NamedTuple):
    round: int
    reason: str  # "deck_ran_out" or "nothing_happens"
    confirming: tuple[int, ...]  # the seats that are asked which tickets to complete


def seat_may_act(state: State, command: Command) -> IllegalMove | None:
    """The constraint on every command of a seat."""
    seat: int = command.seat
    if seat in state.waiting_on:
        return None
    if seat >= state.seats:
        return IllegalMove("CG-S6", f"There is no seat {seat + 1} in a game of {state.seats}.")
    if state.phase == "choosing_tickets":
        return IllegalMove("CG-S5", "You have chosen your tickets; the others still choose.")
    if state.phase == "turns":
        # CG-T3: the turn is one player's at a time.
        return IllegalMove("CG-T3", f"It is seat {state.turn + 1}'s turn.", {"turn": state.turn})
    return IllegalMove("CG-E3", "The round is over and is being scored.")


def begin_first_turn(state: State, event: TicketsShuffled, chance: Chance) -> list[Event] | None:
    # CG-S6: seat 1 is the first player.
    return [_TURN_OF[0]] if event.kept else None


def move_trains_to_track(state: State, event: TurnBegan, chance: Chance) -> list[Event] | None:
    # CG-T1: one card from each stack of the player's railyard goes to the track, from its
    # top, where the locomotives lie.
    seat = event.seat
    stacks = locomotives = 0
    for color, stack in enumerate(state.railyards):
        if stack is not None:
            owner, _, on_top = stack
            if owner == seat:
                stacks |= 1 << color
                if on_top:
                    locomotives |= 1 << color
    return [_moved_to_track(seat, stacks, locomotives)] if stacks else None


def end_turn(state: State, event: Any, chance: Chance) -> list[Event] | None:
    """Follows every event that may have finished the action of a turn."""
    if state.phase != "turns" or state.offered[state.turn]:
        return None
    # CG-A1: two cards may be drawn; after the first the turn goes on while there is a second.
    if state.cards_drawn == 1 and can_draw_a_card(state):
        return None
    # CG-E1: once the deck has run out every player has one more turn.
    if state.last_turns == 0:
        return [_end_round(state, "deck_ran_out")]
    # CG-T5: when in 3 turns of every seat nobody has drawn or played a card or kept a
    # ticket, the round ends there.
    if state.quiet_turns >= QUIET_TURNS_OF_EVERY_SEAT * state.seats:
        return [_end_round(state, "nothing_happens")]
    return [_TURN_OF[(state.turn + 1) % state.seats]]


def _end_round(state: State, reason: str) -> RoundEnded:
    # CG-E6: with the option choose_completion the players are asked; otherwise nobody is, and
    # the service scores the round.
    asked = range(state.seats) if state.options["choose_completion"] else ()
    return RoundEnded(state.round, reason, tuple(asked))


def _pass(state: State, command: Pass, chance: Chance) -> list[Event] | IllegalMove:
    # CG-T4: only a player for whom A, B and C are all impossible passes.
    if state.phase != "turns" or _can_act(state, command.seat):
        return IllegalMove("CG-T4", "You can only pass when you can neither draw nor play.")
    return [TurnPassed(command.seat)]


def _legal_pass(state: State, seat: int) -> Sequence[Offer]:
    return [] if _can_act(state, seat) else [Pass(seat)]


def _can_act(state: State, seat: int) -> bool:
    if state.deck or state.ticket_deck or state.row:
        return True
    # An action that is begun can be finished.
    return bool(state.cards_drawn or state.offered[seat] or legal_plays(state, seat))


def _turn_began(state: State, event: TurnBegan) -> None:
    state.phase = "turns"
    state.turn = event.seat
    state.waiting_on = [event.seat]
    state.cards_drawn = 0
    state.quiet_turns += 1
    if state.last_turns is not None:
        state.last_turns -= 1


def _trains_moved_to_track(state: State, event: TrainsMovedToTrack) -> None:
    seat, stacks, tops = event
    track = state.on_track[seat]
    for place, color in enumerate(stacks):
        top = tops[place]
        track[top] += 1
        stack = state.railyards[color]
        assert stack is not None
        _, cards, locomotives = stack
        if top == LOCOMOTIVE:
            locomotives -= 1
        else:
            cards -= 1
        # CG-B2: every stack has a card of its color, and its locomotives leave first.
        state.railyards[color] = STACKS[seat][cards][locomotives] if cards else None


def _turn_passed(state: State, event: TurnPassed) -> None:
    """Nothing changes hands."""


def _round_ended(state: State, event: RoundEnded) -> None:
    state.phase = "confirming" if event.confirming else "scoring"
    state.waiting_on = list(event.confirming)
    state.due = None if event.confirming else "score_round"
    state.tracks_turned_up = True


def count_kept_tickets(state: State, event: TicketsKept, chance: Chance) -> list[Event] | None:
    """Once all have chosen at set-up, the returned tickets go back and the game begins."""
    if state.phase != "choosing_tickets" or state.waiting_on:
        return None
    # CG-S5: returned tickets are shuffled into the ticket deck, not put under it.
    returned = [
        ticket
        for seat, offered in enumerate(state.offered)
        for ticket in offered
        if ticket not in (state.chosen[seat] or ())
    ]
    kept = tuple(len(chosen or ()) for chosen in state.chosen)
    order = chance.shuffled(state.ticket_deck + returned, "ticket_deck:2")
    return [TicketsShuffled(kept, tuple(order))]


TURNS = Mechanic(
    commands=(Layout(Pass, seat=public(SEAT)),),
    events=(
        Layout(TurnBegan, "It is {seat}'s turn.", seat=public(SEAT)),
        Layout(
            TrainsMovedToTrack,
            "{seat} moves to the track: {cards}.",
            seat=public(SEAT),
            stacks=public(tuple_of(COLOR)),
            cards=public(tuple_of(CARD)),
        ),
        Layout(TurnPassed, "{seat} can do nothing and passes.", seat=public(SEAT)),
        Layout(
            RoundEnded,
            "Round {round} is over.",
            round=public(INTEGER),
            reason=public(TEXT),
            confirming=public(tuple_of(SEAT)),
        ),
    ),
    decides={Pass: _pass},
    evolves={
        TurnBegan: _turn_began,
        TrainsMovedToTrack: _trains_moved_to_track,
        TurnPassed: _turn_passed,
        RoundEnded: _round_ended,
    },
    last_resort={"turns": _legal_pass},
)
