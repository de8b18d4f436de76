"""How long the exact solvers take, in typical cases and in the worst that a search can find.

    python -m benchmarks.solvers [--seconds 60] [--seed 1]

Beside each figure stands a naive peer on the same cases: plain branch and bound for the tickets,
plain depth-first search for the trail, stopped after a few seconds. Times are processor time of
one core; the worst cases are the best of three runs.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import rules
from benchmarks.slow_networks import SLOW_NETWORKS
from rules.editions.card_game.cards import ALL_TRAIN_CARDS, TICKETS
from rules.pieces.colors import LOCOMOTIVE, count_cards
from rules.solvers.connection import Edge
from rules.solvers.longest_trail import longest_trail
from rules.solvers.packing_ticket import PackingTicket
from rules.solvers.ticket_packing import best_completion

PEER_SECONDS = 5.0
TRAINS = 45
DECK = [PackingTicket(t.id, t.points, t.need, len(t.big_cities)) for t in TICKETS]
FULL_TRACK = count_cards(ALL_TRAIN_CARDS)
# The slowest tracks that long searches have found for all 46 tickets.
SLOW_TRACKS = [[10, 4, 5, 10, 5, 5, 6, 9, 15], [7, 5, 8, 6, 8, 3, 9, 6, 12]]

Case = Sequence[Any]  # the arguments of a solver
Change = Callable[[random.Random, Any], Any]


class OutOfTime(Exception):
    pass


def seconds_of(solve: Callable[..., object], case: Case, runs: int = 1) -> float:
    times = []
    for _ in range(runs):
        start = time.process_time()
        solve(*case)
        times.append(time.process_time() - start)
    return min(times)


def slowest_by_climbing(
    solve: Callable[..., object],
    starts: Iterator[Case],
    change: Change,
    dice: random.Random,
    seconds: float,
) -> Case:
    """Change a case while that makes it slower; when it no longer does, begin with a new one."""
    end = time.monotonic() + seconds
    slowest: Case = ()
    most = 0.0
    for case in starts:
        cost, failures = seconds_of(solve, case, 2), 0
        while failures < 60 and time.monotonic() < end:
            changed = change(dice, case)
            changed_cost = seconds_of(solve, changed, 2)
            if changed_cost > 1.02 * cost:
                case, cost, failures = changed, changed_cost, 0
            else:
                failures += 1
        if cost > most:
            slowest, most = case, cost
        if time.monotonic() > end:
            break
    return slowest


# Tickets


def typical_hands(dice: random.Random) -> Iterator[Case]:
    while True:
        yield dice.sample(DECK, dice.randint(6, 10)), count_cards(dice.sample(ALL_TRAIN_CARDS, 25))


def large_hands(dice: random.Random) -> Iterator[Case]:
    for track in SLOW_TRACKS:
        yield DECK, track
    while True:
        least = dice.random()
        track = [dice.randint(int(least * most), most) for most in FULL_TRACK]
        yield dice.sample(DECK, dice.choice((len(DECK), dice.randint(25, len(DECK))))), track


def change_hand(dice: random.Random, case: Any) -> Case:
    tickets, track = case
    if dice.random() < 0.25:
        ticket = dice.choice(DECK)
        return [t for t in tickets if t != ticket] + [ticket] * (ticket not in tickets), track
    track = track[:]
    for _ in range(dice.randint(1, 2)):
        card = dice.randrange(len(track))
        track[card] = max(0, min(FULL_TRACK[card], track[card] + dice.choice((-2, -1, 1, 2))))
    return tickets, track


def exact(tickets: Sequence[PackingTicket], track: Sequence[int]) -> object:
    return best_completion(sorted(tickets, key=lambda ticket: ticket.id), list(track))


def plain_branch_and_bound(tickets: Sequence[PackingTicket], track: Sequence[int]) -> list[str]:
    """The same order of CG-E6; the bound is what all tickets still to come would add."""
    by_points = sorted(tickets, key=lambda t: (-t.points, t.id))
    to_come = [0]
    for ticket in reversed(by_points):
        to_come.append(to_come[-1] + ticket.points)
    to_come.reverse()
    best: tuple[int, int, int, int, list[str]] = (1, 0, 0, 0, [])
    visited = 0
    end = time.process_time() + PEER_SECONDS

    def decide(index: int, points: int, left: list[int], chosen: list[PackingTicket]) -> None:
        nonlocal best, visited
        visited += 1
        if visited % 1000 == 0 and time.process_time() > end:
            raise OutOfTime
        if points + to_come[index] < -best[0]:
            return
        if index == len(by_points):
            ends = sum(t.big_city_ends for t in chosen)
            ids = sorted(t.id for t in chosen)
            best = min(best, (-points, -len(chosen), -ends, -left[LOCOMOTIVE], ids))
            return
        ticket = by_points[index]
        after = left[:]
        for color, count in enumerate(ticket.need):
            after[LOCOMOTIVE] -= max(0, count - after[color])
            after[color] = max(0, after[color] - count)
        if after[LOCOMOTIVE] >= 0:
            decide(index + 1, points + ticket.points, after, [*chosen, ticket])
        decide(index + 1, points, left, chosen)

    decide(0, 0, list(track), [])
    return best[4]


# Trails


def maps() -> dict[str, list[Edge]]:
    """Every map among the editions."""
    found = {}
    for path in sorted(Path(rules.__file__).parent.glob("editions/*/data/*.json")):
        data = json.loads(path.read_text())
        if "tracks" in data:
            city = {entry["id"]: number for number, entry in enumerate(data["cities"])}
            tracks = data["tracks"]
            found[path.stem] = [(city[t["a"]], city[t["b"]], t["length"]) for t in tracks]
    return found


def networks_on(board: list[Edge], dice: random.Random) -> Iterator[Case]:
    """Networks that grow route by route, as players build them, until the trains are used up."""
    while True:
        network, cities, left = [], set(dice.choice(board)[:2]), TRAINS
        open_routes = dice.sample(board, len(board))
        prefers_short = dice.random() < 0.5
        while True:
            near = [r for r in open_routes if r[2] <= left and not cities.isdisjoint(r[:2])]
            if not near:
                break
            route = min(near, key=lambda r: r[2]) if prefers_short else near[0]
            open_routes.remove(route)
            network.append(route)
            cities.update(route[:2])
            left -= route[2]
        yield (network,)


def exchange_routes(board: list[Edge]) -> Change:
    def exchange(dice: random.Random, case: Any) -> Case:
        network = dice.sample(case[0], len(case[0]) - 1)
        left = TRAINS - sum(length for _, _, length in network)
        spare = list(board)
        for route in network:
            spare.remove(route)
        for route in dice.sample(spare, len(spare)):
            if route[2] <= left:
                network.append(route)
                left -= route[2]
        return (network,)

    return exchange


def invented_networks(fewest_cities: int, most_cities: int, dice: random.Random) -> Iterator[Case]:
    """45 routes of one train each: no map has so many, so no game is as bad as these."""
    while True:
        cities = range(dice.randint(fewest_cities, most_cities))
        yield ([(*dice.sample(cities, 2), 1) for _ in range(TRAINS)],)


def move_route(dice: random.Random, case: Any) -> Case:
    network = list(case[0])
    index = dice.randrange(len(network))
    cities = sorted({city for edge in network for city in edge[:2]})
    network[index] = (*dice.sample(cities, 2), network[index][2])
    return (network,)


def plain_depth_first(edges: Sequence[Edge]) -> int:
    at_city: dict[int, list[tuple[int, int, int]]] = {}
    for index, (a, b, length) in enumerate(edges):
        at_city.setdefault(a, []).append((index, b, length))
        at_city.setdefault(b, []).append((index, a, length))
    used = [False] * len(edges)
    end = time.process_time() + PEER_SECONDS

    def longest_from(city: int) -> int:
        longest = 0
        for index, other, length in at_city[city]:
            if not used[index]:
                used[index] = True
                longest = max(longest, length + longest_from(other))
                used[index] = False
        if longest == 0 and time.process_time() > end:
            raise OutOfTime
        return longest

    return max(longest_from(city) for city in at_city)


# The report


def peer_line(peer: Callable[..., object], case: Case, ours: float) -> str:
    try:
        theirs = seconds_of(peer, case)
    except OutOfTime:
        return f"plain search stopped after {PEER_SECONDS:.0f} s: more than {PEER_SECONDS / ours:,.0f} times as long"
    return f"plain search {1000 * theirs:9.2f} ms: {theirs / ours:,.1f} times as long"


def report_typical(
    name: str, solve: Callable[..., object], peer: Callable[..., object], cases: Iterator[Case]
) -> None:
    chosen = [next(cases) for _ in range(300)]
    times = sorted((seconds_of(solve, case), index) for index, case in enumerate(chosen))
    median, late = times[len(times) // 2], times[len(times) * 99 // 100]
    print(f"{name:28} median {1000 * median[0]:7.2f} ms, 99 % below {1000 * late[0]:7.2f} ms")
    print(f"{'':28} at the median, {peer_line(peer, chosen[median[1]], median[0])}")


def report_worst(
    name: str, solve: Callable[..., object], peer: Callable[..., object], case: Case
) -> None:
    ours = seconds_of(solve, case, 3)
    print(f"{name:28} worst  {1000 * ours:7.2f} ms; {peer_line(peer, case, ours)}")
    print(f"{'':28} {describe(case)}", flush=True)


def describe(case: Case) -> str:
    if len(case) == 2:
        return f"{len(case[0])} tickets, track {case[1]}"
    return f"{len(case[0])} routes {sorted(case[0])}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seconds", type=float, default=60, help="for all searches together")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    dice = random.Random(options.seed)
    boards = maps()
    share = options.seconds / (3 + len(boards))

    tickets = (exact, plain_branch_and_bound)
    report_typical("6-10 tickets, 25 cards", *tickets, typical_hands(dice))
    report_worst("46 tickets, 96 cards", *tickets, (DECK, FULL_TRACK))
    slowest = slowest_by_climbing(exact, large_hands(dice), change_hand, dice, share)
    report_worst("any tickets, any track", *tickets, slowest)

    trail = (longest_trail, plain_depth_first)
    for name, board in boards.items():
        report_typical(f"45 trains on {name}", *trail, networks_on(board, dice))
        starts, change = networks_on(board, dice), exchange_routes(board)
        slowest = slowest_by_climbing(longest_trail, starts, change, dice, share)
        report_worst(f"45 trains on {name}", *trail, slowest)
    for fewest, most in ((7, 18), (19, 34)):
        starts = invented_networks(fewest, most, dice)
        slowest = slowest_by_climbing(longest_trail, starts, move_route, dice, share)
        report_worst(f"45 routes, {fewest} to {most} cities", *trail, slowest)
    for name, network in SLOW_NETWORKS.items():
        report_worst(name, *trail, (network,))


if __name__ == "__main__":
    main()
