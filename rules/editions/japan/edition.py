"""The Japan board, read top to bottom: what it is made of, what is asked before a command, and what
follows an event."""

from rules.editions.japan.bullet_trains import (
    BULLET_TRAINS,
    BulletRouteClaimed,
    claimable_with_trains,
    legal_bullet_claims,
    trains_stay_off_bullet_tracks,
)
from rules.editions.japan.policy import CUSTOMS
from rules.editions.japan.scoring import final_result, last_round_begins, recount
from rules.editions.japan.state import BOARD, STATE, State, conserved
from rules.kernel.edition import Edition, Measured
from rules.kernel.lifecycle import LIFECYCLE, GameOpened
from rules.kernel.rulings import RULINGS_MECHANIC
from rules.mechanics.claim_route import ClaimRoute, Claims, RouteClaimed
from rules.mechanics.draw_train_cards import (
    CARD_KEEPING,
    DRAW_TRAIN_CARDS,
    BlindCardDrawn,
    FaceUpCardTaken,
)
from rules.mechanics.final_turns import FINAL_TURNS, PlayEnded, turn_end
from rules.mechanics.game_end import GAME_END, end_with, recount_with
from rules.mechanics.tickets import (
    Deal,
    FirstTicketsSettled,
    Tickets,
    TicketsKept,
    TicketsShuffled,
    return_shuffled,
)
from rules.mechanics.train_cards import TRAIN_CARDS, tend_cards
from rules.mechanics.turns import Passing, TurnPassed, begin_first_turn, seat_may_act
from rules.pieces.board_drawing import drawing_of
from rules.policies.board_ladder import board_ladder

TICKETS = Tickets(
    BOARD,
    # JP-S1: every player is dealt 4 tickets and keeps at least 2.
    first=Deal(4, keep=2, rule="JP-S1"),
    # JP-C1: later 3 are drawn and at least 1 is kept.
    later=Deal(3, keep=1, rule="JP-C1"),
)
# JP-B4, JP-B5: the two routes from Aomori to Hakodate differ in length and are not parallel, and an
# inset's cities are those of the main map: the data says so, and the ordinary rules do the rest.
CLAIMS = Claims(BOARD, claimable=claimable_with_trains)
PASSING = Passing(TICKETS.legal, CLAIMS.legal, legal_bullet_claims)
end_turn = turn_end(last_round_begins)

# By benchmarks.fair_play japan, the honest the worse of two fields; over few games, so roughly.
RADAR = (
    Measured("honest", 3, 0.001, 12),
    Measured("honest", 20, 0.001, 12),
    Measured("blocks", 10, 0.02, 12),
    Measured("blocks", 20, 0.05, 12),
    Measured("crowds", 20, 0.001, 12),
)

EDITION: Edition = Edition(
    id="japan",
    title="Japan",
    seats=range(2, 6),
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
        BULLET_TRAINS,
        TICKETS.mechanic,
        PASSING.mechanic,
        FINAL_TURNS,
        GAME_END,
    ),
    constraints=(seat_may_act,),
    constraints_on=((ClaimRoute, trains_stay_off_bullet_tracks),),
    reactions=(
        *CARD_KEEPING,
        # Set-up
        (GameOpened, TICKETS.shuffle),
        (TicketsShuffled, TICKETS.offer_first),
        (FirstTicketsSettled, begin_first_turn),
        # A: train cards
        (FaceUpCardTaken, end_turn),
        (BlindCardDrawn, end_turn),
        # B: a route, with trains or as a bullet train
        (RouteClaimed, CLAIMS.close_parallel_tracks),
        (RouteClaimed, CLAIMS.pay_claimer),
        (RouteClaimed, tend_cards),
        (RouteClaimed, end_turn),
        (BulletRouteClaimed, tend_cards),
        (BulletRouteClaimed, end_turn),
        # C: tickets; asked first, since the last choice at set-up begins a turn of its own.
        (TicketsKept, end_turn),
        # JP-S1: the returned ones are shuffled, then put under the deck.
        (TicketsKept, return_shuffled),
        (TurnPassed, end_turn),
        # The end
        (PlayEnded, recount_with(recount)),
        (PlayEnded, end_with(final_result)),
    ),
    policies=board_ladder(lambda: EDITION, STATE, CUSTOMS, ratings=(9, 27, 60, 83), radar=RADAR),
    catalog={**drawing_of(BOARD), "bullet_trains": BOARD.data["bullet_trains"]},
    data_digest=BOARD.digest,
    conserved=conserved,
)
