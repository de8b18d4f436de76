"""A seat's view read back into the numbers of a state; what the seat can't see stays blank."""

from typing import Any

from rules.editions.card_game.state import STATE, CompletedTicket, Stack, State
from rules.kernel.layout import PUBLIC
from rules.pieces.colors import CARD_COUNTS, no_cards

_PLAIN = tuple(
    (name, field.kind.decode)
    for name, field in STATE.fields.items()
    if field.audience == PUBLIC and name not in ("result", "railyards", "completed")
)
_RAILYARDS = STATE.fields["railyards"].kind.decode
_COMPLETED = STATE.fields["completed"].kind.decode
_TICKETS = STATE.fields["ticket_deck"].kind.decode


class Sight:
    """`state` holds what is seen. The hands, tickets and choices of the others are empty in it, and
    the decks hold nothing; how many cards and tickets they have is counted here."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.seat = next(n for n, hand in enumerate(view["hands"]) if type(hand) is dict)
        self.deck: int = view["deck"]
        self.ticket_deck: int = view["ticket_deck"]
        self.hands: list[int] = [
            sum(hand.values()) if type(hand) is dict else hand for hand in view["hands"]
        ]
        self.tickets: list[int] = [_count(held) for held in view["tickets"]]
        self.offered: list[int] = [_count(offered) for offered in view["offered"]]
        self.state = _state(view)


def _count(tickets: Any) -> int:
    return len(tickets) if type(tickets) is list else int(tickets)


def _state(view: dict[str, Any]) -> State:
    state = State(view["seats"], view["options"])
    for name, decode in _PLAIN:
        value = decode(view[name])
        setattr(state, name, list(value) if type(value) is tuple else value)
    railyards: tuple[Stack | None, ...] = _RAILYARDS(view["railyards"])
    state.railyards = list(railyards)
    completed: tuple[CompletedTicket, ...] = _COMPLETED(view["completed"])
    state.completed = list(completed)
    state.hands = [_cards(hand) for hand in view["hands"]]
    state.shown = [_cards(cards) for cards in view["shown"]]
    state.on_track = [_cards(pile) for pile in view["on_track"]]
    state.tickets = [list(_own(held)) for held in view["tickets"]]
    state.offered = [_own(offered) for offered in view["offered"]]
    state.chosen = [None if chosen is None else _own(chosen) for chosen in view["chosen"]]
    state.deck = []
    state.ticket_deck = []
    return state


def _cards(pile: Any) -> list[int]:
    return list(CARD_COUNTS.decode(pile)) if type(pile) is dict else no_cards()


def _own(tickets: Any) -> tuple[int, ...]:
    own: tuple[int, ...] = _TICKETS(tickets) if type(tickets) is list else ()
    return own
