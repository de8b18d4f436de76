"""The AIs of the Card Game, from the weakest to the strongest. The ratings are measured: docs/AI.md."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from rules.editions.card_game.policies.easy import easy
from rules.editions.card_game.policies.expert import PLAYOUTS, expert_within
from rules.editions.card_game.policies.foresight import foresee
from rules.editions.card_game.policies.hints import explain
from rules.editions.card_game.policies.planner import planner
from rules.kernel.edition import Choose, Command, Edition, Measured, Policy, Shares, Spent
from rules.policies.any_legal import any_legal
from rules.policies.search import iterations

# By benchmarks.fair_play card_game --games 16: of each kind the worse of its two fields; of the honest the
# worse of two runs as well. Guards never rob their friend and always the others; those who only spare are
# harder to see, the more so the worse they play.
RADAR: Final = (
    Measured("honest", 3, 0.001, 16),
    Measured("honest", 20, 0.002, 16),
    Measured("guards", 5, 0.26, 16),
    Measured("guards", 10, 0.92, 16),
    Measured("spares", 10, 0.27, 16),
    Measured("spares", 20, 0.89, 16),
    Measured("spares_weak", 20, 0.03, 16),
)


def ladder(edition: Callable[[], Edition]) -> dict[str, Policy]:
    """The edition is asked for later: it is made of this ladder, and the search plays by its rules."""

    def within(spent: Spent) -> Choose:
        return expert_within(edition, spent)

    def foreseen(view: dict[str, Any], commands: Sequence[Command], dice: Random) -> Shares | None:
        return foresee(edition(), view, commands, dice)

    return {
        "any_legal": Policy(
            "Any legal move",
            "Rolls dice over everything that the rules allow. It is here to test them, and loses to"
            " everybody who tries.",
            8,
            any_legal,
        ),
        "easy": Policy(
            "Easy",
            "Collects the colors that its tickets show, and waits too long before it plays them. It"
            " keeps about half of its tickets, whatever they ask for, never robs you on purpose, and"
            " one decision in four is left to dice: a good first opponent.",
            33,
            easy,
        ),
        "planner": Policy(
            "Planner",
            "Works out exactly which of its tickets it can still complete, with the turns that are"
            " left, and collects for those; it robs when that pays and knows when to hurry. It"
            " does not guess what you hold. It decides in a few thousandths of a second.",
            51,
            planner,
            explain=explain,
        ),
        "expert": Policy(
            "Expert",
            "Deals the cards that it can't see in many ways that fit what happened so far, plays"
            f" each of its moves on to the end of the round, {PLAYOUTS} times in all, and takes the"
            " one that wins most. It takes about half a second. It expects the others to play quickly and"
            " sensibly, so that a strange move can surprise it.",
            59,
            within(iterations(PLAYOUTS)),
            within,
            foresee=foreseen,
            radar=RADAR,
        ),
    }
