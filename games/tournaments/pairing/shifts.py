"""Schedules from algebra: in slot s, everybody moves on by r times s tables in round r.

Two in different slots meet in the rounds r where their tables are the same: t + r·s = t' + r·s'. Where
the tables are counted in a field, that equation has one solution at most, so nobody meets twice. With
as many tables as slots, one round more sits each slot together, and then everybody has met everybody:
that is the affine plane.
"""

from functools import cache
from itertools import product

Round = list[list[int]]

# With more tables than this, plain counting gives no rematch either: r·s never goes round.
LARGE = 100


def shifted_round(tables: int, seats: int, round: int) -> Round:
    """The positions at each table. Position p stands for slot p // tables, table p % tables at first."""
    if round >= tables:
        # Everybody who has moved alike, side by side.
        order = [slot * tables + t for slot in range(seats) for t in range(tables)]
        return [order[i * seats : (i + 1) * seats] for i in range(tables)]
    plus, times = _arithmetic(tables)
    sitting: Round = [[] for _ in range(tables)]
    for slot, start in product(range(seats), range(tables)):
        sitting[plus[start][times[round][slot % tables]]].append(slot * tables + start)
    return sitting


def circle_round(players: int, round: int) -> Round:
    """Tables of two, the way it has been done for ever: one stays, the others go round.

    >>> circle_round(4, 0), circle_round(4, 1), circle_round(4, 2)
    ([[3, 0], [1, 2]], [[3, 1], [2, 0]], [[3, 2], [0, 1]])
    """
    ring = players - 1
    pairs = [[(round + i) % ring, (round - i) % ring] for i in range(1, players // 2)]
    return [[ring, round % ring], *pairs]


@cache
def _arithmetic(size: int) -> tuple[list[list[int]], list[list[int]]]:
    """Addition and multiplication: of the field with so many elements, where there is one."""
    power = _prime_power(size)
    if power is None or power[1] == 1 or size > LARGE:
        numbers = range(size)
        return (
            [[(a + b) % size for b in numbers] for a in numbers],
            [[a * b % size for b in numbers] for a in numbers],
        )
    prime, degree = power
    elements = [tuple(reversed(digits)) for digits in product(range(prime), repeat=degree)]
    index = {element: i for i, element in enumerate(elements)}
    modulus = _irreducible(prime, degree)
    plus = [
        [index[tuple((x + y) % prime for x, y in zip(a, b, strict=True))] for b in elements]
        for a in elements
    ]
    times = [[index[_product(a, b, modulus, prime)] for b in elements] for a in elements]
    return plus, times


def _prime_power(size: int) -> tuple[int, int] | None:
    """(prime, exponent), or None.

    >>> _prime_power(9), _prime_power(7), _prime_power(12)
    ((3, 2), (7, 1), None)
    """
    prime = next((p for p in range(2, size + 1) if size % p == 0), 0)
    exponent, rest = 0, size
    while prime and rest % prime == 0:
        rest //= prime
        exponent += 1
    return (prime, exponent) if prime and rest == 1 else None


Polynomial = tuple[int, ...]  # the lowest coefficient first


def _product(a: Polynomial, b: Polynomial, modulus: Polynomial, prime: int) -> Polynomial:
    """Of two polynomials, less the multiples of a monic third."""
    degree = len(modulus) - 1
    whole = [0] * (2 * degree)
    for (i, x), (j, y) in product(enumerate(a), enumerate(b)):
        whole[i + j] = (whole[i + j] + x * y) % prime
    for high in range(len(whole) - 1, degree - 1, -1):
        for i, x in enumerate(modulus):
            whole[high - degree + i] = (whole[high - degree + i] - whole[high] * x) % prime
    return tuple(whole[:degree])


def _irreducible(prime: int, degree: int) -> Polynomial:
    """The first monic polynomial by which no two others multiply to zero."""
    smaller = [p for p in product(range(prime), repeat=degree) if any(p)]
    for low in product(range(prime), repeat=degree):
        modulus = (*low, 1)
        if all(any(_product(a, b, modulus, prime)) for a in smaller for b in smaller):
            return modulus
    raise AssertionError("there is a field for every power of a prime")
