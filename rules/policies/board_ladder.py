"""The AIs of a board, from the weakest to the strongest."""

from rules.kernel.edition import Choose, Policy
from rules.policies.any_legal import any_legal
from rules.policies.board_easy import board_easy
from rules.policies.board_hints import explain


def board_ladder(planner: Choose, ratings: tuple[float, float, float]) -> dict[str, Policy]:
    """`ratings` are those of the three, measured on the board itself: docs/AI.md."""
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
            planner,
            explain=explain,
        ),
    }
