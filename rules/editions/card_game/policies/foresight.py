"""What a command leads to: the hopes of all seats, in tables that look to one seat as its own does."""

from collections.abc import Sequence
from random import Random
from typing import Any

from rules.editions.card_game.policies.determinise import Unseen
from rules.editions.card_game.policies.playout import hopes, play_out
from rules.editions.card_game.policies.quick import quick_keep
from rules.editions.card_game.policies.sight import Sight
from rules.editions.card_game.state import State
from rules.kernel.chance import Chance
from rules.kernel.decider import advance
from rules.kernel.edition import Command, Edition, Shares


def foresee(
    edition: Edition, view: dict[str, Any], commands: Sequence[Command], dice: Random
) -> Shares | None:
    sight = Sight(view)
    # Which tickets a seat completes at a round's end is its own affair.
    return None if sight.state.phase == "confirming" else shares_seen_from(edition, sight, dice)


def shares_seen_from(edition: Edition, sight: Sight, dice: Random) -> Shares:
    unseen = Unseen(sight)
    worlds: list[tuple[State, Chance]] = []

    def shares(command: Command, world: int) -> list[float]:
        while world >= len(worlds):
            worlds.append((unseen.deal(dice), Chance(dice.randbytes(32), ())))
        dealt, chance = worlds[world]
        state = dealt.copy()
        advance(edition, state, command, chance)
        for seat in state.waiting_on[:] if state.phase == "choosing_tickets" else ():
            advance(edition, state, quick_keep(state, seat, sight.deck, 1), chance)
        play_out(edition, state, chance)
        return hopes(state)

    return shares
