"""CG-T: a turn."""

from rules import SPECTATOR, editions, legal_moves, policy_at, redact, seated, view
from rules.editions.card_game.draw_cards import DeclineSecondDraw, DrawBlind, TakeFaceUpCard
from rules.editions.card_game.draw_tickets import DrawTickets, KeepTickets
from rules.editions.card_game.railyard import PlayThreeColors, PlayTrains
from rules.editions.card_game.state import Stack
from rules.editions.card_game.turns import (
    Pass,
    RoundEnded,
    TrainsMovedToTrack,
    TurnBegan,
    TurnPassed,
)
from tests.given import typed
from tests.rules.editions.card_game.table import BLUE, GREEN, LOCOMOTIVE, RED, counts, table

EDITION = editions()["card_game"]
ALL_TICKETS_OUT: tuple[str, ...] = ()


def test_cg_t1_one_card_of_each_stack_moves_to_the_track_at_the_start_of_a_turn() -> None:
    game = table(
        deck="red red red",
        railyards={"blue": (1, 3, 0), "red": (1, 1, 0), "green": (0, 2, 0)},
    )
    game.when(DrawBlind(0), DrawBlind(0)).then_among_others(
        TurnBegan(1), TrainsMovedToTrack(1, (BLUE, RED), (BLUE, RED))
    )
    assert game.state.on_track[1] == counts("1 blue, 1 red")
    assert game.state.railyards[BLUE] == Stack(1, 2, 0)
    assert game.state.railyards[RED] is None
    assert game.state.railyards[GREEN] == Stack(0, 2, 0)


def test_cg_t1_locomotives_lie_on_top_and_go_first() -> None:
    game = table(deck="red red red", railyards={"blue": (1, 2, 1)})
    game.when(DrawBlind(0), DrawBlind(0)).then_among_others(
        TrainsMovedToTrack(1, (BLUE,), (LOCOMOTIVE,))
    )
    assert game.state.railyards[BLUE] == Stack(1, 2, 0)


def test_cg_t1_with_an_empty_railyard_nothing_moves() -> None:
    game = table(deck="red red red", railyards={"blue": (0, 2, 0)})
    game.when(DrawBlind(0), DrawBlind(0))
    assert not [event for event in game.events if type(event) is TrainsMovedToTrack]


def test_cg_t2_the_track_is_hidden_from_its_owner_too() -> None:
    state = table(tracks=["2 blue, 1 locomotive", "1 red"]).state
    for observer in (SPECTATOR, seated(0), seated(1)):
        assert view(EDITION, state, observer)["on_track"] == [3, 1]


def test_cg_t2_with_open_track_the_owner_may_look_at_their_own() -> None:
    state = table(tracks=["2 blue, 1 locomotive", "1 red"], options=["open_track"]).state
    assert view(EDITION, state, seated(0))["on_track"] == [{"blue": 2, "locomotive": 1}, 1]
    assert view(EDITION, state, SPECTATOR)["on_track"] == [3, 1]


def test_cg_t2_a_policy_has_kept_count_of_what_went_to_the_tracks_in_the_open() -> None:
    state = table(tracks=["2 blue", "1 red"]).state
    assert view(EDITION, state, policy_at(0))["on_track"] == [{"blue": 2}, {"red": 1}]


def test_cg_t2_at_the_end_of_the_round_the_tracks_are_turned_up_for_all() -> None:
    game = table(deck="red", tracks=["2 blue", "1 red"], last_turns=0)
    game.when(DrawBlind(0)).then_among_others(RoundEnded(1, "deck_ran_out", ()))
    for observer in (SPECTATOR, seated(0), seated(1)):
        assert view(EDITION, game.state, observer)["on_track"] == [{"blue": 2}, {"red": 1}]


def test_cg_t3_one_action_a_turn_then_the_turn_passes_to_the_left() -> None:
    game = table(seats=3, turn=2, hands=["", "", "2 blue"], deck="red red red")
    game.when(PlayTrains(2, BLUE, 2, 0)).then_among_others(TurnBegan(0))
    assert game.state.waiting_on == [0]


