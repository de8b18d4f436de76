"""The planner of the boards: it plays by its view, towards its tickets, and to the end."""

from random import Random
from statistics import mean

import pytest

from rules import Chance, editions, legal_moves, policy_at, view
from rules.kernel.edition import Command
from rules.mechanics.claim_route import ClaimRoute
from rules.mechanics.draw_train_cards import TakeFaceUpCard
from rules.mechanics.tickets import DrawTickets, KeepTickets
from rules.simulation import play_game
from tests.given import Given
from tests.rules.boards import BLUE, GREEN, LOCOMOTIVE, ORANGE, RED, board_of, table, tickets

USA = editions()["usa"]
BOARD = board_of("usa")


def choice(game: Given, policy: str = "planner") -> Command:
    state, edition = game.state, game.edition
    seat = state.waiting_on[0]
    offers = legal_moves(edition, state, seat)
    command = edition.policies[policy](view(edition, state, policy_at(seat)), offers, Random(1))
    assert game.is_offered(command)
    return command


@pytest.mark.parametrize("edition", ["usa", "old_west", "japan"])
def test_it_wins_against_three_random_players(edition: str) -> None:
    totals = []
    for number in range(8):
        names = ["any_legal"] * 4
        names[number % 4] = "planner"
        chance = Chance(bytes([number]) * 32, ["a", "b", "c", "d"])
        result = play_game(editions()[edition], {}, chance, names).state.result
        assert result.standings[0].seat == number % 4
        totals.append(result.scores[number % 4].total)
    assert mean(totals) >= {"usa": 100, "old_west": 90, "japan": 40}[edition]


def test_it_completes_most_of_its_tickets_and_ends_the_game_itself() -> None:
    chance = Chance(bytes(32), ["a", "b", "c", "d"])
    game = play_game(USA, {}, chance, ["planner"] * 4)
    lines = [line for score in game.state.result.scores for line in score.lines]
    completed = sum(line.what == "ticket" for line in lines)
    failed = sum(line.what == "failed_ticket" for line in lines)
    assert completed > 3 * failed
    assert min(game.state.trains) <= 2


def test_it_claims_a_route_that_its_ticket_needs() -> None:
    game = table(hands=["2 red, 6 green"], held=[("denver-el_paso",)])
    command = choice(game)
    assert isinstance(command, ClaimRoute)
    assert BOARD.tracks[command.route].id in ("denver-santa_fe-grey", "el_paso-santa_fe-grey")


def test_it_goes_round_what_others_have_claimed() -> None:
    taken = ["denver-santa_fe-grey", "el_paso-santa_fe-grey"]
    held = [("denver-el_paso",)]
    game = table(hands=["4 red"], held=held, routes=[[], taken])
    command = choice(game)
    assert isinstance(command, ClaimRoute)
    # Denver - Oklahoma City and on to El Paso by Dallas or directly.
    assert BOARD.tracks[command.route].id in ("denver-oklahoma_city-red", "dallas-el_paso-red")


def test_it_keeps_its_locomotives_while_cards_will_do() -> None:
    game = table(hands=["2 red, 2 locomotive"], held=[("denver-el_paso",)])
    command = choice(game)
    assert (command.color, command.locomotives) == (RED, 0)


def test_it_takes_the_card_that_its_plan_asks_for() -> None:
    game = table(
        hands=["1 orange"],
        row="blue red orange yellow blue",
        held=[("helena-los_angeles",)],
        routes=[["las_vegas-los_angeles-grey", "helena-salt_lake_city-purple"]],
    )
    assert choice(game) == TakeFaceUpCard(0, ORANGE)


def test_the_last_card_may_be_a_locomotive() -> None:
    game = table(
        hands=["2 orange"],
        row="locomotive blue blue green green",
        held=[("helena-los_angeles",)],
        routes=[["las_vegas-los_angeles-grey", "helena-salt_lake_city-purple"]],
    )
    assert choice(game) == TakeFaceUpCard(0, LOCOMOTIVE)


def test_it_keeps_tickets_that_go_together() -> None:
    together = ("los_angeles-new_york", "los_angeles-chicago")
    game = table(ticket_deck=("sault_st_marie-oklahoma_city", *together))
    game.when(DrawTickets(0))
    command = choice(game)
    assert isinstance(command, KeepTickets)
    assert set(command.tickets) >= set(tickets("usa", *together))


def test_with_its_tickets_done_it_draws_more_while_there_is_time() -> None:
    assert choice(table(row="")) == DrawTickets(0)
    late = table(hands=["2 red"], trains=[45, 8])
    assert not isinstance(choice(late), DrawTickets)


def test_in_the_last_round_it_takes_what_it_can_pay_for() -> None:
    game = table(hands=["4 red, 4 blue"], last_turns=0)
    command = choice(game)
    assert isinstance(command, ClaimRoute)
    assert BOARD.tracks[command.route].length == 4
    one_track_short = table(
        hands=["4 red"],
        held=[("denver-el_paso",)],
        routes=[["denver-santa_fe-grey"]],
        last_turns=0,
    )
    assert BOARD.tracks[choice(one_track_short).route].id == "el_paso-santa_fe-grey"


def test_easy_keeps_few_tickets_and_claims_the_longest_route() -> None:
    game = table().when(DrawTickets(0))
    assert len(choice(game, "easy").tickets) == 1
    game = table(hands=["5 green, 3 blue"])
    command = choice(game, "easy")
    assert BOARD.tracks[command.route].length == 5
    assert command.color == GREEN
    short = table(hands=["1 blue"])
    assert not isinstance(choice(short, "easy"), ClaimRoute)
    ending = table(hands=["1 blue"], trains=[10])
    assert choice(ending, "easy").color == BLUE
