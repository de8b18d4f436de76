"""Pearson's chi-square test: how likely is it that chance alone strays this far from what is expected?"""

import math
from collections.abc import Sequence
from typing import NamedTuple

LEAST_EXPECTED = 5  # in a class that expects fewer, the test would see ghosts
ENOUGH = 1e-15
STEPS = 10_000


class Test(NamedTuple):
    statistic: float
    degrees: int
    p_value: float


def chi_square(observed: Sequence[float], expected: Sequence[float]) -> Test | None:
    """None where there is too little to test: fewer than two classes that expect at least five.

    Classes that expect fewer are taken together.
    """
    pairs = sorted(zip(expected, observed, strict=True), reverse=True)
    classes: list[tuple[float, float]] = []
    rest_expected = rest_observed = 0.0
    for should, did in pairs:
        if should >= LEAST_EXPECTED:
            classes.append((should, did))
        else:
            rest_expected, rest_observed = rest_expected + should, rest_observed + did
    if rest_expected >= LEAST_EXPECTED:
        classes.append((rest_expected, rest_observed))
    elif classes and rest_expected:
        should, did = classes.pop()
        classes.append((should + rest_expected, did + rest_observed))
    if len(classes) < 2:
        return None
    statistic = sum((did - should) ** 2 / should for should, did in classes)
    return Test(statistic, len(classes) - 1, p_value(statistic, len(classes) - 1))


def p_value(statistic: float, degrees: int) -> float:
    """The share of the chi-square distribution that lies above.

    >>> round(p_value(3.841459, 1), 6)
    0.05
    """
    a, x = degrees / 2, statistic / 2
    if x <= 0:
        return 1.0
    # The incomplete gamma function, by the series where it converges fast, else by the fraction.
    return 1.0 - _lower(a, x) if x < a + 1 else _upper(a, x)


def _weight(a: float, x: float) -> float:
    return math.exp(a * math.log(x) - x - math.lgamma(a))


def _lower(a: float, x: float) -> float:
    term = total = 1 / a
    for n in range(1, STEPS):
        term *= x / (a + n)
        total += term
        if term < total * ENOUGH:
            break
    return total * _weight(a, x)


def _upper(a: float, x: float) -> float:
    """Lentz's method for the continued fraction."""
    tiny = 1e-300
    b = x + 1 - a
    c, d = 1 / tiny, 1 / b
    fraction = d
    for n in range(1, STEPS):
        factor = -n * (n - a)
        b += 2
        d = 1 / ((factor * d + b) or tiny)
        c = (b + factor / c) or tiny
        fraction *= c * d
        if abs(c * d - 1) < ENOUGH:
            break
    return fraction * _weight(a, x)
