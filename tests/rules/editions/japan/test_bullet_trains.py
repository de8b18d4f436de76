"""JP-B: bullet trains, and what becomes of their routes when the pieces run out."""

import pytest

from rules import Chance, editions, legal_moves, start
from rules.editions.japan.bullet_trains import BulletClaimOffer, BulletRouteClaimed
from rules.editions.japan.state import BOARD
from rules.mechanics.claim_route import ClaimOffer, RouteClaimed, RouteScored
from rules.mechanics.draw_train_cards import DrawBlind
from rules.mechanics.tickets import DrawTickets, FirstTicketsSettled, KeepTickets
from rules.mechanics.turns import Pass, TurnBegan
from tests.given import Given
from tests.rules.boards import LOCOMOTIVE, PURPLE, RED, WHITE, claim, counts, table
from tests.rules.editions.japan.railway import ALL_BULLETS, build, railway

JAPAN = editions()["japan"]

KYOTO_NAGOYA = "kyoto-nagoya-bullet"  # two long
LAST = ALL_BULLETS[-1]  # Tokyo - Utsunomiya, two long


def routes_offered(game: Given, kind: type, seat: int = 0) -> set[str]:
    offers = legal_moves(JAPAN, game.state, seat)
    return {BOARD.tracks[offer.route].id for offer in offers if isinstance(offer, kind)}


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_jp_s1_four_tickets_are_dealt_and_at_least_two_kept(seats: int) -> None:
    chance = Chance(bytes(32), [str(seat) for seat in range(seats)])
    game = Given(JAPAN, start(JAPAN, seats, {}, chance)[0], chance)
    offered = list(game.state.offered)
    assert [len(tickets) for tickets in offered] == [4] * seats
    game.when(KeepTickets(0, offered[0][:1])).refused("JP-S1", "at least 2 of the 4")
    for seat in range(seats):
        game.when(KeepTickets(seat, offered[seat][:2]))
    settled = next(event for event in game.events if isinstance(event, FirstTicketsSettled))
    back = sorted(ticket for tickets in offered for ticket in tickets[2:])
    assert list(settled.returned) == chance.shuffled(back, "returned_tickets:1")
    assert game.state.turn == 0


def test_jp_c1_three_tickets_are_drawn_and_at_least_one_is_kept() -> None:
    game = railway().when(DrawTickets(0))
    assert len(game.state.offered[0]) == 3
    game.when(KeepTickets(0, ())).refused("JP-C1", "at least 1 of the 3")


def test_jp_b1_a_bullet_route_takes_a_piece_and_no_trains_and_scores_steps() -> None:
    game = railway(hands=["2 red"])
    route = BOARD.track[KYOTO_NAGOYA]
    game.when(build(0, KYOTO_NAGOYA, RED, 2)).then(
        BulletRouteClaimed(0, route, RED, 2, 0, 2), TurnBegan(1)
    )
    assert game.state.trains == [20, 20]
    assert game.state.scores == [0, 0]
    assert game.state.bullet_pieces == 15
    assert game.state.bullet_progress == [2, 0]
    assert game.state.discard == counts("2 red")


def test_jp_b1_locomotives_as_usual() -> None:
    game = railway(hands=["1 red, 1 locomotive"])
    game.when(build(0, KYOTO_NAGOYA, RED, 1, 1))
    assert game.refusal is None
    game = railway(hands=["2 locomotive"])
    game.when(build(0, KYOTO_NAGOYA, LOCOMOTIVE, 0, 2))
    assert game.refusal is None


def test_jp_b1_a_player_with_no_trains_left_can_still_claim_one() -> None:
    game = railway(hands=["2 red"], trains=[0])
    assert routes_offered(game, ClaimOffer) == set()
    assert KYOTO_NAGOYA in routes_offered(game, BulletClaimOffer)
    game.when(build(0, KYOTO_NAGOYA, RED, 2))
    assert game.refusal is None


def test_jp_b1_the_payment_is_checked_as_for_any_route() -> None:
    game = railway(hands=["3 red"])
    game.when(build(0, KYOTO_NAGOYA, RED, 3)).refused("TR-B2", "exactly 2")
    game.when(build(0, KYOTO_NAGOYA, WHITE, 2)).refused("TR-B2", "0 white")


def test_jp_b1_an_ordinary_route_is_not_built_and_a_bullet_route_takes_no_trains() -> None:
    game = railway(hands=["3 white, 2 red"])
    game.when(build(0, "aomori-hakodate-white", WHITE, 3)).refused("JP-B1", "no bullet-train")
    game.when(claim(game, 0, KYOTO_NAGOYA, RED, 2)).refused("JP-B1", "claim it as one")
    assert KYOTO_NAGOYA not in routes_offered(game, ClaimOffer)
    assert "aomori-hakodate-white" not in routes_offered(game, BulletClaimOffer)


