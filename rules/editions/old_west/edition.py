"""The Old West board, read top to bottom: what it is made of, what is asked before a command, and
what follows an event."""

from rules.editions.old_west.alvin import ALVIN, AlvinMoved, catch_alvin
from rules.editions.old_west.city_markers import (
    CITY_MARKERS,
    CityMarkerDeclined,
    CityMarkerPlaced,
    offer_city_marker,
    pay_controllers,
)
from rules.editions.old_west.ferries import enough_locomotives
from rules.editions.old_west.policy import CUSTOMS
from rules.editions.old_west.scoring import final_result, recount
from rules.editions.old_west.starting_city import (
    STARTING_CITY,
    StartingCityChosen,
    ask_the_last_player,
    ask_the_player_before,
    claim_extends_network,
    touching_network,
)
from rules.editions.old_west.state import BOARD, MARKERS, STATE, State, conserved
from rules.kernel.edition import Edition, Measured, Option
from rules.kernel.lifecycle import LIFECYCLE, GameOpened
from rules.kernel.rulings import RULINGS_MECHANIC
from rules.mechanics.claim_route import ClaimRoute, Claims, RouteClaimed
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
    return_shuffled,
)
from rules.mechanics.train_cards import TRAIN_CARDS, tend_cards
from rules.mechanics.turns import Passing, TurnPassed, seat_may_act
from rules.pieces.board_drawing import drawing_of
from rules.policies.board_ladder import board_ladder

TICKETS = Tickets(
    BOARD,
    # OW-S1: every player is dealt 5 tickets and keeps at least 3.
    first=Deal(5, keep=3, rule="OW-S1"),
    # OW-C1: later 4 are drawn and at least 1 is kept.
    later=Deal(4, keep=1, rule="OW-C1"),
)
# OW-B7: double and triple tracks are closed and open as TR-B6 and TR-B7 have it.
CLAIMS = Claims(BOARD, claimable=touching_network, parallel_rule="OW-B7")
PASSING = Passing(TICKETS.legal, CLAIMS.legal)
end_turn = turn_end(has_few_trains)

# By benchmarks.fair_play old_west, the honest the worse of two fields; over few games, so roughly.
RADAR = (
    Measured("honest", 3, 0.0, 12),
    Measured("honest", 20, 0.001, 12),
    Measured("blocks", 5, 0.36, 12),
    Measured("blocks", 10, 0.98, 12),
    Measured("crowds", 20, 0.0, 12),
)

EDITION: Edition = Edition(
    id="old_west",
    title="Old West",
    seats=range(2, 7),
    ruleset=1,
    options={"alvin": Option("Alvin the Alien", "OW-V1")},
    new_state=State,
    state=STATE,
    mechanics=(
        LIFECYCLE,
        RULINGS_MECHANIC,
        TRAIN_CARDS,
        STARTING_CITY,
        DRAW_TRAIN_CARDS,
        CLAIMS.mechanic,
        ALVIN,
        CITY_MARKERS,
        TICKETS.mechanic,
        PASSING.mechanic,
        FINAL_TURNS,
        GAME_END,
    ),
    constraints=(seat_may_act,),
    constraints_on=((ClaimRoute, claim_extends_network), (ClaimRoute, enough_locomotives)),
    reactions=(
        *CARD_KEEPING,
        # Set-up
        (GameOpened, TICKETS.shuffle),
        (TicketsShuffled, TICKETS.offer_first),
        (FirstTicketsSettled, ask_the_last_player),
        (StartingCityChosen, ask_the_player_before),
        # A: train cards
        (FaceUpCardTaken, end_turn),
        (BlindCardDrawn, end_turn),
        # B: a route, Alvin, a city marker
        (RouteClaimed, CLAIMS.close_parallel_tracks),
        (RouteClaimed, pay_controllers),
        (RouteClaimed, tend_cards),
        (RouteClaimed, catch_alvin),
        (RouteClaimed, offer_city_marker),
        (RouteClaimed, end_turn),
        (AlvinMoved, offer_city_marker),
        (AlvinMoved, end_turn),
        (CityMarkerPlaced, tend_cards),
        (CityMarkerPlaced, end_turn),
        (CityMarkerDeclined, end_turn),
        # C: tickets; asked first, since the last choice at set-up leads on by itself.
        (TicketsKept, end_turn),
        # OW-S1: the returned ones are shuffled, then put under the deck.
        (TicketsKept, return_shuffled),
        (TurnPassed, end_turn),
        # The end
        (PlayEnded, recount_with(recount)),
        (PlayEnded, end_with(final_result)),
    ),
    policies=board_ladder(lambda: EDITION, STATE, CUSTOMS, ratings=(7, 30, 61, 68), radar=RADAR),
    catalog={**drawing_of(BOARD), "city_markers_per_player": MARKERS},
    data_digest=BOARD.digest,
    conserved=conserved,
)
