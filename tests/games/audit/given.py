"""Given logs: games that are over, published."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid5

from games.audit import transparency
from games.audit.models import Checkpoint
from games.tables import event_store, projections, snapshots, writer
from games.tables.event_store import Addition
from games.tables.models import Game
from rules import editions, encode_command
from rules.export import BEGINNING, CommandRecord, chain
from rules.kernel.chain import canonical
from rules.notes import Checkpoint as Statement
from rules.notes import read_checkpoint, read_note
from rules.simulation import PlayedGame, play_game
from tests.games.tables.given import POLICY, a_lobby

STARTED = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


def a_finished_game(*people: Any, seats: int = 2, **settings: Any) -> Game:
    """Played in memory and written down at once, as the service would have, a move a second."""
    game = a_lobby(*people, seats=seats, **settings)
    chance = snapshots.chance_of(game)
    write_down(game, play_game(editions()[game.edition], game.options, chance, [POLICY] * seats))
    return game


def write_down(game: Game, played: PlayedGame) -> None:
    """Into the log of a game that has none."""
    edition, chance = played.edition, played.chance
    moves = [(None, None, played.opening), *played.moves]
    additions: list[Addition] = []
    head, at = BEGINNING, STARTED
    for number, (actor, command, happened) in enumerate(moves):
        record: CommandRecord | None = None
        if command is not None:
            record = {
                "command_id": str(uuid5(game.id, str(number))),
                "actor": actor or "",
                "body": encode_command(edition, command),
                "submitted_at": event_store.instant(at),
            }
        written = record and canonical(record)
        links = chain(edition, chance, head, happened, written, event_store.instant(at))
        head = links[-1].seq, links[-1].digest
        command_id = uuid5(game.id, str(number)) if record else None
        additions.append(Addition(game.id, command_id, record, None, links, at))
        at += timedelta(seconds=1)
    writer.write(additions, [game])
    projections.rebuild(game)
    game.started_at = STARTED
    game.save()


def a_logged_game(*people: Any, seats: int = 2, **settings: Any) -> Game:
    game = a_finished_game(*people, seats=seats, **settings)
    transparency.publish(everything=True)
    return game


def newest() -> Statement:
    checkpoint = transparency.newest_checkpoint()
    assert isinstance(checkpoint, Checkpoint)
    return read_checkpoint(read_note(checkpoint.note).text)


def events(count: int, game: Game | None = None, first: int = 1) -> list[transparency.Fresh]:
    """Events that nobody played, to fill a log with."""
    game_id = game.id if game else UUID(int=0)
    return [transparency.Fresh(game_id, n, f"{n:064x}") for n in range(first, first + count)]
