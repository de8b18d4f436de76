"""A finished game as one file that proves itself: `python -m rules.verify` needs nothing else."""

from base64 import b64encode

import orjson

from games.audit import cosignatures, transparency
from games.audit.models import LoggedRun, LogKey, Witness
from games.problems import Problem
from games.tables import selectors
from games.tables.models import Game
from rules.kernel.chain import canonical
from rules.verify_log import FORMAT


def evidence(game: Game) -> bytes:
    """Only after the seed is revealed."""
    checkpoint = transparency.newest_checkpoint()
    indexes = transparency.indexes_of(game.id, checkpoint.size) if checkpoint else {}
    if checkpoint is None or len(indexes) < game.head_seq:
        raise Problem(
            503, "not-in-log-yet", "The log gets this game in a moment: try again.", retry_after=3
        )
    runs = LoggedRun.objects.filter(game=game).order_by("first_seq")
    proof = transparency.tree(checkpoint.size).inclusion_of_many(list(indexes.values()))
    document = {
        "format": FORMAT,
        "game": orjson.loads(selectors.export(game)),
        "log": {
            "checkpoint": str(cosignatures.witnessed(checkpoint)),
            "keys": list(LogKey.objects.order_by("published_at").values_list("pk", flat=True)),
            "witnesses": list(Witness.objects.order_by("added_at").values_list("pk", flat=True)),
            "runs": [
                [run.first_seq, run.first_index, run.last_seq - run.first_seq + 1] for run in runs
            ],
            "proof": [b64encode(one).decode() for one in proof],
        },
    }
    return canonical(document) + b"\n"
