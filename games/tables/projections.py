"""The columns of `Game` that say where a game stands, from the state that its log leads to.

They are written in the transaction that appends the events, and they can be thrown away: `rebuild`
makes the same from the log.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Any

from games.tables import clock, event_store
from games.tables.models import Game
from games.tables.sitters import Sitter, sitters_of
from rules import Edition, editions, evolve
from rules.kernel.edition import Event
from rules.kernel.result import RESULT
from rules.kernel.rulings import GamePaused, GameResumed, TimeExtended

COLUMNS = {  # and their types in PostgreSQL
    "status": "text",
    "ended_at": "timestamptz",
    "head_seq": "int",
    "head_digest": "text",
    "moved_at": "timestamptz",
    "phase": "text",
    "round": "smallint",
    "waiting_on": "jsonb",
    "due": "text",
    "awaits": "text",
    "paused": "boolean",
    "judge_called": "boolean",
    "clock": "jsonb",
    "deadline": "timestamptz",
    "scores": "jsonb",
    "result": "jsonb",
}

# What every edition calls the event that gives a seat its turn.
TURN_BEGAN = "turn_began"

LAST = 2**31 - 1

# The reason of a pause that the clock asks for; a judge then decides what happens.
JUDGE_CALLED = "time_ran_out"


def who_plays(state: Any, seats: Sequence[Sitter], number: int) -> str:
    """The policy that plays a seat, or "" where its own player does."""
    return state.handed_to[number] or seats[number].policy


def control_of(game: Game) -> clock.Control:
    return clock.Control(
        kind=game.time_control["kind"],
        seconds=game.time_control.get("seconds", 0),
        increment=game.time_control.get("increment", 0),
        decision_seconds=game.decision_seconds,
    )


def project(
    game: Game,
    seats: Sequence[Sitter],
    edition: Edition,
    state: Any,
    events: Sequence[Event],
    head: event_store.Head,
) -> None:
    """Sets the projection columns of `game` to what holds after these events."""
    is_new_phase = game.phase != state.phase
    game.head_seq, game.head_digest, game.moved_at = head
    game.phase = state.phase
    game.round = getattr(state, "round", None)
    game.waiting_on = list(state.waiting_on)
    game.due = state.due or ""
    game.paused = state.paused
    game.scores = list(getattr(state, "scores", ()))
    game.awaits = _awaits(state, seats, game.seed_held)
    _project_calls(game, events)
    _project_clock(game, seats, edition, state, events, is_new_phase)
    if state.result is not None:
        game.result = RESULT.encode(state.result)
        if game.status == Game.Status.RUNNING:
            game.ended_at = game.moved_at
        game.status = Game.Status.OVER


def _awaits(state: Any, seats: Sequence[Sitter], seed_held: bool) -> str:
    if state.paused or (seed_held and state.result is not None):
        return Game.Awaits.NOBODY
    if state.due is not None:
        return Game.Awaits.SERVICE
    if any(who_plays(state, seats, number) for number in state.waiting_on):
        return Game.Awaits.POLICY
    return Game.Awaits.PEOPLE if state.waiting_on else Game.Awaits.NOBODY


def _project_calls(game: Game, events: Iterable[Event]) -> None:
    for event in events:
        if isinstance(event, GamePaused):
            game.judge_called = event.reason == JUDGE_CALLED
        elif isinstance(event, GameResumed):
            game.judge_called = False


def _project_clock(
    game: Game,
    seats: Sequence[Sitter],
    edition: Edition,
    state: Any,
    events: Sequence[Event],
    is_new_phase: bool,
) -> None:
    control = control_of(game)
    if control.kind == "none" and control.decision_seconds is None:
        return
    clocks = clock.from_json(game.clock or [])
    if not clocks:
        clocks = clock.new_clocks(control, len(seats))
    assert game.moved_at is not None
    played_for = [n for n in state.waiting_on if who_plays(state, seats, n)]
    step = clock.Step(
        at=game.moved_at,
        awaited=[n for n in state.waiting_on if n not in played_for],
        turns_begun=_turns_begun(edition, events),
        together=len(state.waiting_on) > 1,
        paused=state.paused,
        played_for=played_for,
        is_new_phase=is_new_phase,
    )
    clocks = clock.advance(clocks, control, step)
    for event in events:
        if isinstance(event, TimeExtended):
            clocks = clock.extend(clocks, event.seconds)
    game.clock = clock.to_json(clocks)
    game.deadline = clock.first_deadline(clocks)


def _turns_begun(edition: Edition, events: Iterable[Event]) -> list[int]:
    return [event.seat for event in events if edition.layout_of[type(event)].name == TURN_BEGAN]


def rebuild(game: Game) -> None:
    """Sets every projection column from the log alone. The caller saves."""
    edition = editions()[game.edition]
    seats = sitters_of(game.id)
    blank = Game()
    for name in COLUMNS:
        setattr(game, name, getattr(blank, name))
    log = event_store.read(edition, game.id, 0, LAST)
    if not log:
        return
    game.status = Game.Status.RUNNING
    opened = log[0].event
    state = edition.new_state(opened.seats, opened.options)
    # Step by step, as it was recorded: what one command caused has one moment.
    for _, group in groupby(log, key=lambda recorded: recorded.command_id):
        step = list(group)
        for recorded in step:
            evolve(edition, state, recorded.event)
        head = event_store.Head(step[-1].seq, step[-1].digest, step[-1].recorded_at)
        project(game, seats, edition, state, [recorded.event for recorded in step], head)
