"""Somebody leaves a seat, for a while or for good, and an AI plays on."""

from uuid import UUID

from games.accounts.models import User
from games.problems import Problem
from games.tables import clock
from games.tables.models import Game
from games.tables.services.clocks import CLOCK
from games.tables.services.judging import SITTER, Accepted
from games.tables.services.rulings import known_policy, own_seat, submit, while_it_holds

NO_SHOW = "no_show"  # the reason of a tournament's hand-over for who has not come yet


def go_away(user: User, game_id: UUID, to: str) -> Accepted:
    """A player leaves the seat to an AI, of the strength they name where the game is not rated."""
    return while_it_holds(lambda: _go_away(user, game_id, to))


def _go_away(user: User, game_id: UUID, to: str) -> Accepted:
    game, seat = own_seat(user, game_id)
    refuse_against_a_ruling(game, seat)
    if game.is_rated:
        refuse_to_choose(game, to)
    return hand_over(user, game, seat, known_policy(game, to, ""), "away")


def refuse_to_choose(game: Game, to: str) -> None:
    """Games that count are played alone: an AI of one's choice would be as good as a hint. Who must leave has
    the one that plays on for everybody whose time runs out, if there is one."""
    if game.on_run_out != Game.OnRunOut.AI:
        raise Problem(403, "no-stand-in", "No AI plays for anybody at this table: call a judge.")
    if to:
        raise Problem(
            403,
            "not-your-choice",
            "In the games of a tournament the table chooses the AI: name none.",
        )


def come_back(user: User, game_id: UUID) -> Accepted:
    """A player takes the seat back, however an AI came to play it; but not against a ruling."""
    return while_it_holds(lambda: _come_back(user, game_id))


def _come_back(user: User, game_id: UUID) -> Accepted:
    game, seat = own_seat(user, game_id)
    refuse_against_a_ruling(game, seat)
    refuse_to_hold_up(game, seat)
    return hand_over(user, game, seat, "", "back")


def hand_over(user: User, game: Game, seat: int, to: str, reason: str) -> Accepted:
    body = {"type": "hand_over_seat", "seat": seat, "to": to, "reason": reason}
    return submit(game, body, SITTER, user, expected_seq=game.head_seq)


def refuse_against_a_ruling(game: Game, seat: int) -> None:
    """What a judge or a tournament decided about a seat, its player can't undo. Whose time ran out, or who came
    late, was only played for."""
    about = game.commands.filter(body__type="hand_over_seat", body__seat=seat)
    last = about.order_by("-last_seq").first()
    if last is None or last.actor in (SITTER, CLOCK):
        return
    if last.body["to"] and last.body["reason"] != NO_SHOW:
        raise Problem(
            403, "ruled", "An AI has this seat by a ruling: only a judge can give it back."
        )


def refuse_to_hold_up(game: Game, seat: int) -> None:
    """Whose time was over in this turn leaves it to the AI: back in it, it would be over again at once."""
    clocks = clock.from_json(game.clock)
    left = clocks[seat].left if clocks else None
    if left is not None and left <= 0:
        raise Problem(
            409,
            "time-over",
            f"The time of seat {seat + 1} is over: come back when its turn is played.",
            seat=seat,
        )
