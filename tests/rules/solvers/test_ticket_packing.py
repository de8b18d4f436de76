from collections.abc import Callable, Sequence
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.solvers.few_tickets import best_of_few
from rules.solvers.packing_ticket import PackingTicket
from rules.solvers.ticket_choice import FEW_TICKETS
from rules.solvers.ticket_packing import Payment, best_completion, fault_in_payments
from rules.solvers.ticket_sweep import best_of_many
from tests.rules.solvers.deck import DECK

FULL_TRACK = [10] * 8 + [16]


def cards(locomotives: int = 0, **colors: int) -> list[int]:
    names = ("purple", "blue", "orange", "white", "green", "yellow", "black", "red")
    return [colors.get(name, 0) for name in names] + [locomotives]


def ticket(id: str, points: int = 5, ends: int = 0, **colors: int) -> PackingTicket:
    return PackingTicket(id, points, tuple(cards(**colors)[:8]), ends)


def best_payments(tickets: Sequence[PackingTicket], track: Sequence[int]) -> list[Payment]:
    by_id = sorted(tickets, key=lambda ticket: ticket.id)
    best = best_completion(by_id, list(track))
    return [Payment(by_id[index].id, paid) for index, paid in best]


def completed(completion: list[Payment]) -> list[str]:
    return [payment.ticket for payment in completion]


def points_of(completion: list[Payment]) -> int:
    points = {t.id: t.points for t in DECK}
    return sum(points[payment.ticket] for payment in completion)


def best_by_trying_all(tickets: Sequence[PackingTicket], track: Sequence[int]) -> list[str]:
    """CG-E6 word for word, over every choice there is."""
    best = None
    for size in range(len(tickets) + 1):
        for choice in combinations(tickets, size):
            needs = [sum(t.need[color] for t in choice) for color in range(8)]
            locomotives = sum(
                max(0, need - have) for need, have in zip(needs, track[:8], strict=True)
            )
            if locomotives <= track[8]:
                points = sum(t.points for t in choice)
                ends = sum(t.big_city_ends for t in choice)
                ids = sorted(t.id for t in choice)
                rank = (-points, -size, -ends, locomotives, ids)
                if best is None or rank < best:
                    best = rank
    assert best is not None
    return best[4]


def worth_by(search: Callable[..., int], tickets: list[PackingTicket], track: list[int]) -> int:
    """What a search for few or for many tickets finds: here worth is points, then a bit for each."""
    one_point = 2 ** len(tickets) * (track[8] + 1)
    worths = [t.points * one_point + 2**bit for bit, t in enumerate(tickets)]
    return search(worths, tickets, list(track), 2 ** len(tickets), one_point)


few = st.integers(0, 2)
# Points, needs and ends from so few values that ties on every level are common.
tied_tickets = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.tuples(few, few, few).filter(any).map(lambda need: (*need, 0, 0, 0, 0, 0)),
        few,
    ),
    max_size=9,
).flatmap(
    lambda rows: st.permutations([f"t{index}" for index in range(len(rows))]).map(
        lambda ids: [PackingTicket(i, *row) for i, row in zip(ids, rows, strict=True)]
    )
)
small_tracks = st.tuples(*[st.integers(0, 5)] * 3, *[st.integers(0, 1)] * 5, st.integers(0, 5))


@given(tied_tickets, small_tracks)
@settings(max_examples=400)
def test_cg_e6_the_completion_is_the_best_under_the_whole_order(tickets, track):
    completion = best_payments(tickets, track)
    assert completed(completion) == best_by_trying_all(tickets, track)
    assert fault_in_payments(tickets, track, completion) is None
    few, many = (worth_by(search, tickets, track) for search in (best_of_few, best_of_many))
    assert few == many


@given(
    st.lists(st.sampled_from(DECK), unique=True, max_size=10),
    st.tuples(*[st.integers(0, 5)] * 8, st.integers(0, 6)),
)
@settings(max_examples=60)
def test_cg_e6_hands_of_the_real_deck_are_completed_best(tickets, track):
    assert completed(best_payments(tickets, track)) == best_by_trying_all(tickets, track)


@given(
    st.lists(st.sampled_from(DECK), unique=True, min_size=11, max_size=FEW_TICKETS),
    st.tuples(*[st.integers(0, 5)] * 8, st.integers(0, 6)),
)
@settings(max_examples=100)
def test_cg_e6_both_ways_to_solve_a_hand_agree(tickets, track):
    few, many = (worth_by(search, tickets, track) for search in (best_of_few, best_of_many))
    assert few == many


