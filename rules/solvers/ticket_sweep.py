"""The exact search behind `ticket_packing`: which tickets to complete (CG-E6).

The whole order of CG-E6 is one number, the *worth* of a choice: points in the highest digits, then
tickets, big-city ends, locomotives not spent and, lowest, a bit for each ticket, the lowest id
highest. Two different choices never have the same worth, so there is exactly one best choice, and
a bound prunes what would lose by the last tie-break just as it prunes what would lose by points.

Prices on cards (see `card_prices`) give a ceiling that no choice exceeds. A choice falls short of
the ceiling for exactly four reasons, each a *loss* that is never negative: a ticket is completed
that is worth less than its cards cost; one is left out that is worth more; a card is left over; a
locomotive is spent on a color that costs less. Losses only grow as tickets are decided one after
another, and what is still to come depends on the cards left alone. So the search sweeps over the
tickets, keeps the smallest loss for each set of cards left, and drops what has lost too much. A
narrow sweep, which may carry only the best few sets, finds a good choice: often it never had to
drop one for that, and then it is the best. If not, full sweeps with a growing limit on the loss
follow: the first one that finds a choice within its limit has found the best.
"""

from collections.abc import Sequence
from typing import NamedTuple

from rules.pieces.colors import COLORS, LOCOMOTIVE
from rules.solvers.card_prices import card_prices
from rules.solvers.few_tickets import best_of_few

# So few tickets are tried one by one: finding good prices would take longer.
FEW_TICKETS = 16
# How many sets of cards the first, narrow sweep may carry from ticket to ticket.
NARROW, UNLIMITED = 16, 1 << 60
PLENTY = -1  # instead of a count: at least as many cards as all tickets still to come need
PRICE_GRAIN = 30  # prices are whole multiples of 2**-30 points


class _Ticket(NamedTuple):
    bit: int
    loss_if_taken: int
    loss_if_left: int
    need: list[tuple[int, int, int]]  # color, count, how many later tickets need of that color


class _Prices(NamedTuple):
    """Whole numbers in the unit of worth, so that no rounding can decide anything."""

    colors: list[int]
    locomotive: int
    premiums: list[int]  # by color: the loss when a locomotive is spent on it


class _Choice(NamedTuple):
    loss: int
    bits: int
    is_best: bool


