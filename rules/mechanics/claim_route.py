"""Action B: claim a route with train cards and trains."""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from rules.kernel.chance import Chance
from rules.kernel.edition import Event, Mechanic, Offer, Offers, new
from rules.kernel.illegal import IllegalMove
from rules.kernel.kinds import COUNT, INTEGER, MOST_SEATS, SEAT, tuple_of
from rules.kernel.layout import Layout, public, record
from rules.mechanics.board_state import BoardState
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
from rules.pieces.board import Board, TrackSet


class ClaimRoute(NamedTuple):
    seat: int
    route: int
    color: int  # LOCOMOTIVE where all cards are
    cards: int
    locomotives: int


class RouteClaimed(NamedTuple):
    seat: int
    route: int
    color: int
    cards: int
    locomotives: int
    trains: int


class ParallelTracksClosed(NamedTuple):
    tracks: TrackSet
    seats: tuple[int, ...]


class RouteScored(NamedTuple):
    seat: int
    route: int
    points: int


class ClaimOffer(NamedTuple):
    """One route, for `length` cards in any of these ways."""

    seat: int
    route: int
    length: int
    ways: tuple[Way, ...]

    def commands(self) -> Iterator[ClaimRoute]:
        for way in self.ways:
            for payment in way.payments(self.length):
                yield ClaimRoute(self.seat, self.route, *payment)

    def sample(self, dice: Random) -> ClaimRoute:
        seat, route, length, ways = self
        color, cards, locomotives = sample_payment(ways, length, dice)
        return new(ClaimRoute, (seat, route, color, cards, locomotives))