@given(st.integers(0, 2**46 - 1), st.tuples(*[st.integers(0, m) for m in FULL_TRACK]))
@settings(max_examples=40)
def test_cg_e6_in_large_hands_no_exchange_of_one_ticket_does_better(hand, track):
    tickets = [t for index, t in enumerate(DECK) if hand >> index & 1]
    completion = best_payments(tickets, track)
    assert fault_in_payments(tickets, track, completion) is None
    chosen = [t for t in tickets if t.id in completed(completion)]
    others = [t for t in tickets if t not in chosen]
    for added in [[], *([t] for t in others)]:
        for dropped in [[], *([t] for t in chosen)]:
            changed = [t for t in chosen if t not in dropped] + added
            needs = [sum(t.need[color] for t in changed) for color in range(8)]
            short = sum(max(0, need - have) for need, have in zip(needs, track[:8], strict=True))
            if short <= track[8] and changed != chosen:
                assert worth(changed, short) > worth(chosen, locomotives_in(completion))


def worth(tickets, locomotives):
    """Lower is better."""
    points, ends = sum(t.points for t in tickets), sum(t.big_city_ends for t in tickets)
    return (-points, -len(tickets), -ends, locomotives, sorted(t.id for t in tickets))


def locomotives_in(completion):
    return sum(payment.cards[8] for payment in completion)


def test_cg_e6_most_points_come_first():
    one_dear = ticket("dear", 11, red=2)
    two_cheap = [ticket("b", 5, red=1), ticket("c", 5, red=1)]
    assert completed(best_payments([one_dear, *two_cheap], cards(red=2))) == ["dear"]


def test_cg_e6_of_equal_points_most_tickets_count():
    one_dear = ticket("a", 10, ends=2, red=2)
    two_cheap = [ticket("b", 5, red=1), ticket("c", 5, red=1)]
    assert completed(best_payments([one_dear, *two_cheap], cards(red=2))) == ["b", "c"]


def test_cg_e6_of_equally_many_tickets_most_big_city_ends_count():
    tickets = [ticket("a", ends=1, red=1), ticket("b", ends=2, blue=1)]
    assert completed(best_payments(tickets, cards(red=1))) == ["a"]
    assert completed(best_payments(tickets, cards(locomotives=1))) == ["b"]


def test_cg_e6_of_equal_ends_the_fewest_locomotives_count():
    tickets = [ticket("a", red=1, white=1), ticket("b", blue=1, white=1)]
    assert completed(best_payments(tickets, cards(white=1, blue=1, locomotives=1))) == ["b"]


def test_cg_e6_one_big_city_end_outweighs_any_number_of_locomotives():
    tickets = [ticket("a", red=1, white=1), ticket("b", ends=1, blue=2, white=1)]
    assert completed(best_payments(tickets, cards(red=1, white=1, locomotives=2))) == ["b"]


def test_cg_e6_at_last_the_lowest_ids_count():
    tickets = [ticket(id, red=1) for id in ("d", "b", "c", "a")]
    assert completed(best_payments(tickets, cards(red=2))) == ["a", "b"]


def test_cg_e6_the_lowest_ids_are_compared_one_by_one():
    # {a, d} beats {b, c}: its lowest id is lower, whatever follows.
    tickets = [
        ticket("a", red=1, green=1),
        ticket("d", blue=1, white=1),
        ticket("b", red=1, blue=1),
        ticket("c", green=1, white=1),
    ]
    track = cards(red=1, blue=1, green=1, white=1)
    assert completed(best_payments(tickets, track)) == ["a", "d"]


def test_cg_e6_many_equal_tickets_do_not_make_it_slow():
    reds = [ticket(f"red-{index:02}", red=1) for index in range(20)]
    blues = [ticket(f"blue-{index:02}", blue=1) for index in range(20)]
    found = completed(best_payments(reds + blues, cards(locomotives=16)))
    assert found == [f"blue-{index:02}" for index in range(16)]


def test_cg_e4_a_locomotive_stands_for_any_color_and_colored_cards_are_spent_first():
    tickets = [ticket("a", red=1, blue=1), ticket("b", red=1)]
    completion = best_payments(tickets, cards(red=1, blue=1, locomotives=3))
    assert completion == [
        Payment("a", tuple(cards(red=1, blue=1))),
        Payment("b", tuple(cards(locomotives=1))),
    ]


