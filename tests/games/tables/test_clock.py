"""Time is charged from recorded events, to the people who are waited on, and to nobody in a pause."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from games.tables.clock import (
    Control,
    SeatClock,
    Step,
    advance,
    extend,
    first_deadline,
    from_json,
    new_clocks,
    run_out,
    to_json,
)

START = datetime(2026, 11, 16, tzinfo=UTC)
PER_TURN = Control("per_turn", seconds=60)
PER_GAME = Control("per_game", seconds=100, increment=5)


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def step(
    at: float,
    *awaited: int,
    begun: tuple[int, ...] = (),
    together: bool = False,
    paused: bool = False,
    played_for: tuple[int, ...] = (),
    is_new_phase: bool = False,
) -> Step:
    return Step(after(at), awaited, begun, together, paused, played_for, is_new_phase)


def play(control: Control, *steps: Step, seats: int = 2) -> list[SeatClock]:
    clocks = new_clocks(control, seats)
    for one in steps:
        clocks = advance(clocks, control, one)
    return clocks


def test_a_turn_has_its_seconds_anew() -> None:
    clocks = play(
        PER_TURN, step(0, 0, begun=(0,)), step(50, 1, begun=(1,)), step(55, 0, begun=(0,))
    )
    assert first_deadline(clocks) == after(55 + 60)


def test_the_second_draw_of_a_turn_gets_no_new_time() -> None:
    clocks = play(PER_TURN, step(0, 0, begun=(0,)), step(20, 0))
    assert first_deadline(clocks) == after(60)


def test_a_turn_after_one_s_own_turn_begins_anew() -> None:
    clocks = play(PER_TURN, step(0, 0, begun=(0,)), step(20, 0, begun=(0,)))
    assert first_deadline(clocks) == after(80)


def test_the_bank_of_a_game_shrinks_by_what_a_turn_took_and_grows_by_the_increment() -> None:
    clocks = play(PER_GAME, step(0, 0, begun=(0,)), step(30, 1, begun=(1,)))
    assert clocks[0].bank == 100 - 30 + 5
    assert clocks[1].bank == 100
    clocks = advance(clocks, PER_GAME, step(40, 0, begun=(0,)))
    assert first_deadline(clocks) == after(40 + 75)


def test_nobody_is_charged_in_a_pause() -> None:
    clocks = play(PER_TURN, step(0, 0, begun=(0,)), step(20, 0, paused=True))
    assert first_deadline(clocks) is None
    assert run_out(clocks, after(10_000)) == []
    clocks = advance(clocks, PER_TURN, step(1000, 0))
    assert first_deadline(clocks) == after(1040)


def test_an_ai_has_no_clock() -> None:
    assert first_deadline(play(PER_TURN, step(0))) is None


def test_whoever_hands_a_seat_over_stops_its_clock() -> None:
    clocks = play(PER_TURN, step(0, 0, begun=(0,)), step(30))
    assert first_deadline(clocks) is None


def test_whoever_comes_back_in_the_same_turn_has_what_was_left_of_it() -> None:
    for control in (PER_TURN, PER_GAME):
        clocks = play(control, step(0, 0, begun=(0,)), step(30, played_for=(0,)))
        assert first_deadline(clocks) is None
        clocks = advance(clocks, control, step(50, 0))
        assert first_deadline(clocks) == after(50 + control.seconds - 30)


def test_what_an_ai_did_meanwhile_ends_the_turn() -> None:
    clocks = play(PER_GAME, step(0, 0, begun=(0,)), step(30, played_for=(0,)), step(40))
    assert clocks[0] == SeatClock(bank=100 - 30 + 5)


def test_without_a_control_nobody_runs_out() -> None:
    clocks = play(Control(), step(0, 0, begun=(0,)))
    assert run_out(clocks, after(10**9)) == []


def test_a_choice_made_together_has_a_limit_of_its_own() -> None:
    control = PER_GAME._replace(decision_seconds=10)
    clocks = play(control, step(0, 0, 1, together=True), step(4, 1))
    assert clocks[0].bank == 100
    assert run_out(clocks, after(10)) == [1]
    assert clocks[1].deciding


def test_who_had_the_last_turn_before_a_choice_of_all_has_as_long_as_the_others() -> None:
    control = PER_GAME._replace(decision_seconds=10)
    clocks = play(control, step(0, 0, begun=(0,)), step(30, 0, 1, together=True, is_new_phase=True))
    assert clocks[0].bank == 100 - 30 + 5, "the turn is over"
    assert [clock.deciding for clock in clocks] == [True, True]
    assert run_out(clocks, after(39.9)) == []
    assert run_out(clocks, after(40)) == [0, 1]
    assert advance(clocks, control, step(35, 0))[0].deadline == after(40), "one choice, one limit"


def test_a_seat_runs_out_at_its_deadline_and_not_before() -> None:
    clocks = play(PER_TURN, step(0, 0, begun=(0,)))
    assert run_out(clocks, after(59.999)) == []
    assert run_out(clocks, after(60)) == [0]


@given(st.lists(st.tuples(st.floats(0, 500), st.sampled_from([0, 1]), st.booleans()), max_size=20))
def test_clocks_survive_being_stored(moves: list[tuple[float, int, bool]]) -> None:
    at, steps = 0.0, []
    for wait, seat, paused in moves:
        at += round(wait, 3)
        steps.append(step(at, seat, begun=(seat,), paused=paused))
    clocks = play(PER_GAME, *steps)
    assert from_json(to_json(clocks)) == clocks


@given(st.lists(st.floats(0.001, 30), min_size=1, max_size=20))
def test_no_second_is_lost_or_charged_twice(turns: list[float]) -> None:
    """With no increment, what both have left and what was played add up to what they had."""
    control = Control("per_game", seconds=10_000)
    at, seat = 0.0, 0
    steps = [step(0, 0, begun=(0,))]
    for turn in turns:
        at += round(turn, 3)
        seat = 1 - seat
        steps.append(step(at, seat, begun=(seat,)))
    clocks = play(control, *steps)
    left = sum(clock.bank or 0 for clock in clocks)
    assert abs(left + at - 20_000) < 0.01


def test_more_time_moves_the_deadline_of_who_is_waited_on() -> None:
    clocks = extend(play(PER_TURN, step(0, 0)), 30)
    assert first_deadline(clocks) == after(90)
    assert clocks[1] == SeatClock()


def test_more_time_for_a_game_is_more_for_every_seat_of_it() -> None:
    clocks = extend(play(PER_GAME, step(0, 0)), 30)
    assert (clocks[0].left, clocks[1].bank) == (130, 130)
    # What it leaves of the longer time goes back into the bank, once.
    clocks = advance(clocks, PER_GAME, step(10, 1, begun=(1,)))
    assert [clocks[0].bank, clocks[1].left] == [125, 130]
