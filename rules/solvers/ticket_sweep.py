"""Which of many tickets to complete: a sweep over the tickets that loses little of a ceiling.

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
from typing import Final, NamedTuple

from rules.pieces.colors import COLORS, LOCOMOTIVE
from rules.solvers.card_prices import card_prices
from rules.solvers.packing_ticket import PackingTicket

# How many sets of cards the first, narrow sweep may carry from ticket to ticket.
NARROW: Final = 16
UNLIMITED: Final = 1 << 60
PLENTY: Final = -1  # instead of a count: at least as many cards as all tickets still to come need
PRICE_GRAIN: Final = 30  # prices are whole multiples of 2**-30 points


class _Ticket(NamedTuple):
    loss_if_taken: int
    loss_if_left: int
    need: list[tuple[int, int, int]]  # color, count, how many later tickets need of that color


class _Prices(NamedTuple):
    """Whole numbers in the unit of worth, so that no rounding can decide anything."""

    colors: list[int]
    locomotive: int
    premiums: list[int]  # by color: the loss when a locomotive is spent on it


class _Found(NamedTuple):
    loss: int
    is_best: bool


def best_of_many(
    worths: Sequence[int],
    tickets: Sequence[PackingTicket],
    cards: Sequence[int],
    one_locomotive: int,
    one_point: int,
) -> int:
    """The highest worth that a choice can have, its locomotives not spent included."""
    needs = [ticket.needed_colors for ticket in tickets]
    fractions = card_prices([worth / one_point for worth in worths], needs, cards)
    prices = [int(price * (1 << PRICE_GRAIN)) * one_point >> PRICE_GRAIN for price in fractions]
    locomotive = max(0, max(prices) - one_locomotive)
    premiums = [locomotive + one_locomotive - price for price in prices]
    profits = [
        worth - sum(prices[color] * n for color, n in need)
        for worth, need in zip(worths, needs, strict=True)
    ]
    ceiling = sum(profit for profit in profits if profit > 0)
    ceiling += (locomotive + one_locomotive) * cards[LOCOMOTIVE]
    ceiling += sum(price * cards[color] for color, price in enumerate(prices))

    ordered: list[_Ticket] = []
    later = [0] * len(COLORS)
    for i in reversed(_order(profits, needs, one_point // 2)):
        need = [(color, n, later[color]) for color, n in needs[i]]
        ordered.append(_Ticket(max(0, -profits[i]), max(0, profits[i]), need))
        for color, n in needs[i]:
            later[color] += n
    ordered.reverse()

    all_prices = _Prices(prices, locomotive, premiums)
    # Completing no ticket is always possible, and worth the locomotives.
    nothing = _Found(ceiling - one_locomotive * cards[LOCOMOTIVE], False)
    found = _sweep(ordered, all_prices, cards, nothing, ceiling, NARROW)
    limit = one_point // 4
    while not found.is_best:
        found = _sweep(ordered, all_prices, cards, found, limit, UNLIMITED)
        limit += limit * 3 // 5
    return ceiling - found.loss


def _order(
    profits: list[int], needs: Sequence[Sequence[tuple[int, int]]], clear_profit: int
) -> list[int]:
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
    known: _Found,
    limit: int,
    width: int,
) -> _Found:
    """The smallest loss if it is within the limit; else the one known, or a smaller one."""
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
    states: dict[tuple[int, ...], int] = {tuple(left): loss}
    is_best = True

    for loss_if_taken, loss_if_left, need in tickets:
        following: dict[tuple[int, ...], int] = {}
        for state, loss_before in states.items():
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
                    if rival is None or loss < rival:
                        following[key] = loss
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
                    if rival is None or loss < rival:
                        following[key] = loss
        if len(following) > width:
            is_best = False
            following = dict(sorted(following.items(), key=lambda entry: entry[1])[:width])
        states = following

    best_loss = known.loss
    for state, loss_before in states.items():
        best_loss = min(best_loss, loss_before + state[LOCOMOTIVE] * prices.locomotive)
    return _Found(best_loss, is_best and best_loss <= most_loss)
