"""What a card of each color is worth to a hand of tickets: the prices of a Lagrangian bound.

Suppose cards could be bought and sold freely at fixed prices. Then every ticket that earns more
than its cards cost would be completed, and the total is an upper bound on what the real hand can
score, whatever the prices are. The better the prices, the lower the bound and the shorter the
search that relies on it. So floats are allowed here: they decide how long the search takes, never
what it finds.
"""

from collections.abc import Sequence
from typing import Final

from rules.pieces.colors import COLORS, LOCOMOTIVE

# Subgradient descent. The steps shrink to this part of the first one, so that the prices settle;
# the direction remembers where it came from, which stops it from swinging across a valley.
STEPS_PER_TICKET, FEWEST_STEPS = 2, 12
LAST_STEP: Final = 0.006
MEMORY: Final = 0.7


def card_prices(
    points: Sequence[float], needs: Sequence[Sequence[tuple[int, int]]], cards: Sequence[int]
) -> list[float]:
    """Prices by color that bring the bound close to its lowest. `needs` are (color, count) pairs."""
    demand = sum(count for need in needs for _, count in need)
    average = sum(points) / demand if demand else 0.0
    prices = [0.7 * average] * len(COLORS)
    steps = max(FEWEST_STEPS, STEPS_PER_TICKET * len(needs))
    step = 0.5 * average
    shortening = LAST_STEP ** (1 / steps)
    direction = [0.0] * len(COLORS)
    best_bound, best_prices = sum(points), [0.0] * len(COLORS)
    for _ in range(steps):
        bound = 0.0
        unsold = [float(cards[color]) for color in range(len(COLORS))]
        for point, need in zip(points, needs, strict=True):
            profit = point
            for color, count in need:
                profit -= prices[color] * count
            if profit > 0:
                bound += profit
                for color, count in need:
                    unsold[color] -= count
        dearest = prices.index(max(prices))
        unsold[dearest] += cards[LOCOMOTIVE]  # a locomotive is sold as the dearest color
        bound += prices[dearest] * cards[LOCOMOTIVE]
        for color, price in enumerate(prices):
            bound += price * cards[color]
        if bound < best_bound:
            best_bound, best_prices = bound, prices
        length = 0.0
        for color, left in enumerate(unsold):
            direction[color] = MEMORY * direction[color] + (1 - MEMORY) * left
            length += direction[color] * direction[color]
        if length == 0.0:
            break
        scale = step / length**0.5
        prices = [max(0.0, price - scale * direction[c]) for c, price in enumerate(prices)]
        step *= shortening
    return best_prices
