"""CG-E, CG-R: the end of a round, and the second one."""

import pytest

from rules import SPECTATOR, decode_command, editions, evolve, legal_moves, seated, view
from rules.editions.card_game.cards import TICKETS
from rules.editions.card_game.draw_cards import (
    DeclineSecondDraw,
    DrawBlind,
    DrawDeckRanOut,
    TakeFaceUpCard,
)
from rules.editions.card_game.final_scoring import GameEnded
from rules.editions.card_game.railyard import PlayTrains
from rules.editions.card_game.round_end import (
    Completion,
    CompletionOffer,
    ConfirmCompletion,
    ScoreRound,
    TicketsCompleted,
    propose,
)
from rules.editions.card_game.setup import (
    FaceUpCardsTurned,
    TrainCardsDealt,
    TrainCardsShuffled,
)
from rules.editions.card_game.state import CompletedTicket
from rules.editions.card_game.turns import RoundEnded, TurnBegan
from tests.given import CHANCE, Given
from tests.rules.editions.card_game.table import (
    BLUE,
    GREEN,
    LOCOMOTIVE,
    RED,
    YELLOW,
    counts,
    table,
    ticket,
)

EDITION = editions()["card_game"]
CHOOSE = ("choose_completion",)


def cards(text: str) -> tuple[int, ...]:
    return tuple(counts(text))


def completion(id: str, text: str) -> Completion:
    return Completion(ticket(id), cards(text))


def completed_by(game: Given, seat: int) -> TicketsCompleted:
    found = [e for e in game.events if type(e) is TicketsCompleted and e.seat == seat]
    assert len(found) == 1
    event: TicketsCompleted = found[0]
    return event


def test_cg_e1_every_player_gets_one_more_turn_the_one_who_drew_the_last_card_last() -> None:
    game = table(seats=3, turn=1, row="blue green red white yellow", deck="red")
    game.when(DrawBlind(1)).then_among_others(DrawDeckRanOut())
    game.when(DeclineSecondDraw(1)).then_among_others(TurnBegan(2))
    for seat in (2, 0, 1):
        assert game.state.waiting_on == [seat]
        game.when(TakeFaceUpCard(seat, game.state.row[0]))
        game.when(DeclineSecondDraw(seat))
    game.then_among_others(RoundEnded(1, "deck_ran_out", ()))


def test_cg_e1_a_round_can_end_while_cards_still_lie_in_the_row() -> None:
    game = table(row="blue green", last_turns=0)
    game.when(TakeFaceUpCard(0, BLUE), DeclineSecondDraw(0)).then_among_others(
        RoundEnded(1, "deck_ran_out", ())
    )
    assert game.state.row == [GREEN]


def test_the_end_of_a_round_awaits_nobody_but_the_service() -> None:
    game = table(row="blue", last_turns=0)
    game.when(TakeFaceUpCard(0, BLUE))
    assert (game.state.phase, game.state.waiting_on) == ("scoring", [])
    assert game.state.due == "score_round"
    game.when(DrawBlind(1)).refused("CG-E3", "being scored")
    assert [legal_moves(EDITION, game.state, seat) for seat in range(2)] == [[], []]


def test_cg_e2_too_few_cards_are_dealt_round_by_round_as_far_as_they_reach() -> None:
    game = hoarders(
        "10 red, 10 green, 10 white, 10 black",
        "10 blue, 10 orange, 10 purple",
        "10 yellow",
        "8 locomotive",
    )
    # 88 of the 96 cards are hoarded; the other 8 are locomotives.
    game.when(ScoreRound()).then_among_others(
        TrainCardsDealt(((LOCOMOTIVE,) * 2,) * 4), DrawDeckRanOut(), TurnBegan(1)
    )
    assert game.state.row == []
    assert not [event for event in game.events if type(event) is FaceUpCardsTurned]


def test_cg_e2_the_row_comes_after_the_deal() -> None:
    game = hoarders(
        "10 red, 10 green, 10 white, 10 black", "10 blue, 10 orange, 10 purple", "8 yellow", ""
    )
    game.when(ScoreRound())
    turned = next(event for event in game.events if type(event) is FaceUpCardsTurned)
    assert len(turned.cards) == 2
    assert [sum(hand) for hand in game.state.hands] == [44, 34, 12, 4]


