"""CG-B: play cards to the railyard, and train robbery."""

from rules import decode_command, editions, legal_moves
from rules.editions.card_game.railyard import (
    OneColorOffer,
    PlayedStack,
    PlayThreeColors,
    PlayTrains,
    ThreeColorsOffer,
    TrainRobbed,
    TrainsPlayed,
)
from rules.editions.card_game.state import Stack
from rules.editions.card_game.turns import TurnBegan
from tests.rules.editions.card_game.table import (
    BLUE,
    GREEN,
    LOCOMOTIVE,
    RED,
    WHITE,
    counts,
    table,
)

EDITION = editions()["card_game"]


def test_cg_b1_two_or_more_of_one_color() -> None:
    game = table(hands=["4 blue"], deck="red")
    game.when(PlayTrains(0, BLUE, 3, 0)).then(
        TrainsPlayed(0, (PlayedStack(BLUE, 3, 0),)), TurnBegan(1)
    )
    assert game.state.railyards[BLUE] == Stack(0, 3, 0)
    assert game.state.hands[0] == counts("1 blue")


def test_cg_b1_one_card_alone_is_not_a_play() -> None:
    game = table(hands=["4 blue"], deck="red")
    game.when(PlayTrains(0, BLUE, 1, 0)).refused("CG-B1", "at least 2 blue")


def test_cg_b1_only_cards_in_hand_can_be_played() -> None:
    game = table(hands=["2 blue, 1 locomotive, 1 green"], deck="red")
    game.when(PlayTrains(0, BLUE, 3, 0)).refused("CG-B1", "You hold 2 blue and 1 locomotive")
    game.when(PlayTrains(0, BLUE, 2, 2)).refused("CG-B1", "You hold 2 blue and 1 locomotive")
    game.when(PlayThreeColors(0, (BLUE, GREEN, RED))).refused("CG-B1", "You hold no red")


def test_cg_b1_exactly_three_different_colors() -> None:
    game = table(hands=["2 blue, 2 green, 2 red, 2 white"], deck="red")
    game.when(PlayThreeColors(0, (BLUE, GREEN))).refused("CG-B1", "exactly three")
    game.when(PlayThreeColors(0, (BLUE, GREEN, RED, WHITE))).refused("CG-B1", "exactly three")
    game.when(PlayThreeColors(0, (BLUE, BLUE, RED))).refused("CG-B1", "exactly three")


def test_cg_b2_locomotives_count_as_the_color_they_are_played_with() -> None:
    game = table(hands=["1 blue, 2 locomotive"], deck="red")
    game.when(PlayTrains(0, BLUE, 1, 2)).then_among_others(
        TrainsPlayed(0, (PlayedStack(BLUE, 1, 2),))
    )
    assert game.state.railyards[BLUE] == Stack(0, 1, 2)


def test_cg_b2_locomotives_are_never_played_on_their_own() -> None:
    game = table(hands=["1 blue, 3 locomotive"], deck="red")
    game.when(PlayTrains(0, BLUE, 0, 3)).refused("CG-B2", "at least one blue")
    body = {"type": "play_trains", "seat": 0, "color": "locomotive", "cards": 0, "locomotives": 3}
    game.when(decode_command(EDITION, body)).refused("CG-B2", "never alone")


def test_cg_b3_each_of_three_colors_starts_its_own_stack() -> None:
    game = table(hands=["2 blue, 1 green, 1 red"], deck="red")
    game.when(PlayThreeColors(0, (BLUE, GREEN, RED))).then_among_others(
        TrainsPlayed(0, tuple(PlayedStack(color, 1, 0) for color in (BLUE, GREEN, RED)))
    )
    assert [game.state.railyards[c] for c in (BLUE, GREEN, RED)] == [Stack(0, 1, 0)] * 3


def test_cg_b3_no_locomotive_among_three_colors() -> None:
    game = table(hands=["1 blue, 1 green, 1 locomotive"], deck="red")
    body = {"type": "play_three_colors", "seat": 0, "colors": ["blue", "green", "locomotive"]}
    game.when(decode_command(EDITION, body)).refused("CG-B3", "locomotive")


def test_cg_b4_a_color_in_the_own_railyard_cannot_be_played_again() -> None:
    game = table(hands=["5 blue"], deck="red", railyards={"blue": (0, 1, 0)})
    game.when(PlayTrains(0, BLUE, 5, 0)).refused("CG-B4", "own railyard")
    assert not [
        offer for offer in legal_moves(EDITION, game.state, 0) if type(offer) is OneColorOffer
    ]


