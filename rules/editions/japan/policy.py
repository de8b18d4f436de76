"""The AIs in Japan: bullet trains cost them no trains, and those of everybody help."""

from rules.editions.japan.bullet_trains import ClaimBulletRoute
from rules.editions.japan.state import BOARD, BULLET_TRACKS, State, built_bullet_tracks
from rules.kernel.edition import Command
from rules.mechanics.claim_route import ClaimRoute
from rules.mechanics.payment import Payment
from rules.policies.board_sight import Terms, plain_customs


def _terms(state: State, seat: int) -> Terms:
    return Terms(
        goals=lambda ticket: [BOARD.tickets[ticket][1:3]],
        shared=built_bullet_tracks(state),
        without_trains=BULLET_TRACKS if state.bullet_pieces else 0,
    )


def _claim(state: State, seat: int, track: int, payment: Payment) -> Command:
    if state.bullet_pieces and BULLET_TRACKS >> track & 1:
        return ClaimBulletRoute(seat, track, *payment)
    return ClaimRoute(seat, track, *payment)


CUSTOMS = plain_customs(BOARD)._replace(terms=_terms, claim=_claim)
