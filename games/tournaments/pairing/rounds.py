"""All rounds of a round robin, planned at once: every two meet as equally often as they can.

Round after round, each the best after those before it, paints itself into a corner. Here the meetings
of the whole stage are one sum of squares. Algebra (shifts.py) may give the least that there can be.
Else start with round after round, and swap two players of a round where that makes the sum less or,
by annealing, sometimes where it does not. So the whole is never worse than round after round.
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from games.tournaments.pairing.costs import LEVEL
from games.tournaments.pairing.field import Player
from games.tournaments.pairing.pods import pair
from games.tournaments.pairing.shifts import Round, circle_round, shifted_round
from games.tournaments.pairing.sizes import Sizes
from games.tournaments.records import Refused

SOLVER = "rounds/1"  # recorded with every pairing; a change of the algorithm is a new name

# What each adds, squared where it happens again: sharing a group, meeting, a bye, an odd table.
FORBIDDEN, MEETING, BYE, ODD_TABLE = 10_000, 100, 3_000, 1
TWO_FILLERS = 1_000  # two AIs at one table leave a thin game

MOST_STEPS = 60_000
STEPS = 400  # for each player and round
HOTTEST, COLDEST = 60.0, 25.0
MOST_ONE_BY_ONE = 128  # players; above, nobody needs to meet twice, and algebra is as good


def plan_rounds(
    field: Sequence[Player], sizes: Sizes, rounds: int, seed: str
) -> list[list[list[int]]]:
    """For each round its tables, as numbers of players; who is at none has a bye. Seats are given
    when a round is paired (seats.py). AIs that fill a table are left out."""
    if sizes.byes * rounds > sum(not player.byes for player in field):
        raise Refused("no-byes-left", "There would be second byes: choose smaller tables or AIs.")
    dice = random.Random(seed)
    players = sorted(field, key=lambda player: player.number)
    dice.shuffle(players)
    schedule = _Schedule(players, sizes, [_shifted(sizes, len(players), n) for n in range(rounds)])
    if not schedule.is_least() and len(players) <= MOST_ONE_BY_ONE:
        one_by_one = _Schedule(players, sizes, _round_by_round(players, sizes, rounds, dice))
        schedule = min(schedule, one_by_one, key=_Schedule.cost)
    schedule.improve(dice)
    return [
        [[players[i].number for i in pod if i < len(players)] for pod in pods[: len(sizes.tables)]]
        for pods in schedule.rounds
    ]


def least_meetings(players: int, sizes: Sequence[int], rounds: int) -> int:
    """No schedule has a lower sum of the squares of how often each two meet.

    >>> least_meetings(16, (4, 4, 4, 4), 5)
    120
    """
    pairs = players * (players - 1) // 2
    meetings = rounds * sum(size * (size - 1) // 2 for size in sizes)
    each, over = divmod(meetings, pairs)
    return (pairs - over) * each**2 + over * (each + 1) ** 2


def _shifted(sizes: Sizes, players: int, number: int) -> Round:
    count, tables, largest = players + sizes.fillers, len(sizes.tables), max(sizes.tables)
    if largest == 2 and count % 2 == 0 and not sizes.byes:
        return circle_round(count, number)
    pods = shifted_round(tables, largest, number % (tables + (tables == largest)))
    order = [i for pod in pods for i in pod if i < count]
    order += [i for i in range(count) if i not in set(order)]
    every = [*sizes.tables, sizes.byes]
    ends = [sum(every[: n + 1]) for n in range(len(every))]
    return [order[end - size : end] for size, end in zip(every, ends, strict=True)]


def _round_by_round(
    players: Sequence[Player], sizes: Sizes, rounds: int, dice: random.Random
) -> list[Round]:
    """Each round the best after those before it."""
    position = {player.number: i for i, player in enumerate(players)}
    field, made = list(players), []
    for _ in range(rounds):
        paired = pair(field, sizes, str(dice.random()), LEVEL)
        # The sizes go from the largest to the smallest.
        tables = sorted(paired.tables, key=len, reverse=True)
        fillers = iter(range(len(players), len(players) + sizes.fillers))
        pods = [[position[n] if n else next(fillers) for n in table] for table in tables]
        made.append([*pods, [position[n] for n in paired.byes]])
        field = [_after(player, paired.tables, paired.byes, sizes.usual) for player in field]
    return made


def _after(
    player: Player, tables: Sequence[Sequence[int]], byes: Sequence[int], usual: int
) -> Player:
    if player.number in byes:
        return player._replace(byes=player.byes + 1)
    [own] = [table for table in tables if player.number in table]
    met = Counter(player.met) + Counter(n for n in own if n not in (0, player.number))
    return player._replace(met=dict(met), odd_tables=player.odd_tables + (len(own) != usual))


class _Schedule:
    """Positions stand for players, then for AIs. The last pod of a round, where there are byes, is
    no table: who is in it does not play."""

    def __init__(self, players: Sequence[Player], sizes: Sizes, rounds: list[Round]) -> None:
        self.people = len(players)
        self.count = len(players) + sizes.fillers
        self.tables = sizes.tables
        self.bye_pod = len(sizes.tables)
        # What it costs to be in a pod for the first time; twice is four times that.
        self.places = [ODD_TABLE if size != sizes.usual else 0 for size in sizes.tables] + [BYE]
        # Without byes the last pod would be empty.
        self.rounds = [pods[: self.bye_pod + bool(sizes.byes)] for pods in rounds]
        self._count_history(players)
        for pods in self.rounds:
            for pod, members in enumerate(pods):
                for i in members:
                    self.been[self.places[pod]][i] += 1
                if pod != self.bye_pod:
                    for i, j in combinations(members, 2):
                        self._meet(i, j, 1)

    def _count_history(self, players: Sequence[Player]) -> None:
        self.met = [[0] * self.count for _ in range(self.count)]
        self.apart = [[0] * self.count for _ in range(self.count)]
        position = {player.number: i for i, player in enumerate(players)}
        for i, player in enumerate(players):
            for other, times in player.met.items():
                if other in position:
                    self.met[i][position[other]] = times
        for i, j in combinations(range(self.people), 2):
            if set(players[i].groups) & set(players[j].groups):
                self.apart[i][j] = self.apart[j][i] = FORBIDDEN
        for i, j in combinations(range(self.people, self.count), 2):
            self.apart[i][j] = self.apart[j][i] = TWO_FILLERS
        nobody = [0] * (self.count - self.people)
        self.been = {
            0: [0] * self.count,
            ODD_TABLE: [player.odd_tables for player in players] + nobody,
            BYE: [player.byes for player in players] + nobody,
        }

    def cost(self) -> int:
        people = range(self.people)
        meetings = sum(self.met[i][j] ** 2 for i, j in combinations(people, 2))
        apart = sum(
            self.apart[i][j]
            for pods in self.rounds
            for members in pods[: self.bye_pod]
            for i, j in combinations(members, 2)
        )
        places = sum(weight * been[i] ** 2 for weight, been in self.been.items() for i in people)
        return MEETING * meetings + apart + places

    def is_least(self) -> bool:
        """No schedule can be better. With AIs in it, nobody knows."""
        least = MEETING * least_meetings(self.people, self.tables, len(self.rounds))
        return self.count == self.people and self.cost() <= least

    def improve(self, dice: random.Random) -> None:
        """Keeps the best of what annealing comes by."""
        if len(self.rounds[0]) < 2 or self.is_least():
            return
        cost = least = self.cost()
        bound = MEETING * least_meetings(self.people, self.tables, len(self.rounds))
        steps = min(MOST_STEPS, STEPS * self.people * len(self.rounds))
        best = [[list(pod) for pod in pods] for pods in self.rounds]
        for step in range(steps):
            heat = HOTTEST * (COLDEST / HOTTEST) ** (step / steps)
            pods = self.rounds[dice.randrange(len(self.rounds))]
            a, b = dice.sample(range(len(pods)), 2)
            i, j = dice.randrange(len(pods[a])), dice.randrange(len(pods[b]))
            change = self._swap_cost(pods, a, b, pods[a][i], pods[b][j])
            if change > 0 and dice.random() >= math.exp(-change / heat):
                continue
            self._swap(pods, a, b, i, j)
            cost += change
            if cost < least:
                least, best = cost, [[list(pod) for pod in pods] for pods in self.rounds]
                if least <= bound and self.count == self.people:
                    break
        self.rounds = best

    def _swap_cost(self, pods: Round, a: int, b: int, one: int, other: int) -> int:
        """What it adds to the sum if these two change places."""
        change = 0
        for pod, leaves, comes in ((a, one, other), (b, other, one)):
            weight = self.places[pod]
            if weight:
                been = self.been[weight]
                change += weight * (2 * (been[comes] - been[leaves]) + 2)
            if pod == self.bye_pod:
                continue
            met_leaves, met_comes = self.met[leaves], self.met[comes]
            apart_leaves, apart_comes = self.apart[leaves], self.apart[comes]
            for k in pods[pod]:
                if k != leaves:
                    if k < self.people:
                        if comes < self.people:
                            change += MEETING * (2 * met_comes[k] + 1)
                        if leaves < self.people:
                            change -= MEETING * (2 * met_leaves[k] - 1)
                    change += apart_comes[k] - apart_leaves[k]
        return change

    def _swap(self, pods: Round, a: int, b: int, i: int, j: int) -> None:
        one, other = pods[a][i], pods[b][j]
        for pod, leaves, comes in ((a, one, other), (b, other, one)):
            been = self.been[self.places[pod]]
            been[leaves] -= 1
            been[comes] += 1
            if pod != self.bye_pod:
                for k in pods[pod]:
                    if k != leaves:
                        self._meet(leaves, k, -1)
                        self._meet(comes, k, 1)
        pods[a][i], pods[b][j] = other, one

    def _meet(self, one: int, other: int, times: int) -> None:
        self.met[one][other] += times
        self.met[other][one] += times
