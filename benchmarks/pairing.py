"""How fast and how well a large field is paired: `python -m benchmarks.pairing [players]`.

Beside it two peers: lots, and what a director does by hand (sort by score, cut into fours, then
swap down the list whoever has met). Each pairs the same field after the same rounds.
"""

import random
import sys
import time
from collections.abc import Callable, Sequence
from itertools import combinations

from games.tournaments.pairing import SCORES, Player, pair, table_sizes

Tables = Sequence[Sequence[int]]
ROUNDS = 6


def ours(field: list[Player], seed: str) -> Tables:
    return pair(field, table_sizes(len(field), (4, 3), "smaller", 2), seed, SCORES).tables


def by_lot(field: list[Player], seed: str) -> Tables:
    numbers = [player.number for player in field]
    random.Random(seed).shuffle(numbers)
    return cut_up(numbers)


def by_hand(field: list[Player], seed: str) -> Tables:
    """Fill table after table from the top with the next player whom nobody there has met."""
    left = sorted(field, key=lambda player: -player.points)
    order: list[int] = []
    for size in table_sizes(len(field), (4, 3), "smaller", 2).tables:
        table: list[Player] = []
        while len(table) < size:
            fits = (p for p in left if not any(clash(p, other) for other in table))
            chosen = next(fits, left[0])
            left.remove(chosen)
            table.append(chosen)
        order += [player.number for player in table]
    return cut_up(order)


def clash(one: Player, other: Player) -> bool:
    return other.number in one.met or bool(set(one.groups) & set(other.groups))


def cut_up(numbers: list[int]) -> Tables:
    sizes = table_sizes(len(numbers), (4, 3), "smaller", 2).tables
    return [numbers[sum(sizes[:i]) : sum(sizes[: i + 1])] for i in range(len(sizes))]


def costs(field: list[Player], tables: Tables) -> tuple[int, int, int]:
    """Forbidden pairs, rematches, and squared distances in points."""
    known = {player.number: player for player in field}
    levels = {p: i for i, p in enumerate(sorted({x.points for x in field}, reverse=True))}
    forbidden = rematches = distance = 0
    for table in tables:
        for a, b in combinations((known[number] for number in table), 2):
            forbidden += bool(set(a.groups) & set(b.groups))
            rematches += b.number in a.met
            distance += (levels[a.points] - levels[b.points]) ** 2
    return forbidden, rematches, distance


def play(field: list[Player], tables: Tables, dice: random.Random) -> list[Player]:
    known = {player.number: player for player in field}
    for table in tables:
        order = dice.sample(list(table), len(table))
        for seat, number in enumerate(table):
            player = known[number]
            met = dict(player.met)
            for other in table:
                if other != number:
                    met[other] = met.get(other, 0) + 1
            points = (5, 3, 2, 1)[order.index(number)]
            known[number] = player._replace(
                met=met, points=player.points + points, seats=(*player.seats, seat)
            )
    return list(known.values())


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1024
    dice = random.Random(1)
    clubs = max(2, count // 12)
    field = [Player(n, groups=(n % clubs,)) for n in range(1, count + 1)]
    peers: dict[str, Callable[[list[Player], str], Tables]] = {
        "ours": ours,
        "by hand": by_hand,
        "by lot": by_lot,
    }
    print(f"{count} players in {clubs} clubs; seconds, forbidden pairs, rematches, distance")
    for round in range(1, ROUNDS + 1):
        figures = {}
        for name, peer in peers.items():
            start = time.perf_counter()
            tables = peer(field, f"{round}")
            figures[name] = time.perf_counter() - start, *costs(field, tables)
            if name == "ours":
                chosen = tables
        row = "   ".join(
            f"{name} {seconds:.2f} s {forbidden} {rematches} {distance}"
            for name, (seconds, forbidden, rematches, distance) in figures.items()
        )
        ratio = max(1, figures["by lot"][3]) / max(1, figures["ours"][3])
        print(f"round {round}: {row}   lots are {ratio:.0f} times as far apart")
        field = play(field, chosen, dice)


if __name__ == "__main__":
    main()
