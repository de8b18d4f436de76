"""Every way to read a game. Who asks is an `Audience`; what they get went through presentation.py."""

from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from games.problems import Problem
from games.tables import access, event_store, snapshots
from games.tables.access import COMMENTATOR, Audience, Person
from games.tables.event_store import Recorded
from games.tables.models import Game, GameCommand, GameEvent
from games.tables.projections import TURN_BEGAN
from games.tables.sitters import Sitters, sitters_of
from games.tables.snapshots import Snapshot
from rules import Edition, Observer, editions
from rules.export import ChainedEvent, CommandRecord, EventRow, game_file
from rules.kernel.chain import canonical, command_digest


class Place(NamedTuple):
    """A game as one person may see it: as whom, and up to which position."""

    game: Game
    seats: Sitters
    audience: Audience
    seq: int  # the last event they may know of

    @property
    def observer(self) -> Observer:
        return self.audience.observer(self.revealed)

    @property
    def revealed(self) -> bool:
        """The seed is out: everything is open to everyone, from the first event on."""
        return self.game.status == Game.Status.OVER and not self.game.due


def find_place(person: Person, game_id: UUID, wanted: str, now: datetime) -> Place:
    try:
        game = Game.objects.get(id=game_id)
    except Game.DoesNotExist:
        raise access.no_such_game() from None
    seats = sitters_of(game_id)
    return place_at(game, seats, access.audience_of(person, game, seats, wanted), now)


def place_at(game: Game, seats: Sitters, audience: Audience, now: datetime) -> Place:
    place = Place(game, seats, audience, game.head_seq)
    if audience.role == COMMENTATOR and not place.revealed:
        return place._replace(seq=delayed_seq(game, now))
    return place


def delayed_seq(game: Game, now: datetime) -> int:
    """The position that a commentator may know: the log, read at an older place."""
    log = GameEvent.objects.filter(game_id=game.id)
    if "turns" in game.commentary_delay:
        turns = game.commentary_delay["turns"]
        begun = log.filter(type=TURN_BEGAN).order_by("-seq").values_list("seq", flat=True)
        last = list(begun[turns : turns + 1])
        return last[0] - 1 if last else 0
    until = now - timedelta(seconds=game.commentary_delay["seconds"])
    before = log.filter(recorded_at__lte=until).order_by("-seq").values_list("seq", flat=True)
    return before.first() or 0


def snapshot_at(place: Place, seq: int | None = None) -> Snapshot | None:
    """The game at a position; nothing where it has not begun, or for a commentator not yet."""
    if seq is None:
        seq = place.seq
    if not 0 <= seq <= place.seq:
        raise Problem(404, "no-such-seq", f"You may look at positions up to {place.seq}.")
    if seq == 0:
        return None
    if seq == place.game.head_seq:
        return snapshots.at_head(place.game)
    return snapshots.at(place.game, seq)


def events_after(place: Place, after: int, limit: int) -> list[Recorded]:
    until = min(place.seq, after + limit)
    if until <= after:
        return []
    return event_store.read(edition_of(place.game), place.game.id, after, until)


def edition_of(game: Game) -> Edition:
    return editions()[game.edition]


def commands_of(game: Game) -> list[GameCommand]:
    return list(game.commands.order_by("first_seq"))


def records_of(game: Game) -> tuple[list[CommandRecord], list[ChainedEvent]]:
    """All of a game's log as the digests cover it."""
    commands: dict[UUID, CommandRecord] = {
        command.command_id: {
            "command_id": str(command.command_id),
            "actor": command.actor,
            "body": command.body,
            "submitted_at": event_store.instant(command.submitted_at),
        }
        for command in commands_of(game)
    }
    digests = {command_id: command_digest(record) for command_id, record in commands.items()}
    events: list[ChainedEvent] = [
        {**_row(event, digests), "digest": event.digest} for event in game.events.order_by("seq")
    ]
    return list(commands.values()), events


def export(game: Game) -> bytes:
    """The file that `python -m rules.verify` checks. Only after the seed is revealed."""
    commands, events = records_of(game)
    return game_file(
        str(game.id),
        edition_of(game),
        events[0]["payload"]["options"],
        snapshots.chance_of(game),
        commands,
        map(canonical, events),
    )


def _row(event: GameEvent, digests: dict[UUID, str]) -> EventRow:
    return {
        "seq": event.seq,
        "type": event.type,
        "version": event.version,
        "payload": event.payload,
        "command": None if event.command_id is None else digests[event.command_id],
        "recorded_at": event_store.instant(event.recorded_at),
    }
