"""Given tournaments, without a database: events in, state out."""

import random
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from types import MappingProxyType
from typing import Any

from games.tournaments import events as e
from games.tournaments.folding import fold
from games.tournaments.plan import Plan, Stage
from games.tournaments.records import from_json, to_json
from games.tournaments.schedule import is_over, next_round
from games.tournaments.scoring import is_decided
from games.tournaments.state import Recorded, State

SEATS = range(2, 6)
NOON = datetime(2026, 6, 6, 12, tzinfo=UTC)


def a_plan(*stages: Stage, **chosen: Any) -> Plan:
    chosen = {"edition": "usa"} | chosen
    return Plan(stages=stages or (Stage("swiss", 3),), **chosen)


def an_outcome(places: list[int], scores: list[int] | None = None) -> e.Outcome:
    size = len(places)
    scores = scores or [100 - 10 * place for place in places]
    return e.Outcome(tuple(places), tuple(scores), (3,) * size, (0,) * size)


class Weekend:
    """A log that grows. Every event goes through JSON, as in the database."""

    def __init__(
        self,
        plan: Plan,
        entrants: int = 0,
        groups: Mapping[int, tuple[int, ...]] = MappingProxyType({}),
    ) -> None:
        self.log: list[Recorded] = []
        self.append(e.TournamentCreated(plan))
        for number in range(1, entrants + 1):
            self.append(e.EntrantRegistered(number, groups=groups.get(number, ())))
            self.append(e.EntrantCheckedIn(number))

    @property
    def state(self) -> State:
        return fold(self.log)

    def append(self, event: e.Event, why: str = "") -> int:
        seq = len(self.log) + 1
        stored = from_json(to_json(event), e.Event)  # type: ignore[arg-type]
        self.log.append(Recorded(seq, stored, "organiser", why, NOON + timedelta(seconds=seq)))
        return seq

    def pair(self, seed: str = "seed") -> None:
        for event in next_round(self.state, seed, SEATS).events:
            self.append(event)

    def play(self, dice: random.Random) -> None:
        """Publishes and starts the round, and gives every table a result by lot."""
        round = self.state.round
        assert round is not None
        self.append(e.RoundPublished(round.number))
        self.append(e.RoundStarted(round.number))
        best_of = self.state.plan.stages[round.stage].games
        for number in round.tables:
            while not is_decided(table := self.state.table(round.number, number), best_of):
                game = len(table.games) + 1
                self.append(
                    e.GameOpened(round.number, number, game, f"{round.number}.{number}.{game}")
                )
                places = list(range(1, len(table.seats) + 1))
                dice.shuffle(places)
                outcome = an_outcome(places, [dice.randrange(40, 140) for _ in places])
                self.append(e.ResultRecorded(round.number, number, game, outcome, "d"))
        self.append(e.RoundFinished(round.number))

    def play_all(self, seed: int = 1) -> State:
        dice = random.Random(seed)
        while not is_over(self.state):
            self.pair(f"seed {dice.random()}")
            self.play(dice)
        return self.state
