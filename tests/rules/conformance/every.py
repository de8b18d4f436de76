"""Every edition and every way to play it, one test each; and its games, move by move."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from rules import advance, start
from rules.kernel.edition import Command
from rules.simulation import PlayedGame
from tests.given import typed
from tests.rules.variants import edition_of, variants

VARIANTS = variants()
EDITIONS = {variant.edition: edition_of(variant) for variant in VARIANTS}
RULE_ID = re.compile(r"[A-Z]{2}-[A-Z]+\d+")

every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=str)
every_edition = pytest.mark.parametrize("edition", EDITIONS.values(), ids=EDITIONS)


def replayed(game: PlayedGame) -> Iterator[tuple[Any, Command]]:
    """The live state before each command of a recorded game, and the command."""
    state, _ = start(game.edition, game.state.seats, game.options, game.chance)
    for _, command, events in game.moves:
        yield state, command
        assert typed(advance(game.edition, state, command, game.chance)) == typed(events)
