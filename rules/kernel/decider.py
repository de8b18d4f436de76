"""Commands in, events out; events in, state out.

`advance` is the one way in which a game moves. It asks the constraints on a seat's command, lets the
mechanic decide, then folds each event and offers it to the reactions of its type, depth first: what
follows from an event stands in the log right behind it.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from rules.kernel.chance import Chance
from rules.kernel.changes import Changes
from rules.kernel.codec import decode_command
from rules.kernel.edition import Command, Edition, Event, Flow, Offer, Offers
from rules.kernel.illegal import IllegalMove
from rules.kernel.lifecycle import GameOpened, open_game
from rules.kernel.observers import Observer
from rules.kernel.rulings import game_is_running
from rules.kernel.state import GameState


def start(
    edition: Edition, seats: int, options: dict[str, bool], chance: Chance
) -> tuple[Any, list[Event]]:
    """Opens a game and deals. Returns the state and the first events of its log."""
    opened = open_game(edition, seats, options, chance)
    state = edition.new_state(opened.seats, opened.options)
    log: list[Event] = []
    _happen(edition.flow, state, [opened], chance, log)
    return state, log


def advance(
    edition: Edition, state: GameState, command: Command, chance: Chance
) -> list[Event] | IllegalMove:
    """Decides a command and folds what follows into `state`. A refusal leaves it untouched."""
    refusal: IllegalMove | None
    if state.paused or state.result is not None:
        refusal = game_is_running(state, command)
        if refusal is not None:
            return refusal
    constraints, decides = edition.judges[type(command)]
    for constraint in constraints:
        refusal = constraint(state, command)
        if refusal is not None:
            return refusal
    decision = decides(state, command, chance)
    if not isinstance(decision, list):
        return decision
    log: list[Event] = []
    _happen(edition.flow, state, decision, chance, log)
    return log


def decide(
    edition: Edition, state: Any, command: Command, chance: Chance
) -> list[Event] | IllegalMove:
    """What would follow from a command; the state is only read."""
    return advance(edition, state.copy(), command, chance)


def _happen(
    flow: Flow, state: GameState, events: list[Event], chance: Chance, log: list[Event]
) -> None:
    for event in events:
        evolve_state, reactions = flow[type(event)]
        evolve_state(state, event)
        log.append(event)
        for reaction in reactions:
            consequences = reaction(state, event, chance)
            if consequences:
                _happen(flow, state, consequences, chance, log)


def evolve(edition: Edition, state: Any, event: Event) -> None:
    """Folds one recorded event. Holds no rule and no dice."""
    edition.evolves[type(event)](state, event)


def fold(edition: Edition, events: Iterable[Event]) -> Any:
    """The state that a log leads to. The first event must be the opening of the game."""
    stream = iter(events)
    opened = next(stream)
    if type(opened) is not GameOpened:
        raise ValueError(f"a log begins with game_opened, not {type(opened).__name__}")
    state = edition.new_state(opened.seats, opened.options)
    evolves = edition.evolves
    evolves[GameOpened](state, opened)
    for event in stream:
        evolves[type(event)](state, event)
    return state


def legal_moves(edition: Edition, state: GameState, seat: int) -> list[Offer]:
    """Everything that `decide` would accept from this seat now, as compact offers."""
    moves: list[Offer] = []
    for offers in _offered(edition, state, seat):
        moves += offers
    return moves


def random_move(edition: Edition, state: GameState, seat: int, dice: Random) -> Command:
    """One of them by the dice, as `sample` of any offer would be, without making all the others."""
    offered = _offered(edition, state, seat)
    number = 0
    for offers in offered:
        number += len(offers)
    index = int(dice.random() * number)
    for offers in offered:
        number = len(offers)
        if index < number:
            if isinstance(offers, Offers):
                return offers.sample(index, dice)
            return sample(edition, offers[index], dice)
        index -= number
    raise ValueError(f"seat {seat} has no legal move")


def _offered(edition: Edition, state: GameState, seat: int) -> list[Sequence[Offer] | Offers]:
    """By mechanic."""
    offered: list[Sequence[Offer] | Offers] = []
    if state.paused or seat not in state.waiting_on:
        return offered
    for legal in edition.legal_in.get(state.phase, ()):
        offers = legal(state, seat)
        if offers:
            offered.append(offers)
    if not offered and state.phase in edition.last_resort:
        offered.append(edition.last_resort[state.phase](state, seat))
    return offered


def commands_of(edition: Edition, offer: Offer) -> Iterable[Command]:
    """Every command that an offer stands for. Most offers are simply a command."""
    if type(offer) in edition.families:
        commands: Iterable[Command] = offer.commands()
        return commands
    return (offer,)


def sample(edition: Edition, offer: Offer, dice: Random) -> Command:
    """One command of an offer by the dice, without listing them all."""
    return offer.sample(dice) if type(offer) in edition.families else offer


def due_command(edition: Edition, state: GameState, chance: Chance) -> Command | None:
    """The command that the service itself owes the game now, if there is one."""
    if state.due is None:
        return None
    body: dict[str, Any] = {"type": state.due}
    if state.due == "reveal_seed":
        body["seed"] = chance.seed.hex()
    return decode_command(edition, body)


def view(edition: Edition, state: Any, observer: Observer) -> dict[str, Any]:
    """The finished picture of the table for one observer: all that a client gets."""
    return edition.state.show(state, observer, state.options)


def view_of_all(edition: Edition, state: Any) -> dict[str, Any]:
    """The part of `view` that is the same for every observer."""
    return edition.state.show_to_all(state)


def view_besides(edition: Edition, state: Any, observer: Observer) -> dict[str, Any]:
    """The rest of it."""
    return edition.state.show_besides(state, observer, state.options)


def changes(edition: Edition, before: Any, after: Any) -> Changes:
    """What views show differently at a later position of the same game."""
    return edition.state.changes(before, after)


def insiders(edition: Edition, event: Event) -> set[int]:
    """The seats that may read more of it than a spectator."""
    return edition.layout_of[type(event)].insiders(event)


def redact(
    edition: Edition, event: Event, observer: Observer, options: dict[str, bool]
) -> dict[str, Any]:
    """One event as this observer may read it."""
    layout = edition.layout_of[type(event)]
    return {"type": layout.name, **layout.show(event, observer, options)}


def describe_offer(edition: Edition, offer: Offer) -> dict[str, Any]:
    """An offer for the seat that it is made to."""
    layout = edition.layout_of[type(offer)]
    return {"type": layout.name, **layout.encode(offer)}