def test_cg_e2_a_deck_that_is_empty_at_the_start_gives_everyone_one_turn() -> None:
    game = hoarders(
        "10 red, 10 green, 10 white, 10 black",
        "10 blue, 10 orange, 10 purple",
        "10 yellow",
        "16 locomotive",
    )
    game.when(ScoreRound()).then_among_others(
        TrainCardsShuffled(2, 0, ()),
        TrainCardsDealt(((), (), (), ())),
        DrawDeckRanOut(),
        TurnBegan(1),
    )
    game.when(PlayTrains(1, BLUE, 2, 0), PlayTrains(2, YELLOW, 2, 0))
    game.when(decode_command(EDITION, {"type": "draw_tickets", "seat": 3}))
    game.when(decode_command(EDITION, {"type": "keep_tickets", "seat": 3, "tickets": []}))
    game.when(PlayTrains(0, RED, 2, 0)).then_among_others(RoundEnded(2, "deck_ran_out", ()))


def hoarders(*hands: str) -> Given:
    """The first round of four has just ended, with seat 1 the last to play."""
    game = table(seats=4, hands=hands, last_turns=0, held=[["seattle-miami"]])
    evolve(EDITION, game.state, RoundEnded(1, "deck_ran_out", ()))
    return game


def test_cg_e3_what_is_still_in_the_railyard_does_not_count() -> None:
    game = ended(
        tracks=["1 yellow"],
        railyards={"blue": (0, 1, 0)},
        held=[["chicago-new_york", "new_york-chicago"]],
    )
    game.when(ScoreRound())
    assert completed_by(game, 0).completions == (completion("chicago-new_york", "1 yellow"),)


def test_cg_e3_a_round_is_not_scored_before_its_end() -> None:
    table(deck="red").when(ScoreRound()).refused("CG-E3", "after its last turn")


def ended(seats: int = 2, options: tuple[str, ...] = (), **laid_out: object) -> Given:
    """The round has just ended."""
    game = table(seats=seats, options=options, last_turns=0, **laid_out)  # type: ignore[arg-type]
    asked = tuple(range(seats)) if options else ()
    evolve(EDITION, game.state, RoundEnded(game.state.round, "deck_ran_out", asked))
    return game


def test_cg_e4_a_locomotive_stands_for_any_card() -> None:
    game = ended(tracks=["1 green, 1 locomotive"], held=[["dallas-miami"]])
    game.when(ScoreRound())
    assert completed_by(game, 0) == TicketsCompleted(
        0, 1, (completion("dallas-miami", "1 green, 1 locomotive"),), 9
    )


def test_cg_e4_a_card_serves_one_ticket_only() -> None:
    game = ended(tracks=["1 green, 1 red"], held=[["dallas-miami", "dallas-raleigh"]])
    game.when(ScoreRound())
    assert completed_by(game, 0).completions == (completion("dallas-miami", "1 green, 1 red"),)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ([("chicago-dallas", "1 green, 1 yellow")], "do not hold the ticket chicago-dallas"),
        ([("dallas-miami", "1 green, 1 red")] * 2, "paid twice"),
        ([("dallas-miami", "2 green")], "needs 1 green, not 2"),
        ([("dallas-miami", "1 green")], "takes 2 cards, not 1"),
        ([("dallas-miami", "2 locomotive")], "1 locomotive cards on your track, not 2"),
        (
            [("dallas-miami", "1 green, 1 red"), ("dallas-raleigh", "1 green, 1 locomotive")],
            "1 green cards on your track, not 2",
        ),
    ],
)
def test_cg_e4_a_chosen_completion_that_does_not_work_is_refused(
    chosen: list[tuple[str, str]], words: str
) -> None:
    game = ended(
        options=CHOOSE,
        tracks=["1 green, 1 red, 1 locomotive"],
        held=[["dallas-miami", "dallas-raleigh"], []],
    )
    payments = tuple(completion(*one) for one in chosen)
    game.when(ConfirmCompletion(0, payments)).refused("CG-E4", words)


def test_cg_e5_completed_tickets_score_at_once_and_lie_open() -> None:
    game = ended(
        tracks=["1 green, 1 red", ""], held=[["dallas-miami"], ["seattle-miami"]], options=CHOOSE
    )
    game.when(ConfirmCompletion(0))
    assert game.state.scores == [9, 0]
    seen = view(EDITION, game.state, SPECTATOR)
    assert [done["ticket"] for done in seen["completed"]] == ["dallas-miami"]
    assert seen["tickets"] == [0, 1]