def test_cg_t3_nobody_acts_out_of_turn() -> None:
    game = table(seats=3, deck="red red red")
    game.when(DrawBlind(2)).refused("CG-T3", "seat 1's turn")
    assert legal_moves(EDITION, game.state, 2) == []


def test_cg_t3_a_begun_action_excludes_the_others() -> None:
    game = table(hands=["2 blue, 1 red, 1 green"], row="red red", deck="red red red")
    game.when(DrawBlind(0))
    game.when(PlayTrains(0, BLUE, 2, 0)).refused("CG-T3", "begun another")
    game.when(PlayThreeColors(0, (BLUE, RED, GREEN))).refused("CG-T3", "begun another")
    game.when(DrawTickets(0)).refused("CG-T3", "begun another")


def test_cg_t3_tickets_that_were_drawn_must_be_chosen_from_first() -> None:
    game = table(hands=["2 blue"], row="red red", deck="red red red")
    game.when(DrawTickets(0))
    game.when(DrawBlind(0)).refused("CG-T3", "choose which to keep")
    game.when(TakeFaceUpCard(0, RED)).refused("CG-T3", "choose which to keep")
    game.when(DeclineSecondDraw(0)).refused("CG-T3", "choose which to keep")
    game.when(PlayTrains(0, BLUE, 2, 0)).refused("CG-T3")
    game.when(DrawTickets(0)).refused("CG-T3")
    game.when(Pass(0)).refused("CG-T4")


def test_cg_t4_a_player_who_can_do_nothing_passes_and_only_then() -> None:
    game = table(
        hands=["1 blue, 1 red, 3 locomotive"],
        railyards={"blue": (1, 4, 0), "red": (1, 9, 0)},
        ticket_deck=[],
        last_turns=2,
    )
    assert typed(legal_moves(EDITION, game.state, 0)) == typed([Pass(0)])
    game.when(Pass(0)).then_among_others(TurnPassed(0), TurnBegan(1))


def test_cg_t4_whoever_can_draw_play_or_take_tickets_may_not_pass() -> None:
    for game in (
        table(row="locomotive", ticket_deck=[]),
        table(deck="red", ticket_deck=[]),
        table(hands=["2 blue"], ticket_deck=[]),
        table(ticket_deck=["seattle-miami"]),
    ):
        game.when(Pass(0)).refused("CG-T4", "neither draw nor play")


def test_cg_t5_the_round_ends_after_three_quiet_turns_of_every_seat() -> None:
    game = table(seats=3, deck="red red red")
    for turn in range(9):
        seat = turn % 3
        assert game.state.phase == "turns"
        game.when(DrawTickets(seat), KeepTickets(seat, ()))
    game.then_among_others(RoundEnded(1, "nothing_happens", ()))
    assert game.state.due == "score_round"


def test_cg_t5_a_card_or_a_kept_ticket_begins_the_count_anew() -> None:
    game = table(hands=["2 blue"], deck="red red red", row="green")
    for _ in range(2):
        game.when(DrawTickets(0), KeepTickets(0, ()), DrawTickets(1), KeepTickets(1, ()))
    game.when(
        DrawTickets(0),
        KeepTickets(0, tuple(game.state.ticket_deck[-1:])),
    )
    assert game.state.quiet_turns == 1
    game.when(DrawTickets(1), KeepTickets(1, ()), TakeFaceUpCard(0, GREEN), DeclineSecondDraw(0))
    assert game.state.quiet_turns == 1
    game.when(DrawTickets(1), KeepTickets(1, ()), PlayTrains(0, BLUE, 2, 0))
    assert game.state.quiet_turns == 1
    game.when(DrawTickets(1), KeepTickets(1, ()), DrawBlind(0), DeclineSecondDraw(0))
    assert game.state.quiet_turns == 1


def test_cg_t5_passes_are_quiet_too() -> None:
    game = table(seats=2, ticket_deck=[])
    for _ in range(3):
        game.when(Pass(0), Pass(1))
    game.then_among_others(RoundEnded(1, "nothing_happens", ()))


def test_what_moves_to_the_track_was_seen_by_all_and_can_be_said_aloud() -> None:
    event = TrainsMovedToTrack(1, (BLUE,), (LOCOMOTIVE,))
    assert redact(EDITION, event, SPECTATOR, {})["cards"] == ["locomotive"]
