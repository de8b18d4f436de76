"""Tables of the Card Game at the end of a round, before it is scored."""

from rules import editions, evolve
from rules.editions.card_game.round_end import Completion, TicketsCompleted
from rules.editions.card_game.turns import RoundEnded
from tests.given import Given
from tests.rules.editions.card_game.table import counts, table, ticket

EDITION = editions()["card_game"]
CHOOSE = ("choose_completion",)


def ended(seats: int = 2, options: tuple[str, ...] = (), **laid_out: object) -> Given:
    """The round has just ended."""
    game = table(seats=seats, options=options, last_turns=0, **laid_out)  # type: ignore[arg-type]
    asked = tuple(range(seats)) if options else ()
    evolve(EDITION, game.state, RoundEnded(game.state.round, "deck_ran_out", asked))
    return game


def cards(text: str) -> tuple[int, ...]:
    return tuple(counts(text))


def completion(id: str, text: str) -> Completion:
    return Completion(ticket(id), cards(text))


def completed_by(game: Given, seat: int) -> TicketsCompleted:
    found = [e for e in game.events if type(e) is TicketsCompleted and e.seat == seat]
    assert len(found) == 1
    event: TicketsCompleted = found[0]
    return event
