"""The decks of a duplicate round: all tables play the first one in their first game, the second in their
second, and so on. Nobody ever plays a deck again, neither in a match nor in the place of a void game."""

import hmac
import secrets
from typing import Any

from games.tournaments.models import SealedDeck, Tournament
from games.tournaments.state import Round
from rules import commitment
from rules.kernel.chance import SEED_BYTES


def seal_deck(tournament: Tournament, round: int) -> str:
    """The seed of a duplicate round, made before anybody sits; its commitment is shown to all."""
    deck, _ = SealedDeck.objects.get_or_create(
        tournament=tournament, round=round, defaults={"seed": secrets.token_bytes(SEED_BYTES)}
    )
    return commitment(bytes(deck.seed))


def deck_for(tournament: Tournament, round: Round, game: int) -> dict[str, Any]:
    """For a table's game of this number. No table reveals its seed before the last one is over."""
    if not round.is_duplicate:
        return {}
    deck = SealedDeck.objects.get(tournament=tournament, round=round.number)
    return {"seed": seed_of(bytes(deck.seed), game), "seed_held": True}


def seed_of(sealed: bytes, game: int) -> bytes:
    """The first game's is the sealed one. The others follow from it, so what was published with the round
    binds them all: none can be chosen by how the games before it ended."""
    return sealed if game == 1 else hmac.digest(sealed, f"deck:{game}".encode(), "sha256")
