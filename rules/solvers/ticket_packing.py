"""Completing tickets with the cards on a track: the best choice, and whether a choice is valid.

CG-E4: a ticket is completed by giving it the cards it shows; a locomotive may stand for any one
card of any color; a card serves one ticket only.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from rules.pieces.colors import CARDS, COLORS, LOCOMOTIVE
from rules.solvers.ticket_choice import best_choice


class PackingTicket(NamedTuple):
    id: str
    points: int
    need: tuple[int, ...]  # cards by color
    big_city_ends: int  # 0, 1 or 2


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
    by_id = sorted(tickets)
    needs = [_needed_colors(ticket) for ticket in by_id]
    if len({ticket.id for ticket in by_id}) != len(by_id):
        raise ValueError("two tickets have the same id")
    chosen = best_choice(
        [ticket.points for ticket in by_id],
        [ticket.big_city_ends for ticket in by_id],
        needs,
        cards,
    )
    left = list(cards)
    points = 0
    payments = []
    for index in chosen:
        paid = [0] * len(CARDS)
        for color, count in needs[index]:
            paid[color] = min(count, left[color])
            paid[LOCOMOTIVE] += count - paid[color]
            left[color] -= paid[color]
        points += by_id[index].points
        payments.append(Payment(by_id[index].id, tuple(paid)))
    return Completion(points, tuple(payments))


@cache
def _needed_colors(ticket: PackingTicket) -> tuple[tuple[int, int], ...]:
    """The colors that a ticket shows, with their counts."""
    if len(ticket.need) != len(COLORS) or min(ticket.need) < 0:
        raise ValueError(f"{ticket.id} must need {len(COLORS)} counts, none below zero")
    if ticket.points < 0 or not 0 <= ticket.big_city_ends <= 2:
        raise ValueError(f"{ticket.id} must have points and 0 to 2 big-city ends")
    return tuple([(color, count) for color, count in enumerate(ticket.need) if count])


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
