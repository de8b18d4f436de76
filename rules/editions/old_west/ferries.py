"""Ferries: grey routes with locomotive symbols."""

from rules.editions.old_west.state import BOARD, State
from rules.kernel.illegal import IllegalMove
from rules.mechanics.claim_route import ClaimRoute


def enough_locomotives(state: State, command: ClaimRoute) -> IllegalMove | None:
    # OW-B4: at least as many locomotives as symbols must be among the cards played.
    symbols = BOARD.tracks[command.route].locomotives
    if command.locomotives >= symbols:
        return None
    return IllegalMove(
        "OW-B4",
        f"The ferry takes at least {symbols} locomotives, not {command.locomotives}.",
        {"symbols": symbols, "locomotives": command.locomotives},
    )
