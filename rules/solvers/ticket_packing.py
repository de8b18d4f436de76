"""Completing tickets with the cards on a track: the best choice, and whether a choice is valid.

CG-E4: a ticket is completed by giving it the cards it shows; a locomotive may stand for any one
card of any color; a card serves one ticket only.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.pieces.colors import CARDS, COLORS, LOCOMOTIVE
from rules.solvers.packing_ticket import MOST_OF_A_COLOR, PackingTicket
from rules.solvers.ticket_choice import best_choice


class Payment(NamedTuple):
    ticket: str
    cards: tuple[int, ...]  # by color, locomotives last


def best_completion(
    tickets: list[PackingTicket], cards: list[int]
) -> list[tuple[int, tuple[int, ...]]]:
    """CG-E6: most points, then most tickets, then most big-city ends, then the fewest locomotives,
    then lowest ticket ids: of two choices of equally many tickets, the one whose sorted ids come
    first, compared as a dictionary compares words.

    The tickets come in the order of their ids, and are paid in this order, each with colored cards as
    long as they last. Returns the indexes of those to complete, each with the cards that pay for it.

    >>> best_completion([PackingTicket("a-b", 5, (1, 0, 0, 0, 0, 0, 0, 0), 0)], [0] * 8 + [1])
    [(0, (0, 0, 0, 0, 0, 0, 0, 0, 1))]
    """
    if len(cards) != len(CARDS) or not all(0 <= count <= MOST_OF_A_COLOR for count in cards):
        raise ValueError(f"cards must be {len(CARDS)} counts from 0 to {MOST_OF_A_COLOR}: {cards}")
    for index in range(1, len(tickets)):
        if tickets[index - 1].id >= tickets[index].id:
            raise ValueError("the tickets must come in the order of their ids, each once")
    left = cards[:]
    payments: list[tuple[int, tuple[int, ...]]] = []
    for index in best_choice([ticket.points for ticket in tickets], tickets, cards):
        paid = [0] * len(CARDS)
        for color, count in tickets[index].needed_colors:
            colored = min(count, left[color])
            paid[color] = colored
            paid[LOCOMOTIVE] += count - colored
            left[color] -= colored
        payments.append((index, tuple(paid)))
    return payments


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
