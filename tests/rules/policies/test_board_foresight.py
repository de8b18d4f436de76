"""The radar on the boards: what a route takes from whom, as far as the seat that claims it could tell."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from rules import editions, fair_play, legal_moves
from rules.fair_play import Decision, leanings, weigh
from rules.kernel.edition import Command
from rules.mechanics.draw_train_cards import DrawBlind, TakeFaceUpCard
from rules.policies.board_foresight import prospects
from rules.policies.board_sight import plain_customs
from tests.given import Given, typed
from tests.rules.boards import BLUE, PURPLE, RED, WHITE, board_of, claim, table
from tests.rules.editions.old_west.frontier import frontier
from tests.rules.policies.test_board_expert import dealt_like, every_board, positions
from tests.rules.variants import Variant


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fair_play, "SECOND_LOOK", 24)


def claims(variant: Variant) -> Iterator[tuple[Any, Command]]:
    """Positions in the middle of a game, and a route that the seat could claim there: its longest."""
    for state, seat in positions(variant)[40::12]:
        offers = legal_moves(editions()[variant.edition], state, seat)
        routes = [offer for offer in offers if hasattr(offer, "route")]
        if routes:
            yield state, next(max(routes, key=lambda offer: offer.length).commands())


@every_board
def test_cards_that_a_seat_cannot_see_do_not_change_what_its_choice_is_said_to_have_done(
    variant: Variant,
) -> None:
    edition = editions()[variant.edition]
    weighed: list[Decision] = []
    for number, (state, command) in enumerate(claims(variant)):
        other = dealt_like(variant, state, command.seat, Random(number))
        assert edition.state.encode(other) != edition.state.encode(state)
        found, again = (weigh(edition, x, 1, command, Random(number)) for x in (state, other))
        assert found == again
        assert typed([found and found.instead]) == typed([again and again.instead])
        weighed += [found] if found else []
    assert len(weighed) > 3
    assert any(decision.is_clear for decision in weighed)


def a_gap_in_the_south() -> Given:
    """The second seat lacks one route from Los Angeles to Miami; nobody else has built anything."""
    south = ["el_paso-los_angeles-black", "el_paso-houston-green", "miami-new_orleans-red"]
    return table(
        seats=4,
        hands=["2 red, 2 blue"],
        routes=[[], south],
        held=[
            ("seattle-new_york",),
            ("los_angeles-miami",),
            ("boston-miami",),
            ("dallas-new_york",),
        ],
    )


def a_gap_in_the_snow() -> Given:
    """From Matsumoto to Fukushima."""
    north = ["matsumoto-nagano-yellow", "fukushima-niigata-red"]
    return table(
        "japan",
        seats=4,
        hands=["4 purple"],
        routes=[[], north],
        held=[(), ("matsumoto-fukushima",)],
    )


def a_gap_in_the_mountains() -> Given:
    """From Boise to Wolf Point; who starts in Great Falls can fill it."""
    north = ["boise-missoula-orange", "great_falls-wolf_point-orange"]
    return frontier(
        ("great_falls", "boise", "seattle", "san_diego"),
        seats=4,
        hands=["5 white"],
        routes=[[], north],
        held=[(), ("boise-wolf_point",)],
    )


def weighed(game: Given, command: Command) -> Decision | None:
    return weigh(game.edition, game.state, 1, command, Random(1))


@pytest.mark.parametrize(
    ("lay", "route", "color"),
    [
        (a_gap_in_the_south, "houston-new_orleans-grey", RED),
        (a_gap_in_the_snow, "nagano-niigata-purple", PURPLE),
        (a_gap_in_the_mountains, "great_falls-missoula-white", WHITE),
    ],
    ids=["usa", "japan", "old_west"],
)
def test_who_fills_the_gap_of_one_leans_towards_all_others(
    lay: Callable[[], Given], route: str, color: int
) -> None:
    game = lay()
    length = next(x["length"] for x in game.edition.catalog["tracks"] if x["id"] == route)
    found = weighed(game, claim(game, 0, route, color, length))
    assert found is not None
    assert found.is_clear
    leaning = {helped: one.total for (_, helped), one in leanings([found]).items()}
    assert leaning[1] < 0 < min(leaning[2], leaning[3])


def test_who_claims_what_nobody_needs_leans_towards_nobody() -> None:
    game = a_gap_in_the_south()
    found = weighed(game, claim(game, 0, "portland-seattle-grey-1", RED, 1))
    assert found is not None
    assert max(abs(one.total) for one in leanings([found]).values()) < 0.01


def test_which_cards_a_seat_draws_is_its_own_affair() -> None:
    game = a_gap_in_the_south()
    assert weighed(game, DrawBlind(0)) is None
    assert weighed(game, TakeFaceUpCard(0, BLUE)) is None


def test_a_route_in_the_way_lowers_the_prospects_of_the_one_who_needs_it() -> None:
    game = a_gap_in_the_south()
    customs = plain_customs(board_of("usa"))
    before = prospects(customs, game.state)
    game.when(claim(game, 0, "houston-new_orleans-grey", RED, 2))
    after = prospects(customs, game.state)
    assert after[1] < before[1]
    assert after[2:] == before[2:]
