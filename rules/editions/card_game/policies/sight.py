"""A seat's view as its policies look at it: what is seen as a state, and what is hidden as counts."""

from typing import Any

from rules.editions.card_game.state import STATE, State
from rules.policies.seen_state import seen_state


class Sight:
    """`state` holds what is seen. The hands, tickets and choices of the others are empty in it;
    how many cards and tickets they have is counted here."""

    def __init__(self, view: dict[str, Any]) -> None:
        self.seat = next(n for n, hand in enumerate(view["hands"]) if type(hand) is dict)
        self.deck: int = view["deck"]
        self.ticket_deck: int = view["ticket_deck"]
        self.hands: list[int] = [
            sum(hand.values()) if type(hand) is dict else hand for hand in view["hands"]
        ]
        self.tickets: list[int] = [_count(held) for held in view["tickets"]]
        self.offered: list[int] = [_count(offered) for offered in view["offered"]]
        self.state: State = seen_state(STATE, view, self.seat)


def _count(tickets: Any) -> int:
    return len(tickets) if type(tickets) is list else int(tickets)
