"""Bullet trains: routes that one player builds and all may use."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any, Final, NamedTuple

from rules.editions.japan.state import (
    BOARD,
    BULLET_TRACKS,
    ORDINARY_TRACKS,
    State,
    built_bullet_tracks,
)
from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic, Offer, Offers, new
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT, SEAT, tuple_of
from rules.kernel.layout import Layout, public, record
from rules.mechanics.claim_route import ClaimRoute
from rules.mechanics.payment import (
    PAYMENT_FIELDS,
    WAY,
    RouteOffers,
    RouteSale,
    Way,
    affordable,
    discard,
    fault_in_payment,
    sample_payment,
)
from rules.pieces.board import TrackSet


class ClaimBulletRoute(NamedTuple):
    seat: int
    route: int
    color: int  # LOCOMOTIVE where all cards are
    cards: int
    locomotives: int


class BulletRouteClaimed(NamedTuple):
    seat: int
    route: int
    color: int
    cards: int
    locomotives: int
    steps: int  # on the bullet-train track


class BulletClaimOffer(NamedTuple):
    """One bullet-train route, for `length` cards in any of these ways."""

    seat: int
    route: int
    length: int
    ways: tuple[Way, ...]

    def commands(self) -> Iterator[ClaimBulletRoute]:
        for way in self.ways:
            for payment in way.payments(self.length):
                yield ClaimBulletRoute(self.seat, self.route, *payment)

    def sample(self, dice: Random) -> ClaimBulletRoute:
        payment = sample_payment(self.ways, self.length, dice)
        return ClaimBulletRoute(self.seat, self.route, *payment)


_SALE: Final = RouteSale(BOARD, BulletClaimOffer, ClaimBulletRoute)


def claimable_with_trains(state: Any, seat: int) -> TrackSet:
    # JP-B3: when the pieces have run out, the bullet-train routes still open become ordinary.
    if state.bullet_pieces:
        return ORDINARY_TRACKS
    return BOARD.all_tracks & ~built_bullet_tracks(state)


def trains_stay_off_bullet_tracks(state: State, command: ClaimRoute) -> IllegalMove | None:
    if claimable_with_trains(state, command.seat) >> command.route & 1:
        return None
    return _belongs_to_everyone(state, command.route) or IllegalMove(
        "JP-B1", f"{BOARD.name(command.route)} is a bullet-train route: claim it as one."
    )


def _belongs_to_everyone(state: State, route: int) -> IllegalMove | None:
    # JP-B2: a claimed bullet-train route belongs to everyone.
    if built_bullet_tracks(state) >> route & 1:
        return IllegalMove("JP-B2", f"{BOARD.name(route)} is built and belongs to everyone.")
    return None


def _claim(state: State, command: ClaimBulletRoute, chance: Chance) -> list[Event] | IllegalMove:
    seat, route, color, cards, locomotives = command
    if state.phase != "turns" or state.pending:
        return IllegalMove("TR-T1", "One action a turn: finish the one that you have begun.")
    if not BULLET_TRACKS >> route & 1:
        return IllegalMove("JP-B1", f"{BOARD.name(route)} is no bullet-train route.")
    if not state.bullet_pieces:
        return IllegalMove("JP-B3", "The bullet-train pieces have run out: claim it with trains.")
    refusal = _belongs_to_everyone(state, route)
    if refusal is not None:
        return refusal
    # JP-B1: as many cards of one color as it is long, and none of the player's trains.
    track = BOARD.tracks[route]
    price = BOARD.prices[track.price]
    fault = fault_in_payment(price, state.hands[seat], color, cards, locomotives)
    if fault is not None:
        return fault
    return [new(BulletRouteClaimed, (seat, route, color, cards, locomotives, track.length))]


def legal_bullet_claims(state: State, seat: int) -> Sequence[Offer] | Offers:
    if state.pending or not state.bullet_pieces:
        return ()
    hand = state.hands[seat]
    tracks = affordable(BOARD, hand) & BULLET_TRACKS
    tracks ^= tracks & state.taken()
    return RouteOffers(_SALE, tracks, seat, hand) if tracks else ()


def _bullet_route_claimed(state: State, event: BulletRouteClaimed) -> None:
    seat, route, color, cards, locomotives, steps = event
    discard(state.hands[seat], state.discard, color, cards, locomotives)
    # JP-B1: it takes one bullet-train piece, scores no points, and moves the marker forward by its
    # length.  JP-F4: the count goes on past the end of the printed track.
    state.bullet_pieces -= 1
    state.bullet_routes[seat] |= 1 << route
    state.bullet_progress[seat] += steps
    state.claims.append(route)
    state.passes = 0


BULLET_TRAINS = Mechanic(
    commands=(
        Layout(ClaimBulletRoute, seat=public(SEAT), route=public(BOARD.TRACK), **PAYMENT_FIELDS),
    ),
    events=(
        Layout(
            BulletRouteClaimed,
            "{seat} builds the bullet-train route {route} and moves {steps} forward.",
            seat=public(SEAT),
            route=public(BOARD.TRACK),
            **PAYMENT_FIELDS,
            steps=public(COUNT),
        ),
    ),
    offers=(
        Layout(
            BulletClaimOffer,
            seat=public(SEAT),
            route=public(BOARD.TRACK),
            length=public(COUNT),
            ways=public(tuple_of(record(WAY))),
        ),
    ),
    decides={ClaimBulletRoute: _claim},
    evolves={BulletRouteClaimed: _bullet_route_claimed},
    legal={"turns": legal_bullet_claims},
)
