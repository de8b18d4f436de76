"""End of the game: failed tickets, big-city bonuses, the ranking."""

from typing import Final, NamedTuple

from rules.editions.card_game.cards import BONUS_CITIES, BONUS_POINTS, TICKETS
from rules.editions.card_game.round_end import (
    LAST_ROUND_OF_FOUR,
    TicketsCompleted,
    round_is_scored,
    second_round_follows,
)
from rules.editions.card_game.state import State
from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic
from rules.kernel.layout import Layout, public
from rules.kernel.result import RESULT, Result, ScoreLine, SeatScore, rank

RANKED_BY: Final = ("not_forfeited", "points", "completed_tickets", "bonuses")


class GameEnded(NamedTuple):
    result: Result


def end_game(state: State, event: TicketsCompleted, chance: Chance) -> list[Event] | None:
    if not round_is_scored(state) or second_round_follows(state):
        return None
    return [GameEnded(final_result(state))]


# The same few lines stand on score sheets over and over: each is made once.
_COMPLETED: Final = [
    [ScoreLine("CG-E5", "ticket", ticket.id, round, ticket.points) for ticket in TICKETS]
    for round in range(LAST_ROUND_OF_FOUR + 1)
]
_FAILED: Final = [
    ScoreLine("CG-F1", "failed_ticket", ticket.id, 0, -ticket.points) for ticket in TICKETS
]
_BONUSES: Final = [
    ScoreLine("CG-F2", "bonus", city, 0, BONUS_POINTS[i]) for i, city in enumerate(BONUS_CITIES)
]


def final_result(state: State) -> Result:
    seats = range(state.seats)
    lines: list[list[ScoreLine]] = [[] for _ in seats]
    to_city = [[0] * len(BONUS_CITIES) for _ in seats]
    tickets = [0] * state.seats
    bonuses = [0] * state.seats
    for seat, ticket, round, _ in state.completed:
        lines[seat].append(_COMPLETED[round][ticket])
        tickets[seat] += 1
        for city in TICKETS[ticket].big_cities:
            to_city[seat][city] += 1
    for seat in seats:
        # CG-F1: every ticket not completed costs its points.
        for ticket in state.tickets[seat]:
            lines[seat].append(_FAILED[ticket])
    for city in range(len(BONUS_CITIES)):
        # CG-F2: each bonus goes to the most completed tickets that name the city; everyone tied
        # for most gets it in full, and nobody with none.
        most = max([to_city[seat][city] for seat in seats])
        for seat in seats:
            if most and to_city[seat][city] == most:
                bonuses[seat] += 1
                lines[seat].append(_BONUSES[city])
    totals = [sum([line.points for line in of_seat]) for of_seat in lines]
    # CG-F3: most points; tied: most completed tickets; still tied: most bonuses; else shared.
    # RH-F1: a seat that forfeited ranks behind all that did not.
    figures = [
        (int(seat not in state.forfeited), totals[seat], tickets[seat], bonuses[seat])
        for seat in seats
    ]
    scores = tuple([SeatScore(seat, tuple(lines[seat]), totals[seat]) for seat in seats])
    return Result(scores, rank(RANKED_BY, figures))


def _game_ended(state: State, event: GameEnded) -> None:
    state.result = event.result
    state.scores = [score.total for score in event.result.scores]
    state.phase = "over"
    state.waiting_on = []
    state.due = "reveal_seed"


FINAL_SCORING = Mechanic(
    events=(Layout(GameEnded, "The game is over.", result=public(RESULT)),),
    evolves={GameEnded: _game_ended},
)
