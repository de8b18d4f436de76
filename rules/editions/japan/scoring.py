"""What a game on the Japan board is worth: routes, tickets, and the part in the bullet trains."""

from collections.abc import Sequence
from typing import Final

from rules.editions.japan.state import BOARD, State, built_bullet_tracks
from rules.kernel.result import Result, ScoreLine
from rules.mechanics.final_turns import has_few_trains
from rules.scoring.score_sheet import add_tickets, ranked, recount_own_routes, route_lines

FEW_PIECES: Final = 2

_BONUS: dict[str, list[int]] = BOARD.data["bullet_trains"]["bonus"]
_NONE_BUILT: Final[int] = BOARD.data["bullet_trains"]["none_built"]


def last_round_begins(state: State) -> bool:
    # JP-E1: a player ends a turn with 2 or fewer trains, and 2 or fewer bullet-train pieces are
    # left.
    return has_few_trains(state) and state.bullet_pieces <= FEW_PIECES


def recount(state: State) -> list[int]:
    return recount_own_routes(BOARD, state)


def bullet_bonuses(progress: Sequence[int]) -> list[int]:
    """
    >>> bullet_bonuses([9, 9, 14, 5, 0])
    [15, 15, 25, -5, -20]
    """
    by_rank = _BONUS[str(len(progress))]
    # JP-F2: rank is 1 + the number of players further on, so tied players share a rank and use up
    # the places after it; a player who built no bullet-train route gets -20 whatever the rank.
    return [
        by_rank[sum(other > steps for other in progress)] if steps else _NONE_BUILT
        for steps in progress
    ]


def final_result(state: State) -> Result:
    lines = route_lines(state.scores, "TR-B5")
    # JP-F1: the player's own routes and any claimed bullet-train routes.
    shared = built_bullet_tracks(state)
    usable = [routes | shared for routes in state.routes]
    completed = add_tickets(BOARD, state, usable, lines, "JP-F1")
    for seat, points in enumerate(bullet_bonuses(state.bullet_progress)):
        steps = str(state.bullet_progress[seat])
        lines[seat].append(ScoreLine("JP-F2", "bullet_trains", steps, 0, points))
    # JP-F3: ties as TR-F3, with the bullet-train track in the place of the longest path.
    return ranked(state, lines, completed, "bullet_trains", state.bullet_progress)