def test_cg_e6_the_full_track_completes_447_points_of_the_whole_deck():
    completion = best_payments(DECK, FULL_TRACK)
    assert points_of(completion) == 447
    assert fault_in_payments(DECK, FULL_TRACK, completion) is None


@pytest.mark.parametrize(
    ("track", "points", "tickets", "ends"),
    [
        ([8, 5, 10, 9, 10, 3, 8, 7, 15], 353, 27, 38),
        ([9, 6, 9, 7, 9, 6, 9, 6, 11], 340, 25, 35),
        ([7, 6, 8, 2, 8, 6, 10, 3, 12], 293, 23, 35),
        ([10, 4, 5, 10, 5, 5, 6, 9, 15], 327, 25, 36),
        ([7, 5, 8, 6, 8, 3, 9, 6, 12], 304, 24, 35),
        ([6, 5, 5, 5, 9, 3, 10, 7, 9], 279, 23, 35),
    ],
)
def test_cg_e6_hard_tracks_are_solved_as_a_search_without_shortcuts_did(
    track, points, tickets, ends
):
    # The figures are from a depth-first search that merges no states.
    completion = best_payments(DECK, track)
    chosen = [t for t in DECK if t.id in completed(completion)]
    assert points_of(completion) == points
    assert len(chosen) == tickets
    assert sum(t.big_city_ends for t in chosen) == ends


def test_cg_e3_without_tickets_or_without_cards_nothing_is_completed():
    assert best_payments([], FULL_TRACK) == []
    assert best_payments(DECK, [0] * 9) == []


@pytest.mark.parametrize(
    ("payments", "fault"),
    [
        ([("a", cards(red=1, blue=1))], None),
        ([("a", cards(red=1, locomotives=1)), ("b", cards(red=1))], None),
        ([("x", cards(red=1))], "You do not hold the ticket x."),
        ([("b", cards(red=1))] * 2, "The ticket b is paid twice: it is completed once."),
        ([("b", cards(blue=1))], "The ticket b needs 0 blue, not 1."),
        ([("a", cards(red=1))], "The ticket a takes 2 cards, not 1."),
        ([("b", cards(red=1, locomotives=1))], "The ticket b takes 1 cards, not 2."),
        ([("b", [1])], "The cards for b must be 9 numbers, none below zero."),
        ([("b", cards(red=2, blue=-1))], "The cards for b must be 9 numbers, none below zero."),
        (
            [("a", cards(locomotives=2)), ("b", cards(locomotives=1))],
            "There are 2 locomotive cards on your track, not 3.",
        ),
        ([("c", cards(red=3))], "There are 2 red cards on your track, not 3."),
    ],
)
def test_cg_e4_a_chosen_completion_is_checked(payments, fault):
    tickets = [ticket("a", red=1, blue=1), ticket("b", red=1), ticket("c", red=3)]
    track = cards(red=2, blue=1, locomotives=2)
    chosen = [Payment(id, tuple(paid)) for id, paid in payments]
    assert fault_in_payments(tickets, track, chosen) == fault


@pytest.mark.parametrize(
    ("tickets", "track", "complaint"),
    [
        ([], [1] * 8, "cards must be 9 counts"),
        ([], [-1] + [0] * 8, "cards must be 9 counts"),
        ([], [64] + [0] * 8, "cards must be 9 counts from 0 to 63"),
        ([ticket("a"), ticket("a")], [1] * 9, "in the order of their ids, each once"),
        ([ticket("b"), ticket("a")], [1] * 9, "in the order of their ids, each once"),
    ],
)
def test_nonsense_is_refused(tickets, track, complaint):
    with pytest.raises(ValueError, match=complaint):
        best_completion(tickets, track)


@pytest.mark.parametrize(
    ("points", "need", "ends", "complaint"),
    [
        (5, (1,), 0, "a must need 8 counts"),
        (5, (-1, 1, 0, 0, 0, 0, 0, 0), 0, "a must need 8 counts, none below zero"),
        (5, (60, 4, 0, 0, 0, 0, 0, 0), 0, "at most 63 together"),
        (-1, (1, 0, 0, 0, 0, 0, 0, 0), 0, "a must have points"),
        (5, (1, 0, 0, 0, 0, 0, 0, 0), 3, "0 to 2 big-city ends"),
    ],
)
def test_a_ticket_that_nobody_could_print_is_refused(points, need, ends, complaint):
    with pytest.raises(ValueError, match=complaint):
        PackingTicket("a", points, need, ends)
