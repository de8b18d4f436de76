"""Somebody leaves a seat, for a while or for good, and an AI plays on."""

from math import ceil
from uuid import UUID

from django.utils import timezone

from games.accounts.models import User
from games.problems import Problem
from games.tables import clock, snapshots
from games.tables.models import Game, GameCommand
from games.tables.services.asking import people
from games.tables.services.clocks import CLOCK
from games.tables.services.judging import SITTER, Accepted
from games.tables.services.rulings import (
    answer_again,
    known_policy,
    own_seat,
    submit,
    while_it_holds,
)
from games.tables.sitters import sitters_of

HAND_OVER, FORFEIT = "hand_over_seat", "forfeit_seat"
NO_SHOW = "no_show"  # the reason of a tournament's hand-over for who has not come yet


def go_away(user: User, game_id: UUID, to: str) -> Accepted:
    """A player leaves the seat to an AI, of the strength they name where the game is not rated."""
    return while_it_holds(lambda: _go_away(user, game_id, to))


def _go_away(user: User, game_id: UUID, to: str) -> Accepted:
    game, seat = own_seat(user, game_id)
    last = last_hand_over(game, seat)
    refuse_against_a_ruling(last)
    if game.is_rated:
        refuse_to_choose(game, to)
    hands = hands_of(game, seat)
    if last is not None and hands and to in ("", hands):
        return answer_again(last, user)
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
    last = last_hand_over(game, seat)
    if last is not None and not hands_of(game, seat):
        return answer_again(last, user)
    refuse_against_a_ruling(last)
    # Who has forfeited will never be back: the rules say so.
    if last is not None and last.body["type"] == HAND_OVER:
        refuse_to_hold_up(game, seat)
    return hand_over(user, game, seat, "", "back")


def last_hand_over(game: Game, seat: int) -> GameCommand | None:
    """What put the seat into the hands that it is in; nothing where it has always been in its player's."""
    about = game.commands.filter(body__type__in=(HAND_OVER, FORFEIT), body__seat=seat)
    return about.order_by("-last_seq").first()


def hands_of(game: Game, seat: int) -> str:
    """The AI that plays for somebody, or ""."""
    hands: str = snapshots.at_head(game).state.handed_to[seat]
    return hands


def hand_over(user: User, game: Game, seat: int, to: str, reason: str) -> Accepted:
    body = {"type": HAND_OVER, "seat": seat, "to": to, "reason": reason}
    return submit(game, body, SITTER, user, expected_seq=game.head_seq)


def resign(user: User, game_id: UUID) -> Accepted:
    """A player gives the game up for good; that of the others stays whole."""
    return while_it_holds(lambda: _resign(user, game_id))


def _resign(user: User, game_id: UUID) -> Accepted:
    game, seat = own_seat(user, game_id)
    last = last_hand_over(game, seat)
    if last is not None and last.body["type"] == FORFEIT:
        return answer_again(last, user)
    policy = known_policy(game, "", "")
    body = {"type": FORFEIT, "seat": seat, "to": policy, "reason": "resigned"}
    return submit(game, body, SITTER, user, expected_seq=game.head_seq)


def call_in_an_ai(user: User, game_id: UUID, seat: int) -> Accepted:
    """For somebody else who is awaited and does not come, at a table where no clock decides that."""
    return while_it_holds(lambda: _call_in_an_ai(user, game_id, seat))


def _call_in_an_ai(user: User, game_id: UUID, seat: int) -> Accepted:
    game, own = own_seat(user, game_id)
    if game.is_rated:
        raise Problem(403, "no-stand-in", "In the games of a tournament call a judge instead.")
    last = last_hand_over(game, seat)
    if last is not None and hands_of(game, seat) and seat != own:
        return answer_again(last, user)
    if seat == own or seat not in awaited_people(game):
        raise Problem(409, "not-awaited", "Nobody else is waited for in this seat.")
    refuse_too_early(game)
    return hand_over(user, game, seat, known_policy(game, "", ""), "absent")


def awaited_people(game: Game) -> list[int]:
    """Their seats; in a pause nobody is waited for, unless time ran out and no judge has come."""
    if game.paused and not game.judge_called:
        return []
    here = people(sitters_of(game.id), snapshots.at_head(game).state)
    return [sitter.number for sitter in here if sitter.number in game.waiting_on]


def refuse_too_early(game: Game) -> None:
    if game.deadline is not None:
        raise Problem(409, "clock-runs", "A clock runs for this seat: wait until it has run out.")
    assert game.moved_at is not None  # it runs
    left = clock.ABSENT_AFTER - (timezone.now() - game.moved_at).total_seconds()
    if left > 0:
        minutes = clock.ABSENT_AFTER // 60
        raise Problem(
            409,
            "too-early",
            f"Wait until nobody has moved for {minutes} minutes.",
            seconds=ceil(left),
        )


def refuse_against_a_ruling(last: GameCommand | None) -> None:
    """What a judge or a tournament decided about a seat, its player can't undo. Whose time ran out, or who came
    late, was only played for."""
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
