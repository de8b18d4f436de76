"""Which tickets to complete with the cards on a track (CG-E6), by whichever exact search is faster.

The whole order of CG-E6 is one number, the *worth* of a choice: points in the highest digits, then
tickets, big-city ends, locomotives not spent and, lowest, a bit for each ticket, the lowest id
highest. Two different choices never have the same worth, so there is exactly one best choice, its
tickets can be read off its worth, and a bound prunes what would lose by the last tie-break just as
it prunes what would lose by points.
"""

from typing import Final

from rules.pieces.colors import LOCOMOTIVE
from rules.solvers.few_tickets import best_of_few
from rules.solvers.packing_ticket import PackingTicket
from rules.solvers.ticket_sweep import best_of_many

# So few tickets are tried one by one, and more of them where there are fewer cards: finding good
# prices would take longer.
FEW_TICKETS: Final = 16
FEW_TICKETS_TIMES_CARDS: Final = 340


def best_choice(points: list[int], tickets: list[PackingTicket], cards: list[int]) -> list[int]:
    """The indexes of the tickets to complete, for so many points each. They come in the order of their ids."""
    within_reach = tickets_within_reach(tickets, cards)
    size = len(within_reach)
    # Each level outweighs all that the levels below it can add up to.
    one_locomotive = 1 << size
    one_end = one_locomotive * (cards[LOCOMOTIVE] + 1)
    one_ticket = one_end * (2 * size + 1)
    one_point = one_ticket * (size + 1)
    worths: list[int] = []
    wanted: list[PackingTicket] = []
    bit = one_locomotive
    for i in within_reach:
        ticket = tickets[i]
        bit >>= 1
        worths.append(points[i] * one_point + one_ticket + ticket.big_city_ends * one_end + bit)
        wanted.append(ticket)
    if size <= FEW_TICKETS or size * sum(cards) <= FEW_TICKETS_TIMES_CARDS:
        worth = best_of_few(worths, wanted, cards, one_locomotive, one_point)
    else:
        worth = best_of_many(worths, wanted, cards, one_locomotive, one_point)
    bit = one_locomotive
    chosen: list[int] = []
    for i in within_reach:
        bit >>= 1
        if worth & bit:
            chosen.append(i)
    return chosen


def tickets_within_reach(tickets: list[PackingTicket], cards: list[int]) -> list[int]:
    """The indexes of those that could be completed if there were no other ticket."""
    locomotives = cards[LOCOMOTIVE]
    within_reach: list[int] = []
    for i, ticket in enumerate(tickets):
        short = 0
        for color, count in ticket.needed_colors:
            have = cards[color]
            if count > have:
                short += count - have
        if short <= locomotives:
            within_reach.append(i)
    return within_reach
