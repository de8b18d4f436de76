"""What a judge sees of a table: the last events, each seat's view, and the ledgers of its clock, of its
connections and of what was ruled."""

from typing import Any

from django.utils import timezone

from games.accounts.models import User
from games.tables import ledger, snapshots
from games.tables.access import JUDGE, Audience
from games.tables.event_store import read
from games.tables.hub import presence_here
from games.tables.models import Game
from games.tables.presentation import clock_json, event_json, seats_json, view_json
from games.tables.services.looks import record_look
from games.tables.sitters import sitters_of
from rules import ALL_HANDS, seated

LAST = 40  # events


def evidence_of(judge: User, game: Game, seq: int | None = None) -> dict[str, Any]:
    """The table at its head, or as every seat saw it at an earlier event. Whoever looks leaves a trace."""
    seats = seats_json(sitters_of(game.id))
    if game.head_seq == 0:
        nothing: dict[str, list[Any]] = {
            name: [] for name in ("events", "views", "commands", "connected")
        }
        return {
            "game": str(game.id), "edition": game.edition, "head_seq": 0, "seq": 0, "seats": seats,
            "clock": None, **nothing, **ledgers(game),
        }  # fmt: skip
    snapshot = snapshots.at_head(game)
    shown = snapshot if seq is None or seq >= snapshot.seq else snapshots.at(game, seq)
    record_look(judge.pk, game.id, "view", shown.seq)
    revealed = snapshot.state.revealed
    everything = Audience(JUDGE).observer(revealed) if revealed else ALL_HANDS
    tail = read(snapshot.edition, game.id, max(0, snapshot.seq - LAST), snapshot.seq)
    presence = presence_here()
    return {
        "game": str(game.id),
        "edition": game.edition,
        "head_seq": snapshot.seq,
        "seq": shown.seq,
        "digest": shown.digest,
        "seats": seats,
        "events": [
            event_json(snapshot.edition, recorded, everything, snapshot.state.options)
            for recorded in tail
        ],
        # As it was then: what is revealed at the end nobody saw before.
        "views": [view_json(shown, seated(seat["number"])) for seat in seats],
        "clock": clock_json(game, timezone.now()),
        "connected": list(presence.at(game.id).seats) if presence else [],
        "commands": [
            {"seq": command.first_seq, "actor": command.actor, "body": command.body}
            for command in game.commands.order_by("-first_seq")[:LAST]
        ],
        **ledgers(game),
    }


def ledgers(game: Game) -> dict[str, list[dict[str, Any]]]:
    """Stored as it happened: how long each move took, when each seat's page came and went."""
    return {
        "clock_ledger": list(ledger.clock(game)),
        "connection_ledger": list(ledger.connections(game)),
        "ruling_ledger": list(ledger.rulings(game)),
    }