class Claims:
    """`claimable` says which tracks an edition lets a seat claim with trains, where they are open, if not
    all of them; a constraint of the edition refuses the others in its own words."""

    def __init__(
        self,
        board: Board,
        *,
        claimable: Callable[[BoardState, int], TrackSet] | None = None,
        parallel_rule: str = "TR-B7",
    ) -> None:
        self.board = board
        self.sale = RouteSale(board, ClaimOffer, ClaimRoute)
        self.claimable = claimable
        self.parallel_rule = parallel_rule
        # The same few follow over and over: each is made once, by seat and by track, as the list that is answered.
        self.closings = [
            [[ParallelTracksClosed(track.parallel, (seat,))] for track in board.tracks]
            for seat in range(MOST_SEATS)
        ]
        self.payments = [
            [
                [RouteScored(seat, i, board.points[track.length])]
                for i, track in enumerate(board.tracks)
            ]
            for seat in range(MOST_SEATS)
        ]
        self.mechanic = Mechanic(
            commands=(
                Layout(ClaimRoute, seat=public(SEAT), route=public(board.TRACK), **PAYMENT_FIELDS),
            ),
            events=_events(board),
            offers=(
                Layout(
                    ClaimOffer,
                    seat=public(SEAT),
                    route=public(board.TRACK),
                    length=public(COUNT),
                    ways=public(tuple_of(record(WAY))),
                ),
            ),
            decides={ClaimRoute: self.decide},
            evolves={
                RouteClaimed: _route_claimed,
                ParallelTracksClosed: _parallel_tracks_closed,
                RouteScored: _route_scored,
            },
            legal={"turns": self.legal},
        )

    def decide(
        self, state: BoardState, command: ClaimRoute, chance: Chance
    ) -> list[Event] | IllegalMove:
        seat, route, color, cards, locomotives = command
        track = self.board.tracks[route]
        refusal = self.refuse_track(state, seat, route)
        if refusal is not None:
            return refusal
        # TR-B3: without enough trains left it can't be claimed.
        if state.trains[seat] < track.length:
            return IllegalMove(
                "TR-B3",
                f"The route takes {track.length} trains, and you have {state.trains[seat]} left.",
                {"length": track.length, "trains": state.trains[seat]},
            )
        price = self.board.prices[track.price]
        fault = fault_in_payment(price, state.hands[seat], color, cards, locomotives)
        if fault is not None:
            return fault
        return [new(RouteClaimed, (seat, route, color, cards, locomotives, track.length))]

    def refuse_track(self, state: BoardState, seat: int, route: int) -> IllegalMove | None:
        """Why this track is not open to the seat, whatever it would pay."""
        # TR-B4: one route a turn.
        if state.phase != "turns" or state.pending:
            return IllegalMove("TR-T1", "One action a turn: finish the one that you have begun.")
        bit = 1 << route
        if state.taken() & bit:
            holders = [holder for holder, routes in enumerate(state.routes) if routes & bit]
            whose = "you" if seat in holders else f"seat {holders[0] + 1}"
            return IllegalMove("TR-B4", f"{self.board.name(route)} is claimed by {whose}.")
        if state.closed[seat] & bit:
            # TR-B6: no player ever claims two of the parallel tracks.
            if state.routes[seat] & self.board.tracks[route].parallel:
                return IllegalMove("TR-B6", "You hold a parallel track between these cities.")
            # TR-B7: with 2 or 3 players one claimed track closes the others to all.
            return IllegalMove(
                self.parallel_rule, f"With {state.seats} players only one of the tracks is claimed."
            )
        return None

    def legal(self, state: BoardState, seat: int) -> Sequence[Offer] | Offers:
        if state.pending:
            return ()
        board, hand = self.board, state.hands[seat]
        tracks = affordable(board, hand)
        tracks ^= tracks & (
            state.taken() | state.closed[seat]
        )  # `& ~` makes a negative number: slow
        if state.trains[seat] < board.longest:
            tracks &= board.within[state.trains[seat]]
        # TR-B4: any open route may be claimed; it need not join the player's other routes.
        if tracks and self.claimable is not None:
            tracks &= self.claimable(state, seat)
        return RouteOffers(self.sale, tracks, seat, hand) if tracks else ()

    def close_parallel_tracks(
        self, state: BoardState, event: RouteClaimed, chance: Chance
    ) -> list[Event]:
        parallel = self.board.tracks[event.route].parallel
        if not parallel:
            return []
        # TR-B7: with 2 or 3 players the others are closed to all ...
        if state.seats <= 3:
            return [ParallelTracksClosed(parallel, tuple(range(state.seats)))]
        # TR-B6: ... and with more to the player who has claimed one of them.
        return self.closings[event.seat][event.route]

    def pay_claimer(self, state: BoardState, event: RouteClaimed, chance: Chance) -> list[Event]:
        # TR-B5: the points for its length are scored at once.
        return self.payments[event.seat][event.route]


def _route_claimed(state: BoardState, event: RouteClaimed) -> None:
    seat, route, color, cards, locomotives, trains = event
    # TR-B3: the cards are discarded; the player puts that many of their trains on the route.
    discard(state.hands[seat], state.discard, color, cards, locomotives)
    state.trains[seat] -= trains
    state.routes[seat] |= 1 << route
    state.claims.append(route)
    state.passes = 0


def _parallel_tracks_closed(state: BoardState, event: ParallelTracksClosed) -> None:
    for seat in event.seats:
        state.closed[seat] |= event.tracks


def _route_scored(state: BoardState, event: RouteScored) -> None:
    state.scores[event.seat] += event.points


def _events(board: Board) -> tuple[Layout, ...]:
    return (
        Layout(
            RouteClaimed,
            "{seat} claims {route} for {cards} {color} and {locomotives} locomotives.",
            seat=public(SEAT),
            route=public(board.TRACK),
            **PAYMENT_FIELDS,
            trains=public(COUNT),
        ),
        Layout(
            ParallelTracksClosed,
            "Closed by a claim beside them: {tracks}.",
            tracks=public(board.TRACK_SET),
            seats=public(tuple_of(SEAT)),
        ),
        Layout(
            RouteScored,
            "{seat} scores {points} for {route}.",
            seat=public(SEAT),
            route=public(board.TRACK),
            points=public(INTEGER),
        ),
    )
