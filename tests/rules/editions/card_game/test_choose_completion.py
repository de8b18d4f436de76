"""CG-E4, CG-E6: which tickets are completed where the players choose themselves."""

import pytest

from rules import editions, legal_moves
from rules.editions.card_game.final_scoring import GameEnded
from rules.editions.card_game.round_end import (
    CompletionOffer,
    ConfirmCompletion,
    ScoreRound,
    TicketsCompleted,
)
from tests.rules.editions.card_game.ended_round import CHOOSE, completion, ended
from tests.rules.editions.card_game.table import table

EDITION = editions()["card_game"]


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
