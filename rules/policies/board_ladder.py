"""The AIs of a board, from the weakest to the strongest."""

from collections.abc import Callable

from rules.kernel.edition import Choose, Edition, Measured, Policy, Spent
from rules.kernel.layout import Layout
from rules.policies.any_legal import any_legal
from rules.policies.board_easy import board_easy
from rules.policies.board_expert import PLAYOUTS, board_expert
from rules.policies.board_foresight import board_foresight
from rules.policies.board_hints import explain
from rules.policies.board_planner import board_planner
from rules.policies.board_sight import Customs
from rules.policies.search import iterations


def board_ladder(
    edition: Callable[[], Edition],
    layout: Layout,
    customs: Customs,
    ratings: tuple[float, float, float, float],
    radar: tuple[Measured, ...] = (),
) -> dict[str, Policy]:
    """`layout` is that of the edition's state. Measured on the board are the `ratings` (docs/AI.md), and
    what the `radar` makes of its AIs."""

    def within(spent: Spent) -> Choose:
        return board_expert(edition, customs, spent)

    return {
        "any_legal": Policy(
            "Any legal move",
            "Rolls dice over everything that the rules allow. It is here to test them, and loses to"
            " everybody.",
            ratings[0],
            any_legal,
        ),
        "easy": Policy(
            "Easy",
            "Keeps as few tickets as it may, draws cards, and claims the longest route that it can"
            " pay for. It has no plan for its tickets: a good first opponent.",
            ratings[1],
            board_easy,
        ),
        "planner": Policy(
            "Planner",
            "Plans the cheapest network for all its tickets together, draws the cards that it lacks"
            " and claims what could be taken from it; then it draws new tickets or ends the game. It"
            " does not guess what the others plan, and never blocks them on purpose.",
            ratings[2],
            board_planner(layout, customs),
            explain=explain,
        ),
        "expert": Policy(
            "Expert",
            "Deals the cards and tickets that it can't see in many ways that fit what happened so"
            f" far, plays each of its moves on to the end of the game, {PLAYOUTS} times in all, and"
            " takes the one that wins most. It takes a second or two. It expects the others to plan as"
            " it does itself, so that a strange move can surprise it.",
            ratings[3],
            within(iterations(PLAYOUTS)),
            within,
            foresee=board_foresight(edition, customs),
            radar=radar,
        ),
    }