def test_cg_b4_once_its_stack_is_gone_a_color_can_be_played_again() -> None:
    game = table(hands=["5 blue", ""], turn=1, deck="red red red", railyards={"blue": (0, 1, 0)})
    game.when(*[decode_command(EDITION, {"type": "draw_blind", "seat": 1})] * 2)
    game.when(PlayTrains(0, BLUE, 2, 0)).then_among_others(
        TrainsPlayed(0, (PlayedStack(BLUE, 2, 0),))
    )


def test_cg_b5_a_bigger_set_robs_the_stack() -> None:
    game = table(hands=["4 blue"], deck="red", railyards={"blue": (1, 3, 0)})
    game.when(PlayTrains(0, BLUE, 4, 0)).then_among_others(
        TrainRobbed(0, 1, BLUE, 3, 0), TrainsPlayed(0, (PlayedStack(BLUE, 4, 0),))
    )
    assert game.state.railyards[BLUE] == Stack(0, 4, 0)


def test_cg_b5_an_equal_count_is_refused_with_the_figures() -> None:
    game = table(hands=["4 blue"], deck="red", railyards={"blue": (1, 3, 0)})
    game.when(PlayTrains(0, BLUE, 3, 0)).refused(
        "CG-B5", "seat 2's railyard with 3 cards", "at least 4"
    )


def test_cg_b5_a_single_card_is_robbed_by_two() -> None:
    game = table(hands=["2 blue"], deck="red", railyards={"blue": (1, 1, 0)})
    game.when(PlayTrains(0, BLUE, 2, 0)).then_among_others(TrainRobbed(0, 1, BLUE, 1, 0))


def test_cg_b5_locomotives_count_on_the_side_of_the_robber() -> None:
    game = table(hands=["1 blue, 3 locomotive"], deck="red", railyards={"blue": (1, 3, 0)})
    game.when(PlayTrains(0, BLUE, 1, 2)).refused("CG-B5", "at least 4")
    game.when(PlayTrains(0, BLUE, 1, 3)).then_among_others(TrainRobbed(0, 1, BLUE, 3, 0))


def test_cg_b5_locomotives_count_on_the_side_of_the_robbed_and_are_discarded_too() -> None:
    game = table(hands=["4 blue"], deck="red", railyards={"blue": (1, 1, 2)})
    discard = game.state.discard[:]
    game.when(PlayTrains(0, BLUE, 3, 0)).refused("CG-B5", "with 3 cards")
    game.when(PlayTrains(0, BLUE, 4, 0)).then_among_others(TrainRobbed(0, 1, BLUE, 1, 2))
    assert game.state.discard[BLUE] == discard[BLUE] + 1
    assert game.state.discard[LOCOMOTIVE] == discard[LOCOMOTIVE] + 2


def test_cg_b6_three_colors_of_which_one_stands_in_a_railyard_are_refused() -> None:
    hand = "1 blue, 1 green, 1 red"
    theirs = table(hands=[hand], deck="red", railyards={"green": (1, 1, 0)})
    theirs.when(PlayThreeColors(0, (BLUE, GREEN, RED))).refused("CG-B6", "Green", "seat 2's")
    own = table(hands=[hand], deck="red", railyards={"red": (0, 1, 0)})
    own.when(PlayThreeColors(0, (BLUE, GREEN, RED))).refused("CG-B6", "Red", "your own")
    assert not [o for o in legal_moves(EDITION, own.state, 0) if type(o) is ThreeColorsOffer]


def test_an_offer_describes_all_forms_of_a_play_by_color_count_and_locomotives() -> None:
    game = table(
        hands=["3 blue, 1 green, 1 red, 2 locomotive"],
        railyards={"blue": (1, 2, 1), "red": (0, 1, 0)},
    )
    offers = legal_moves(EDITION, game.state, 0)
    assert OneColorOffer(0, BLUE, 3, 2, 4) in offers
    assert OneColorOffer(0, GREEN, 1, 2, 2) in offers
    assert set(OneColorOffer(0, BLUE, 3, 2, 4).commands()) == {
        PlayTrains(0, BLUE, 2, 2),
        PlayTrains(0, BLUE, 3, 1),
        PlayTrains(0, BLUE, 3, 2),
    }
