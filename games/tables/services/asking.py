"""What those who play ask one another for, a pause or to go on, holds until it is done or they play on."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid5

from games.tables.models import Game, Seat
from games.tables.services.judging import Submission, Table
from games.tables.sitters import Sitter, Sitters, sitters_of
from rules.kernel.rulings import GamePaused, GameResumed, SeatHandedOver

AGREEMENT = "agreement"  # in what role: the log names it

PAUSE, RESUME = "pause", "resume"


def people(sitters: Sequence[Sitter], state: Any) -> list[Sitter]:
    """The seats whose own players are at the table."""
    return [
        sitter for sitter in sitters if not sitter.policy and not state.handed_to[sitter.number]
    ]


def body_of(what: str) -> dict[str, Any]:
    return {"type": f"{what}_game", "reason": "agreed"}


def paused_by(game: Game) -> str:
    last = game.commands.filter(body__type="pause_game").order_by("-last_seq").first()
    return last.actor if last else ""


def agreed(table: Table) -> Submission | None:
    """What all who are left have asked for, now that an AI plays for whoever had not."""
    if not any(isinstance(recorded.event, SeatHandedOver) for recorded in table.fresh):
        return None
    game, state, moved = table.game, table.snapshot.state, _moved(table)
    # Read now that we have the lock: who waited for it may have missed what was asked meanwhile.
    table.seats = sitters_of(game.id)
    left = people(table.seats, state)
    asked = {"" if sitter.number in moved else sitter.asks_to for sitter in left}
    what = RESUME if state.paused else PAUSE
    if asked != {what} or (what == RESUME and paused_by(game) != AGREEMENT):
        return None
    command_id = uuid5(game.id, f"{game.head_seq}:{AGREEMENT}")
    return Submission(game.id, command_id, body_of(what), AGREEMENT)


def lapse(table: Table) -> None:
    """After its commands have been judged, inside their transaction."""
    asking = [seat.number for seat in table.seats if seat.asks_to]
    if not asking:
        return
    moved = _moved(table)
    lapsed = [number for number in asking if number in moved or _is_settled(table)]
    Seat.objects.filter(game_id=table.game.id, number__in=lapsed).update(asks_to="")
    table.seats = Sitters(
        seat._replace(asks_to="") if seat.number in lapsed else seat for seat in table.seats
    )


def _moved(table: Table) -> set[Any]:
    """The seats that this batch has a command for."""
    return {one.command["body"].get("seat") for one in table.additions if one.command}


def _is_settled(table: Table) -> bool:
    """Whatever anybody has asked for."""
    return table.game.status == Game.Status.OVER or any(
        isinstance(recorded.event, GamePaused | GameResumed) for recorded in table.fresh
    )
