"""The planner of the Card Game: which tickets it plays for, when it plays, and why it says so."""

from random import Random

from rules import legal_moves, policy_at, view
from rules.editions.card_game.draw_cards import DrawBlind, TakeFaceUpCard
from rules.editions.card_game.draw_tickets import DrawTickets, KeepTickets
from rules.editions.card_game.policies.planner import FORESIGHT, reachable, robbery_risk
from rules.editions.card_game.policies.quick import Play
from rules.editions.card_game.policies.sight import Sight
from rules.editions.card_game.railyard import PlayThreeColors, PlayTrains
from rules.kernel.edition import Command
from tests.given import Given
from tests.rules.editions.card_game.table import BLUE, GREEN, RED, WHITE, YELLOW, table, ticket

COLORS = ["blue", "red", "green", "white", "yellow", "black", "purple", "orange"]
DECK = " ".join(COLORS * 4)
SHORT_DECK = " ".join(COLORS)


def choice(game: Given) -> Command:
    seat = game.state.waiting_on[0]
    seen = view(game.edition, game.state, policy_at(seat))
    moves = legal_moves(game.edition, game.state, seat)
    command = game.edition.policies["planner"](seen, moves, Random(1))
    assert game.is_offered(command)
    return command


def why(game: Given, command: Command) -> str:
    explain = game.edition.policies["planner"].explain
    assert explain is not None
    return explain(view(game.edition, game.state, policy_at(command.seat)), command)


def sight_of(game: Given, seat: int = 0) -> Sight:
    return Sight(view(game.edition, game.state, policy_at(seat)))


def test_it_takes_the_card_that_its_ticket_lacks() -> None:
    game = table(
        hands=["1 white"], row="red red blue red red", deck=DECK, held=[("los_angeles-new_york",)]
    )
    assert choice(game) == TakeFaceUpCard(0, BLUE)
    assert "2 blue" in why(game, choice(game))


def test_it_plays_a_set_that_its_tickets_need() -> None:
    game = table(
        hands=["2 blue, 2 white"],
        row="red red red red red",
        deck="red red red",
        held=[("los_angeles-new_york",)],
    )
    command = choice(game)
    assert isinstance(command, PlayTrains)
    assert command.color in (BLUE, WHITE)
    assert "tickets need 2 more" in why(game, command)


def test_it_plays_three_needed_colors_at_once() -> None:
    game = table(
        hands=["1 green, 1 yellow, 1 red"],
        deck=SHORT_DECK,
        held=[("chicago-new_york", "dallas-raleigh")],
        last_turns=2,
    )
    command = choice(game)
    assert isinstance(command, PlayThreeColors)
    assert set(command.colors) == {GREEN, YELLOW, RED}


def test_it_does_not_collect_for_tickets_that_it_can_not_complete_any_more() -> None:
    game = table(
        hands=["1 yellow"],
        tracks=["1 blue"],
        row="white red",
        last_turns=1,
        held=[("new_york-chicago", "seattle-miami")],
    )
    assert reachable(sight_of(game), game.state.tickets[0], FORESIGHT) == [
        ticket("new_york-chicago")
    ]


def test_it_draws_tickets_when_it_has_all_that_its_tickets_need() -> None:
    game = table(tracks=["2 blue, 2 white"], row="red", deck=DECK, held=[("los_angeles-new_york",)])
    assert isinstance(choice(game), DrawTickets)


def test_it_keeps_the_tickets_that_fit_what_it_has() -> None:
    game = table(
        hands=["3 blue, 2 white"],
        deck=SHORT_DECK,
        ticket_deck=(
            "seattle-miami",
            "miami-salt_lake_city",
            "new_york-chicago",
            "los_angeles-new_york",
        ),
    )
    game.when(DrawTickets(0))
    command = choice(game)
    assert isinstance(command, KeepTickets)
    assert set(command.tickets) == {ticket("new_york-chicago"), ticket("los_angeles-new_york")}
    assert "25 points" in why(game, command)


def test_a_small_set_is_at_risk_where_others_hold_the_color() -> None:
    game = table(hands=["2 blue", "4 blue, 2 red"], deck=DECK)
    pair = Play(2.0, PlayTrains(0, BLUE, 2, 0))
    unknown = robbery_risk(sight_of(game), pair)
    game.state.shown[1][BLUE] = 3
    known = robbery_risk(sight_of(game), pair)
    assert 0.0 <= unknown < known <= 1.0
    larger = robbery_risk(sight_of(game), Play(5.0, PlayTrains(0, BLUE, 6, 0)))
    assert larger < known


def test_a_blind_card_is_explained_too() -> None:
    game = table(hands=["1 white"], row="red", deck=DECK, held=[("los_angeles-new_york",)])
    assert "lack" in why(game, DrawBlind(0))