def test_jp_b1_one_action_a_turn() -> None:
    game = railway(hands=["2 red"]).when(DrawBlind(0))
    game.when(build(0, KYOTO_NAGOYA, RED, 2)).refused("TR-T1")


def test_jp_b2_a_built_route_belongs_to_everyone_and_is_not_claimed_again() -> None:
    game = railway(bullets=[[], [KYOTO_NAGOYA]], hands=["2 red"])
    game.when(build(0, KYOTO_NAGOYA, RED, 2)).refused("JP-B2", "belongs to everyone")
    game.when(claim(game, 0, KYOTO_NAGOYA, RED, 2)).refused("JP-B2")
    assert KYOTO_NAGOYA not in routes_offered(game, BulletClaimOffer)


def without_pieces(**laid: object) -> Given:
    return railway(bullets=[ALL_BULLETS[:8], ALL_BULLETS[8:16]], **laid)  # type: ignore[arg-type]


def test_jp_b3_the_last_piece_makes_the_open_routes_ordinary_in_mid_game() -> None:
    game = railway(bullets=[ALL_BULLETS[:8], ALL_BULLETS[8:15]], hands=["2 red", "2 white"])
    assert game.state.bullet_pieces == 1
    assert LAST not in routes_offered(game, ClaimOffer)
    game.when(build(0, "takasaki-tokyo-bullet", RED, 2))
    assert game.state.bullet_pieces == 0
    assert LAST in routes_offered(game, ClaimOffer, 1)
    assert routes_offered(game, BulletClaimOffer, 1) == set()


def test_jp_b3_then_they_take_trains_and_score_points_and_no_steps() -> None:
    game = without_pieces(hands=["2 red"])
    before = list(game.state.bullet_progress)
    game.when(build(0, LAST, RED, 2)).refused("JP-B3", "run out")
    game.when(claim(game, 0, LAST, RED, 2)).then(
        RouteClaimed(0, BOARD.track[LAST], RED, 2, 0, 2),
        RouteScored(0, BOARD.track[LAST], 2),
        TurnBegan(1),
    )
    assert game.state.trains == [18, 20]
    assert game.state.bullet_progress == before


def test_jp_b3_a_route_claimed_with_trains_is_its_owners_alone() -> None:
    game = without_pieces(routes=[[LAST]], hands=["", "2 red"], turn=1)
    game.when(claim(game, 1, LAST, RED, 2)).refused("TR-B4", "seat 1")


def test_jp_b3_routes_built_before_stay_everyones() -> None:
    game = without_pieces(hands=["4 red"])
    game.when(claim(game, 0, ALL_BULLETS[0], RED, 2)).refused("JP-B2")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_jp_b4_one_player_may_hold_both_routes_from_aomori_to_hakodate(seats: int) -> None:
    game = railway(seats=seats, bullets=[["aomori-hakodate-bullet"]], hands=["3 white"])
    game.when(claim(game, 0, "aomori-hakodate-white", WHITE, 3)).then_among_others(TurnBegan(1))
    assert game.state.closed == [0] * seats


def test_jp_b4_claiming_one_of_them_leaves_the_other_open() -> None:
    game = railway(routes=[["aomori-hakodate-white"]], hands=["", "2 red"], turn=1)
    game.when(build(1, "aomori-hakodate-bullet", RED, 2))
    assert game.refusal is None


def test_jp_b4_parallel_tracks_elsewhere_are_as_in_the_base_game() -> None:
    laid = {"routes": [["hiroshima-masuda-white"]], "hands": ["1 red", "1 red"]}
    own = table("japan", seats=5, **laid)  # type: ignore[arg-type]
    own.when(claim(own, 0, "hiroshima-masuda-red", RED, 1)).refused("TR-B6")
    three = table("japan", seats=3, turn=1, **laid)  # type: ignore[arg-type]
    three.when(claim(three, 1, "hiroshima-masuda-red", RED, 1)).refused("TR-B7")
    four = table("japan", seats=4, turn=1, **laid)  # type: ignore[arg-type]
    four.when(claim(four, 1, "hiroshima-masuda-red", RED, 1))
    assert four.refusal is None


def test_jp_b5_routes_on_an_inset_are_claimed_as_any_other() -> None:
    game = railway(hands=["2 purple"])
    game.when(claim(game, 0, "tokyo-ueno-purple", PURPLE, 2)).then_among_others(
        RouteScored(0, BOARD.track["tokyo-ueno-purple"], 2)
    )


def test_tr_t1_a_player_who_can_only_build_does_not_pass() -> None:
    game = railway(hands=["2 red", ""], trains=[0], row="", rest="last_hand", ticket_deck=())
    game.when(Pass(0)).refused("TR-T1")
    assert not game.is_offered(Pass(0))
    assert routes_offered(game, BulletClaimOffer)
