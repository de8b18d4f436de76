"""Completing tickets with the cards on a track: the best choice, and whether a choice is valid.

CG-E4: a ticket is completed by giving it the cards it shows; a locomotive may stand for any one
card of any color; a card serves one ticket only.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.pieces.colors import CARDS, COLORS, LOCOMOTIVE
from rules.solvers.ticket_choice import best_choice


class PackingTicket:
    """A ticket, and what completing it takes and counts for."""

    def __init__(self, id: str, points: int, need: tuple[int, ...], big_city_ends: int) -> None:
        if len(need) != len(COLORS) or min(need) < 0:
            raise ValueError(f"{id} must need {len(COLORS)} counts, none below zero")
        if points < 0 or not 0 <= big_city_ends <= 2:
            raise ValueError(f"{id} must have points and 0 to 2 big-city ends")
        self.id = id
        self.points = points
        self.need = need  # cards by color
        self.needed_colors = tuple([(color, count) for color, count in enumerate(need) if count])
        self.big_city_ends = big_city_ends  # 0, 1 or 2


class Payment(NamedTuple):
    ticket: str
    cards: tuple[int, ...]  # by color, locomotives last


class Completion(NamedTuple):
    """The completed tickets in the order of their ids, each with the cards that paid it."""

    points: int
    payments: tuple[Payment, ...]


def best_completion(tickets: Sequence[PackingTicket], cards: Sequence[int]) -> Completion:
    """CG-E6: most points, then most tickets, then most big-city ends, then the fewest locomotives,
    then lowest ticket ids: of two choices of equally many tickets, the one whose sorted ids come
    first, compared as a dictionary compares words.

    The tickets are paid in the order of their ids, each with colored cards as long as they last.

    >>> best_completion([PackingTicket("a-b", 5, (1, 0, 0, 0, 0, 0, 0, 0), 0)], [0] * 8 + [1])
    Completion(points=5, payments=(Payment(ticket='a-b', cards=(0, 0, 0, 0, 0, 0, 0, 0, 1)),))
    """
    if len(cards) != len(CARDS) or min(cards) < 0:
        raise ValueError(f"cards must be {len(CARDS)} counts, none below zero: {list(cards)}")
    by_id = sorted(tickets, key=lambda ticket: ticket.id)
    for index in range(1, len(by_id)):
        if by_id[index - 1].id == by_id[index].id:
            raise ValueError("two tickets have the same id")
    left = list(cards)
    chosen = best_choice(
        [ticket.points for ticket in by_id],
        [ticket.big_city_ends for ticket in by_id],
        [ticket.needed_colors for ticket in by_id],
        left,
    )
    points = 0
    payments: list[Payment] = []
    for index in chosen:
        ticket = by_id[index]
        paid = [0] * len(CARDS)
        for color, count in ticket.needed_colors:
            colored = min(count, left[color])
            paid[color] = colored
            paid[LOCOMOTIVE] += count - colored
            left[color] -= colored
        points += ticket.points
        payments.append(Payment(ticket.id, tuple(paid)))
    return Completion(points, tuple(payments))


def fault_in_payments(
    tickets: Sequence[PackingTicket], cards: Sequence[int], payments: Sequence[Payment]
) -> str | None:
    """What is wrong with a completion that a player chose, in a sentence; None if it is valid.

    >>> fault_in_payments([], [0] * 9, [Payment("a-b", (1, 0, 0, 0, 0, 0, 0, 0, 0))])
    'You do not hold the ticket a-b.'
    """
    needs = {ticket.id: ticket.need for ticket in tickets}
    spent = [0] * len(CARDS)
    paid_tickets = set()
    for ticket_id, paid in payments:
        if ticket_id not in needs:
            return f"You do not hold the ticket {ticket_id}."
        if ticket_id in paid_tickets:
            return f"The ticket {ticket_id} is paid twice: it is completed once."
        paid_tickets.add(ticket_id)
        if len(paid) != len(CARDS) or min(paid) < 0:
            return f"The cards for {ticket_id} must be {len(CARDS)} numbers, none below zero."
        need = needs[ticket_id]
        for color, count in enumerate(need):
            if paid[color] > count:
                return f"The ticket {ticket_id} needs {count} {COLORS[color]}, not {paid[color]}."
        if sum(paid) != sum(need):
            return f"The ticket {ticket_id} takes {sum(need)} cards, not {sum(paid)}."
        for card, count in enumerate(paid):
            spent[card] += count
    for card, count in enumerate(spent):
        if count > cards[card]:
            name = "locomotive" if card == LOCOMOTIVE else COLORS[card]
            return f"There are {cards[card]} {name} cards on your track, not {count}."
    return None
