"""The Card Game, read top to bottom: what it is made of, what is asked before a command, and what
follows an event."""

from rules.editions.card_game.cards import CATALOG, DATA_DIGEST
from rules.editions.card_game.draw_cards import (
    DRAW_CARDS,
    BlindCardDrawn,
    FaceUpCardTaken,
    SecondDrawDeclined,
    notice_empty_deck,
    refill_row,
)
from rules.editions.card_game.draw_tickets import DRAW_TICKETS, TicketsKept
from rules.editions.card_game.final_scoring import FINAL_SCORING, end_game
from rules.editions.card_game.policies.ladder import ladder
from rules.editions.card_game.railyard import RAILYARD, TrainsPlayed
from rules.editions.card_game.round_end import ROUND_END, TicketsCompleted, begin_second_round
from rules.editions.card_game.setup import (
    SETUP,
    FaceUpCardsTurned,
    TicketsShuffled,
    TrainCardsDealt,
    TrainCardsShuffled,
    deal_train_cards,
    offer_first_tickets,
    shuffle_tickets,
    shuffle_train_cards,
    turn_up_row,
)
from rules.editions.card_game.state import MOST_SEATS, STATE, State, conserved
from rules.editions.card_game.turns import (
    TURNS,
    TurnBegan,
    TurnPassed,
    begin_first_turn,
    count_kept_tickets,
    end_turn,
    move_trains_to_track,
    seat_may_act,
)
from rules.kernel.edition import Edition, Option
from rules.kernel.lifecycle import LIFECYCLE, GameOpened
from rules.kernel.rulings import RULINGS_MECHANIC

EDITION: Edition = Edition(
    id="card_game",
    title="The Card Game",
    seats=range(2, MOST_SEATS + 1),
    ruleset=1,
    options={
        "open_track": Option("Players may look at their own track", "CG-T2"),
        "choose_completion": Option("Players choose which tickets to complete", "CG-E6"),
    },
    new_state=State,
    state=STATE,
    mechanics=(
        LIFECYCLE,
        RULINGS_MECHANIC,
        SETUP,
        TURNS,
        DRAW_CARDS,
        RAILYARD,
        DRAW_TICKETS,
        ROUND_END,
        FINAL_SCORING,
    ),
    constraints=(seat_may_act,),
    reactions=(
        # Set-up, and the deal of each round
        (GameOpened, shuffle_train_cards),
        (TrainCardsShuffled, deal_train_cards),
        (TrainCardsDealt, turn_up_row),
        (FaceUpCardsTurned, notice_empty_deck),
        (TrainCardsDealt, notice_empty_deck),
        (GameOpened, shuffle_tickets),
        (GameOpened, offer_first_tickets),
        (TicketsShuffled, begin_first_turn),
        # A turn
        (TurnBegan, move_trains_to_track),
        (FaceUpCardTaken, refill_row),
        (BlindCardDrawn, notice_empty_deck),
        (FaceUpCardTaken, end_turn),
        (BlindCardDrawn, end_turn),
        (SecondDrawDeclined, end_turn),
        (TrainsPlayed, end_turn),
        # Asked first, since the last choice at set-up begins a turn that must not end at once.
        (TicketsKept, end_turn),
        (TicketsKept, count_kept_tickets),
        (TurnPassed, end_turn),
        # The end of a round, and of the game
        (TicketsCompleted, begin_second_round),
        (TicketsCompleted, end_game),
    ),
    policies=ladder(lambda: EDITION),
    catalog=CATALOG,
    data_digest=DATA_DIGEST,
    conserved=conserved,
)