def test_cg_e6_by_default_the_best_completion_is_taken_not_the_greedy_one() -> None:
    # Greedily seattle-miami (22) would take both reds and the white; the others are 9 + 15 + 10.
    game = ended(
        tracks=["1 orange, 1 white, 1 black, 2 red, 1 green, 1 yellow, 1 blue"],
        held=[["seattle-miami", "dallas-miami", "los_angeles-chicago", "new_york-miami"]],
    )
    game.when(ScoreRound())
    assert completed_by(game, 0).points == 9 + 15 + 10


def test_cg_e6_of_equal_points_most_tickets_decide() -> None:
    # 20 points: los_angeles-new_york alone, or two tickets of 10.
    game = ended(
        tracks=["2 blue, 2 white, 1 green, 1 black"],
        held=[["los_angeles-new_york", "los_angeles-dallas", "los_angeles-vancouver"]],
    )
    game.when(ScoreRound())
    assert {TICKETS[done.ticket].id for done in completed_by(game, 0).completions} == {
        "los_angeles-dallas",
        "los_angeles-vancouver",
    }


def test_cg_e6_the_order_in_which_tickets_are_held_changes_nothing() -> None:
    held = list(range(len(TICKETS)))
    assert propose(held, [4] * 9) == propose(held[::-1], [4] * 9)


def test_cg_e6_then_most_big_city_ends_decide() -> None:
    # Both are worth 9 and take green and another: dallas-miami names two big cities.
    game = ended(tracks=["1 green, 1 locomotive"], held=[["chicago-santa_fe", "dallas-miami"]])
    game.when(ScoreRound())
    assert completed_by(game, 0).completions[0].ticket == ticket("dallas-miami")


def test_cg_e6_then_the_fewest_locomotives_decide() -> None:
    # Both are worth 10 and have one big-city end.
    game = ended(
        tracks=["1 green, 1 black, 1 locomotive"], held=[["dallas-washington", "dallas-helena"]]
    )
    game.when(ScoreRound())
    assert completed_by(game, 0).completions == (completion("dallas-helena", "1 green, 1 black"),)


def test_cg_e6_then_the_lowest_ticket_ids_decide() -> None:
    game = ended(tracks=["1 green, 1 locomotive"], held=[["seattle-denver", "dallas-helena"]])
    game.when(ScoreRound())
    assert completed_by(game, 0).completions[0].ticket == ticket("dallas-helena")


def test_cg_e6_a_player_with_no_tickets_to_complete_completes_none() -> None:
    game = ended(tracks=["5 blue", "5 red"], held=[[], ["seattle-chicago"]])
    game.when(ScoreRound()).then_among_others(
        TicketsCompleted(0, 1, (), 0), TicketsCompleted(1, 1, (), 0)
    )


def test_cg_e6_with_choose_completion_every_player_is_asked() -> None:
    game = ended(
        options=CHOOSE,
        tracks=["1 green, 1 red", "1 yellow"],
        held=[["dallas-miami"], ["chicago-new_york"]],
    )
    assert (game.state.phase, game.state.waiting_on, game.state.due) == ("confirming", [0, 1], None)
    offer = CompletionOffer(0, (completion("dallas-miami", "1 green, 1 red"),))
    assert legal_moves(EDITION, game.state, 0) == [offer]
    game.when(ConfirmCompletion(1))
    assert game.state.waiting_on == [0]
    game.when(ConfirmCompletion(1)).refused("CG-E3", "being scored")
    game.when(ConfirmCompletion(0)).then_among_others(
        TicketsCompleted(0, 1, offer.proposal, 9),
    )
    assert type(game.events[-1]) is GameEnded


def test_cg_e6_a_player_may_complete_other_tickets_than_proposed() -> None:
    game = ended(
        options=CHOOSE, tracks=["1 green, 1 red", ""], held=[["dallas-miami", "dallas-raleigh"]]
    )
    other = (completion("dallas-raleigh", "1 green, 1 red"),)
    game.when(ConfirmCompletion(0, other)).then(TicketsCompleted(0, 1, other, 8))


def test_cg_e6_a_player_may_complete_nothing_at_all() -> None:
    game = ended(options=CHOOSE, tracks=["1 green, 1 red", ""], held=[["dallas-miami"]])
    game.when(ConfirmCompletion(0, ())).then(TicketsCompleted(0, 1, (), 0))


