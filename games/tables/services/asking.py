"""What those who play ask one another for, a pause or to go on, holds until it is done or they play on."""

from games.tables.models import Game, Seat
from games.tables.services.judging import Table
from rules.kernel.rulings import GamePaused, GameResumed


def lapse(table: Table) -> None:
    """After its commands have been judged, inside their transaction."""
    asking = [seat.number for seat in table.seats if seat.asks_to]
    if not asking:
        return
    # The next move, too, may end what is asked for: a game in which somebody asks is not known by heart.
    table.sitters = ""
    moved = {one.command["body"].get("seat") for one in table.additions if one.command}
    lapsed = [number for number in asking if number in moved or _is_settled(table)]
    Seat.objects.filter(game_id=table.game.id, number__in=lapsed).update(asks_to="")
    table.seats = tuple(
        seat._replace(asks_to="") if seat.number in lapsed else seat for seat in table.seats
    )


def _is_settled(table: Table) -> bool:
    """Whatever anybody has asked for."""
    return table.game.status == Game.Status.OVER or any(
        isinstance(recorded.event, GamePaused | GameResumed) for recorded in table.fresh
    )
