"""The Island, read top to bottom: what it is made of, what is asked before a command, and what
follows an event."""

from rules.kernel.edition import Edition
from rules.kernel.lifecycle import LIFECYCLE, GameOpened
from rules.kernel.rulings import RULINGS_MECHANIC
from rules.mechanics.claim_route import Claims, RouteClaimed
from rules.mechanics.draw_train_cards import (
    CARD_KEEPING,
    DRAW_TRAIN_CARDS,
    BlindCardDrawn,
    FaceUpCardTaken,
)
from rules.mechanics.final_turns import FINAL_TURNS, PlayEnded, has_few_trains, turn_end
from rules.mechanics.game_end import GAME_END, end_with, recount_with
from rules.mechanics.tickets import (
    Deal,
    FirstTicketsSettled,
    Tickets,
    TicketsKept,
    TicketsShuffled,
    return_in_seat_order,
)
from rules.mechanics.train_cards import TRAIN_CARDS, tend_cards
from rules.mechanics.turns import Passing, TurnPassed, begin_first_turn, seat_may_act
from rules.pieces.board_drawing import drawing_of
from rules.policies.board_ladder import board_ladder
from rules.policies.board_sight import plain_customs
from tests.fifth_edition.lighthouse import LIGHTHOUSE, light_the_lighthouse
from tests.fifth_edition.scoring import final_result, recount
from tests.fifth_edition.state import BOARD, STATE, State, conserved

# IS-S1: 2 tickets are dealt and at least 1 is kept; later 1 is drawn and kept.
TICKETS = Tickets(
    BOARD,
    first=Deal(2, keep=1, rule="IS-S1"),
    later=Deal(1, keep=1, rule="IS-S1"),
)
CLAIMS = Claims(BOARD)
PASSING = Passing(TICKETS.legal, CLAIMS.legal)
end_turn = turn_end(has_few_trains)

EDITION: Edition = Edition(
    id="island",
    title="The Island",
    seats=range(2, 4),
    ruleset=1,
    options={},
    new_state=State,
    state=STATE,
    mechanics=(
        LIFECYCLE,
        RULINGS_MECHANIC,
        TRAIN_CARDS,
        DRAW_TRAIN_CARDS,
        CLAIMS.mechanic,
        LIGHTHOUSE,
        TICKETS.mechanic,
        PASSING.mechanic,
        FINAL_TURNS,
        GAME_END,
    ),
    constraints=(seat_may_act,),
    reactions=(
        *CARD_KEEPING,
        # Set-up
        (GameOpened, TICKETS.shuffle),
        (TicketsShuffled, TICKETS.offer_first),
        (FirstTicketsSettled, begin_first_turn),
        # A: train cards
        (FaceUpCardTaken, end_turn),
        (BlindCardDrawn, end_turn),
        # B: a route, and perhaps the Lighthouse
        (RouteClaimed, CLAIMS.close_parallel_tracks),
        (RouteClaimed, CLAIMS.pay_claimer),
        (RouteClaimed, light_the_lighthouse),
        (RouteClaimed, tend_cards),
        (RouteClaimed, end_turn),
        # C: tickets
        (TicketsKept, end_turn),
        (TicketsKept, return_in_seat_order),
        (TurnPassed, end_turn),
        # The end
        (PlayEnded, recount_with(recount)),
        (PlayEnded, end_with(final_result)),
    ),
    policies=board_ladder(lambda: EDITION, STATE, plain_customs(BOARD), ratings=(7, 32, 56, 60)),
    catalog=drawing_of(BOARD),
    data_digest=BOARD.digest,
    conserved=conserved,
)