def test_cg_e6_when_time_runs_out_the_proposal_stands_for_who_did_not_confirm() -> None:
    game = ended(
        options=CHOOSE,
        tracks=["1 green, 1 red", "1 yellow"],
        held=[["dallas-miami"], ["chicago-new_york"]],
    )
    game.when(ConfirmCompletion(0, ()))
    game.when(ScoreRound()).then_among_others(
        TicketsCompleted(1, 1, (completion("chicago-new_york", "1 yellow"),), 5)
    )
    assert len([e for e in game.events if type(e) is TicketsCompleted]) == 1


def test_cg_e6_nothing_is_confirmed_during_a_round() -> None:
    table(deck="red", options=CHOOSE).when(ConfirmCompletion(0)).refused("CG-E6", "end of a round")


@pytest.mark.parametrize("seats", [2, 3])
def test_cg_e7_with_two_or_three_players_the_game_is_over_after_one_round(seats: int) -> None:
    game = ended(seats=seats)
    game.when(ScoreRound())
    assert type(game.events[-1]) is GameEnded
    assert game.state.phase == "over"


def second_round(**laid_out: object) -> Given:
    game = ended(seats=4, **laid_out)  # type: ignore[arg-type]
    return game.when(ScoreRound())


def test_cg_r1_open_tickets_and_hands_stay_and_nothing_is_subtracted() -> None:
    game = second_round(
        hands=["2 blue", "1 red"],
        tracks=["1 green, 1 red"],
        held=[["dallas-miami", "seattle-miami"], [], [], []],
    )
    assert game.state.tickets[0] == [ticket("seattle-miami")]
    assert game.state.scores == [9, 0, 0, 0]
    assert game.state.hands[0][BLUE] >= 2
    assert view(EDITION, game.state, seated(1))["tickets"][0] == 1


def test_cg_r2_every_other_train_card_is_shuffled_into_a_new_deck() -> None:
    game = second_round(
        hands=["2 blue", "1 red"],
        tracks=["1 green, 1 red", "3 white"],
        railyards={"blue": (2, 2, 1)},
        row="red green locomotive",
        held=[["dallas-miami"]],
    )
    shuffled = game.events[[type(e) for e in game.events].index(TrainCardsShuffled)]
    assert shuffled.round == 2
    assert [shuffled.order.count(card) for card in range(9)] == [10, 8, 10, 10, 10, 10, 10, 9, 16]
    assert shuffled.order == tuple(CHANCE.shuffled(sorted(shuffled.order), "train_deck:2"))
    assert game.state.railyards == [None] * 8
    assert game.state.on_track == [[0] * 9] * 4
    assert game.state.discard == [0] * 9
    assert not game.state.tracks_turned_up


def test_cg_r3_four_cards_are_dealt_to_each_and_five_turned_up() -> None:
    game = second_round(hands=["2 blue", "1 red"])
    assert [sum(hand) for hand in game.state.hands] == [6, 5, 4, 4]
    assert len(game.state.row) == 5
    assert len(game.state.deck) == 96 - 3 - 16 - 5


@pytest.mark.parametrize("last", range(4))
def test_cg_r4_the_player_to_the_left_of_the_last_turn_starts(last: int) -> None:
    game = second_round(turn=last)
    game.then_among_others(TurnBegan((last + 1) % 4))
    assert game.state.waiting_on == [(last + 1) % 4]


def test_cg_r5_the_second_round_is_scored_as_the_first_and_points_add_up() -> None:
    game = ended(seats=4, round=2, tracks=["1 green, 1 red"], held=[["dallas-miami"], [], [], []])
    first = ticket("chicago-new_york")
    game.state.ticket_deck.remove(first)
    game.state.completed.append(CompletedTicket(0, first, 1, cards("1 yellow")))
    game.state.scores[0] = 5
    game.when(ScoreRound())
    result = game.state.result
    assert [
        (line.subject, line.round) for line in result.scores[0].lines if line.what == "ticket"
    ] == [
        ("chicago-new_york", 1),
        ("dallas-miami", 2),
    ]
    assert type(game.events[-1]) is GameEnded


def test_cg_t2_in_the_second_round_the_tracks_are_hidden_again() -> None:
    game = second_round(tracks=["3 white"])
    game.when(decode_command(EDITION, {"type": "draw_blind", "seat": 1}))
    assert view(EDITION, game.state, SPECTATOR)["on_track"] == [0, 0, 0, 0]
