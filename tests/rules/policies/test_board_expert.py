"""The search on the boards: what it deals itself, what it must not know, and that it repeats."""

from collections.abc import Iterator
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from rules import Chance, advance, due_command, editions, legal_moves, policy_at, start, view
from rules.kernel.edition import Command
from rules.mechanics.claim_route import ClaimRoute
from rules.policies.board_determinise import determinise
from rules.policies.search import iterations
from tests.given import typed
from tests.rules.boards import board_of, table, tickets
from tests.rules.variants import Variant, chance_of

BOARDS = [Variant("usa", 4, ()), Variant("japan", 3, ()), Variant("old_west", 4, ("alvin",))]
FEW = 5  # playouts: enough to search, few enough for a test

every_board = pytest.mark.parametrize("variant", BOARDS, ids=str)


@cache
def positions(variant: Variant) -> list[tuple[Any, int]]:
    """Every position of a game of planners in which a seat chooses, and that seat."""
    return list(_positions(variant))


def _positions(variant: Variant) -> Iterator[tuple[Any, int]]:
    edition, chance = editions()[variant.edition], chance_of(variant, 0)
    state, _ = start(edition, variant.seats, dict.fromkeys(variant.options, True), chance)
    while state.result is None:
        command = due_command(edition, state, chance)
        if command is None:
            seat = state.waiting_on[-1]
            yield state.copy(), seat
            moves = legal_moves(edition, state, seat)
            command = edition.policies["planner"](seen(variant, state, seat), moves, Random(1))
        advance(edition, state, command, chance)


def seen(variant: Variant, state: Any, seat: int) -> dict[str, Any]:
    return view(editions()[variant.edition], state, policy_at(seat))


def dealt_like(variant: Variant, state: Any, seat: int, dice: Random) -> Any:
    edition = editions()[variant.edition]
    board = board_of(variant.edition)
    return determinise(edition.state, board, seen(variant, state, seat), seat, dice)


def choice(variant: Variant, state: Any, seat: int, dice: int) -> Command:
    edition = editions()[variant.edition]
    expert = edition.policies["expert"].within
    assert expert is not None
    moves = legal_moves(edition, state, seat)
    return expert(iterations(FEW))(seen(variant, state, seat), moves, Random(dice))


@every_board
def test_every_table_that_is_dealt_looks_to_the_seat_like_the_one_it_sees(variant: Variant) -> None:
    edition, dice = editions()[variant.edition], Random(1)
    for state, seat in positions(variant)[::8]:
        for looking in (seat, 0):
            dealt = dealt_like(variant, state, looking, dice)
            assert seen(variant, dealt, looking) == seen(variant, state, looking)
            assert edition.conserved(dealt) is None
            assert legal_moves(edition, dealt, looking) == legal_moves(edition, state, looking)


@every_board
def test_cards_that_a_seat_cannot_see_do_not_change_its_choice(variant: Variant) -> None:
    for number, (state, seat) in enumerate(positions(variant)[::70]):
        other = dealt_like(variant, state, seat, Random(number))
        choices = [choice(variant, shown, seat, number) for shown in (state, other, state)]
        assert typed(choices[:1]) == typed(choices[1:2]) == typed(choices[2:])
        chance = Chance(bytes(32), ())
        assert isinstance(advance(editions()[variant.edition], state, choices[0], chance), list)


def test_the_tables_that_are_dealt_differ() -> None:
    state, seat = next(islice(positions(BOARDS[0]), 20, None))
    dealt = [dealt_like(BOARDS[0], state, seat, Random(n)) for n in range(10)]
    assert len({str(table.hands) for table in dealt}) > 5
    assert len({str(table.tickets) for table in dealt}) > 5


def test_it_completes_its_ticket_with_the_last_turn() -> None:
    game = table(
        hands=["4 red"],
        held=[("denver-el_paso",)],
        routes=[["denver-santa_fe-grey"]],
        last_turns=0,
    )
    command = choice(BOARDS[0]._replace(seats=2), game.state, 0, 1)
    assert isinstance(command, ClaimRoute)
    assert board_of("usa").tracks[command.route].id == "el_paso-santa_fe-grey"


def test_tickets_that_fit_what_somebody_has_built_are_dealt_to_them_more_often() -> None:
    western = ["las_vegas-los_angeles-grey", "las_vegas-salt_lake_city-orange"]
    game = table(held=[(), ("helena-los_angeles", "boston-miami")], routes=[[], western])
    variant = BOARDS[0]._replace(seats=2)
    fitting, far = tickets("usa", "helena-los_angeles", "boston-miami")
    dealt = [dealt_like(variant, game.state, 0, Random(n)).tickets[1] for n in range(200)]
    assert sum(fitting in held for held in dealt) > 2 * sum(far in held for held in dealt)