def best_choice(
    points: Sequence[int],
    big_city_ends: Sequence[int],
    needs: Sequence[Sequence[int]],
    cards: Sequence[int],
) -> list[int]:
    """The indexes of the tickets to complete. The tickets come in the order of their ids."""
    size = len(points)
    # Each level outweighs all that the levels below it can add up to.
    one_locomotive = 1 << size
    one_end = one_locomotive * (cards[LOCOMOTIVE] + 1)
    one_ticket = one_end * (2 * size + 1)
    one_point = one_ticket * (size + 1)
    bits = [1 << size - 1 - index for index in range(size)]
    worths = [
        points[i] * one_point + one_ticket + big_city_ends[i] * one_end + bits[i]
        for i in range(size)
    ]

    colors = [[(color, n) for color, n in enumerate(need) if n] for need in needs]
    if size <= FEW_TICKETS:
        worth = best_of_few(worths, colors, cards, one_locomotive)
        return [index for index in range(size) if worth & bits[index]]
    fractions = card_prices([worth / one_point for worth in worths], colors, cards)
    prices = [int(price * (1 << PRICE_GRAIN)) * one_point >> PRICE_GRAIN for price in fractions]
    locomotive = max(0, max(prices) - one_locomotive)
    premiums = [locomotive + one_locomotive - price for price in prices]
    profits = [
        worth - sum(prices[color] * n for color, n in need)
        for worth, need in zip(worths, colors, strict=True)
    ]
    ceiling = sum(profit for profit in profits if profit > 0) + locomotive * cards[LOCOMOTIVE]
    ceiling += sum(price * cards[color] for color, price in enumerate(prices))

    tickets = []
    later = [0] * len(COLORS)
    for i in reversed(_order(profits, colors, one_point // 2)):
        need = [(color, n, later[color]) for color, n in colors[i]]
        tickets.append(_Ticket(bits[i], max(0, -profits[i]), max(0, profits[i]), need))
        for color, n in colors[i]:
            later[color] += n
    tickets.reverse()

    all_prices = _Prices(prices, locomotive, premiums)
    nothing = _Choice(ceiling, 0, False)  # completing no ticket is worth 0, and always possible
    choice = _sweep(tickets, all_prices, cards, nothing, ceiling, NARROW)
    limit = one_point // 4
    while not choice.is_best:
        choice = _sweep(tickets, all_prices, cards, choice, limit, UNLIMITED)
        limit += limit * 3 // 5
    return [index for index in range(size) if choice.bits & bits[index]]


def _order(profits: list[int], needs: list[list[tuple[int, int]]], clear_profit: int) -> list[int]:
    """The clear cases first; then color after color, so that cards left soon stop to matter."""
    by_clarity = sorted(range(len(profits)), key=lambda i: -abs(profits[i]))
    order = [i for i in by_clarity if abs(profits[i]) >= clear_profit]
    close = by_clarity[len(order) :]
    while close:
        users = [0] * len(COLORS)
        for i in close:
            for color, _ in needs[i]:
                users[color] += 1
        following = min(close, key=lambda i: min((users[c] for c, _ in needs[i]), default=0))
        order.append(following)
        close.remove(following)
    return order


def _sweep(
    tickets: list[_Ticket],
    prices: _Prices,
    cards: Sequence[int],
    known: _Choice,
    limit: int,
    width: int,
) -> _Choice:
    """The choice with the smallest loss if it is within the limit; else `known`, or a better one."""
    most_loss = min(limit, known.loss)
    color_prices, premiums = prices.colors, prices.premiums
    wanted = [0] * len(COLORS)
    for ticket in tickets:
        for color, count, _ in ticket.need:
            wanted[color] += count
    left = list(cards)
    loss = 0
    for color, price in enumerate(color_prices):
        if left[color] >= wanted[color]:
            loss += (left[color] - wanted[color]) * price
            left[color] = PLENTY
    states: dict[tuple[int, ...], tuple[int, int]] = {tuple(left): (loss, 0)}
    is_best = True

    for bit, loss_if_taken, loss_if_left, need in tickets:
        following: dict[tuple[int, ...], tuple[int, int]] = {}
        for state, (loss_before, bits) in states.items():
            loss = loss_before + loss_if_taken
            if loss <= most_loss:
                left = list(state)
                for color, count, later in need:
                    room = left[color]
                    if room >= count:
                        left[color] = room - count
                    elif room != PLENTY:
                        left[color] = 0 if later else PLENTY
                        left[LOCOMOTIVE] -= count - room
                        loss += (count - room) * premiums[color]
                if left[LOCOMOTIVE] >= 0 and loss <= most_loss:
                    key = tuple(left)
                    rival = following.get(key)
                    if rival is None or loss < rival[0]:
                        following[key] = (loss, bits | bit)
            loss = loss_before + loss_if_left
            if loss <= most_loss:
                left = list(state)
                for color, count, later in need:
                    room = left[color]
                    if room == PLENTY:
                        loss += count * color_prices[color]
                    elif room >= later:
                        left[color] = PLENTY
                        loss += (room - later) * color_prices[color]
                if loss <= most_loss:
                    key = tuple(left)
                    rival = following.get(key)
                    if rival is None or loss < rival[0]:
                        following[key] = (loss, bits)
        if len(following) > width:
            is_best = False
            following = dict(sorted(following.items(), key=lambda entry: entry[1][0])[:width])
        states = following

    best_loss, best_bits = known.loss, known.bits
    for state, (loss_before, bits) in states.items():
        loss = loss_before + state[LOCOMOTIVE] * prices.locomotive
        if loss <= best_loss:
            best_loss, best_bits = loss, bits
    return _Choice(best_loss, best_bits, is_best and best_loss <= most_loss)
