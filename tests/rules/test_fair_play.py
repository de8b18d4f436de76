"""The radar weighs decisions on what their seat could see: weak play helps all alike, help goes to one."""

from collections.abc import Sequence

import pytest

from rules import Chance, editions, fair_play
from rules.editions.card_game.draw_cards import DrawBlind
from rules.editions.card_game.railyard import TrainRobbed
from rules.fair_play import (
    FLAGGED_FROM,
    LEAST_GAMES,
    Decision,
    Finding,
    Leaning,
    appraise,
    can_appraise,
    finding,
    leanings,
    measured,
)
from rules.kernel.edition import Command, Edition
from rules.mechanics.claim_route import ClaimRoute
from rules.simulation import PlayedGame, play_game
from tests.fifth_edition.edition import EDITION as FIFTH_EDITION

EDITION = editions()["card_game"]


@pytest.fixture(scope="module")
def game() -> PlayedGame:
    return play_game(EDITION, {}, Chance(bytes(range(32)), ["salt"] * 4), ["planner"] * 4)


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_play, "SECOND_LOOK", 24)


def commands_of(game: PlayedGame) -> list[Command]:
    return [command for _, command, _ in game.moves]


def weigh(game: PlayedGame, commands: Sequence[Command], *numbers: int) -> list[Decision]:
    return list(appraise(EDITION, game.options, game.chance, commands, numbers, "a game"))


def robberies(game: PlayedGame) -> list[tuple[int, int, int]]:
    """The number of the command, who robs and who is robbed."""
    return [
        (number, event.seat, event.victim)
        for number, (_, _, events) in enumerate(game.moves, 1)
        for event in events
        if isinstance(event, TrainRobbed)
    ]


def instead_drawing(game: PlayedGame, number: int, seat: int) -> list[Command]:
    return [*commands_of(game)[: number - 1], DrawBlind(seat)]


def test_who_plays_as_the_ai_does_made_no_decision_to_look_at(game: PlayedGame) -> None:
    seats = [n for n, one in enumerate(commands_of(game), 1) if getattr(one, "seat", None) == 0]
    assert weigh(game, commands_of(game), *seats) == []


def test_who_spares_somebody_again_and_again_leans_towards_them(game: PlayedGame) -> None:
    spared = Leaning()
    for number, seat, victim in robberies(game)[:8]:
        found = weigh(game, instead_drawing(game, number, seat), number)
        spared += leanings(found).get((seat, victim), Leaning())
    assert spared.decisions > 4
    assert spared.total > 0


def test_the_same_decision_is_always_appraised_the_same(game: PlayedGame) -> None:
    number, seat, _ = robberies(game)[0]
    commands = instead_drawing(game, number, seat)
    assert weigh(game, commands, number) == weigh(game, commands, number) != []


def a_decision(*gains: float, is_clear: bool = True) -> Decision:
    return Decision(1, 0, None, None, gains, is_clear)


def test_a_mistake_that_helps_all_others_alike_leans_towards_nobody() -> None:
    assert {x.total for x in leanings([a_decision(-0.3, 0.1, 0.1, 0.1)]).values()} == {0.0}


def test_a_gift_leans_towards_who_got_it_and_away_from_the_rest() -> None:
    given = leanings([a_decision(-0.2, 0.3, 0.0, -0.1)])
    assert given[0, 1].total == pytest.approx(0.35)
    assert given[0, 2].total == pytest.approx(-0.1)
    assert given[0, 3].total == pytest.approx(-0.25)


def test_what_may_be_luck_counts_for_nothing() -> None:
    [*given] = leanings([a_decision(-0.2, 0.3, 0.0, -0.1, is_clear=False)]).values()
    assert given == [Leaning(0.0, 0.0, 1)] * 3


def test_a_route_that_is_left_turn_after_turn_is_one_decision() -> None:
    """Else one habit of a weak player would look like twenty gifts."""
    left = [
        Decision(number, 0, None, ClaimRoute(0, route, 0, 3, 0), (-0.2, gift, 0.0, -gift), True)
        for number, route, gift in ((1, 7, 0.1), (2, 7, 0.3), (3, 8, 0.2))
    ]
    apart = [left[2], left[2]._replace(number=4, instead=None)]
    assert leanings(left)[0, 1] == pytest.approx(leanings(apart)[0, 1])
    assert leanings(left)[0, 1].decisions == 2


def test_evidence_adds_up_over_games() -> None:
    gift = leanings([a_decision(-0.2, 0.3, 0.0, -0.1)])[0, 1]
    together = sum([gift] * 16, start=Leaning())
    assert together.deviations == pytest.approx(4 * gift.deviations) == pytest.approx(4.0)


def test_one_game_is_never_enough_to_flag_anybody() -> None:
    glaring = Leaning(10.0, 1.0, 100)
    assert glaring.deviations > FLAGGED_FROM
    assert finding(glaring, 1) == finding(glaring, LEAST_GAMES - 1) == Finding.TOO_LITTLE
    assert finding(glaring, LEAST_GAMES) == Finding.FLAG
    assert finding(Leaning(0.5, 1.0, 100), LEAST_GAMES) == Finding.NOTHING


@pytest.mark.parametrize("edition", editions().values(), ids=editions())
def test_between_two_seats_nothing_can_be_told(edition: Edition) -> None:
    assert not can_appraise(edition, 2)
    assert can_appraise(edition, 3)


def test_of_an_edition_that_nobody_measured_no_rate_is_known() -> None:
    assert can_appraise(FIFTH_EDITION, 3)
    assert measured(FIFTH_EDITION) == ()


@pytest.mark.parametrize("edition", editions().values(), ids=editions())
def test_every_rate_says_how_many_games_it_rests_on(edition: Edition) -> None:
    for one in measured(edition):
        assert 0 <= one.flagged <= 1
        assert one.on > 0
