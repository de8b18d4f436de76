"""The digest chain of one game, recomputed from what is stored: also while it runs, by us who have the
seed. Outsiders check it after the end (`rules.verify`)."""

from games.tables import selectors, snapshots
from games.tables.models import Game
from rules.kernel.chain import GENESIS, canonical, event_digest


def broken_link(game: Game) -> str:
    """What is wrong, in words; nothing where the chain leads from the beginning to the head."""
    _, rows = selectors.records_of(game)
    chance = snapshots.chance_of(game)
    digest = GENESIS
    for seq, row in enumerate(rows, start=1):
        if row["seq"] != seq:
            return f"Event {seq} is missing."
        stored = {name: value for name, value in row.items() if name != "digest"}
        digest = event_digest(digest, chance.blind(seq), canonical(stored))
        if digest != row["digest"]:
            return f"Event {seq} does not have the digest that it was stored with."
    if (len(rows), digest) != (game.head_seq, game.head_digest):
        return f"The chain ends at {len(rows)}, the game's head says {game.head_seq}."
    return ""
