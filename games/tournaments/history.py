"""What the rounds so far mean for the next pairing. Pure."""

from collections.abc import Iterable

from games.tournaments.events import AI
from games.tournaments.pairing import Player
from games.tournaments.scoring import tally
from games.tournaments.state import State


def players(state: State, field: Iterable[int], stage: int) -> list[Player]:
    """The field as the pairing sees it: points of this stage, meetings and seats of all rounds."""
    numbers = list(field)
    done = [round for round in state.rounds if round.status == "finished"]
    points = tally(state, [round for round in done if round.stage == stage], numbers)
    met: dict[int, dict[int, int]] = {number: {} for number in numbers}
    seats: dict[int, list[int]] = {number: [] for number in numbers}
    odd = dict.fromkeys(numbers, 0)
    byes = dict.fromkeys(numbers, 0)
    for round in done:
        for number in round.byes:
            if number in byes:
                byes[number] += 1
        for table in round.tables.values():
            for seat, number in enumerate(table.seats):
                if number not in met:
                    continue
                seats[number].append(seat)
                odd[number] += len(table.seats) != state.plan.pod_size
                for other in table.seats:
                    if other not in (number, AI):
                        met[number][other] = met[number].get(other, 0) + 1
    return [
        Player(
            number,
            points[number].points - state.entrants[number].penalties.get(stage, 0),
            met[number],
            state.entrants[number].groups,
            tuple(seats[number]),
            odd[number],
            byes[number],
        )
        for number in numbers
    ]
