"""What a tournament is played by: everything the organiser decides before it begins."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from games.tournaments.records import Record, Refused

# Points are kept in sixtieths, so that a place shared by two to six seats is shared exactly.
POINT = 60

Count = Annotated[int, Meta(ge=0, le=10_000)]
Seats = Annotated[int, Meta(ge=2, le=6)]
Seconds = Annotated[int, Meta(ge=0, le=30 * 86_400)]

TIE_BREAKS = (
    "points",
    "wins",
    "opponents_points",
    "opponents_points_without_lowest",
    "head_to_head",
    "raw_score",
    "tickets",
    "bonuses",
)

# Placement points by the number of seats. Their means are near each other, so that the size of a
# table neither helps nor hurts: 3, 2.67, 2.75, 2.8, 2.67.
PLACEMENT = {
    "2": (5, 1),
    "3": (5, 2, 1),
    "4": (5, 3, 2, 1),
    "5": (5, 3, 3, 2, 1),
    "6": (5, 4, 3, 2, 1, 1),
}


class Stage(Record, frozen=True):
    """A part of a tournament that is paired in one way.

    swiss: score groups. round_robin: all meet all, as evenly as the rounds allow.
    groups: each group by itself, all against all; `advance` of each go on.
    knockout: `advance` of each table go on, until one table is left: the final.
    """

    kind: Literal["swiss", "round_robin", "groups", "knockout"]
    rounds: Annotated[int, Meta(ge=1, le=50)] = 1  # a knock-out has as many as it needs
    cut: Count = 0  # only so many of the stage before take part; 0: all
    advance: Annotated[int, Meta(ge=1, le=5)] = 2
    group_size: Count = 8
    games: Literal[1, 3, 5, 7] = 1  # best of so many games a round


class NoShow(Record, frozen=True):
    """Published before the start: who has not sat down after the grace time is played for by an AI
    of this level, and may come back, or forfeits this game."""

    grace_seconds: Seconds = 600
    remedy: Literal["ai", "forfeit"] = "ai"
    level: Annotated[str, Meta(max_length=40)] = ""  # "": the edition's middle one


class TimeOver(Record, frozen=True):
    """Published before the start: at a table that is not done when the round's time is over, a judge
    is called, an AI of this level plays on for every person, or the points on the table decide."""

    remedy: Literal["judge", "ai", "score"] = "judge"
    level: Annotated[str, Meta(max_length=40)] = ""  # "": the edition's middle one


class Clock(Record, frozen=True):
    kind: Literal["none", "per_turn", "per_game", "correspondence"] = "none"
    seconds: Seconds = 0
    increment: Seconds = 0


class Plan(Record, frozen=True):
    edition: Annotated[str, Meta(max_length=40)]
    options: dict[str, bool] = {}
    stages: Annotated[tuple[Stage, ...], Meta(min_length=1, max_length=8)] = (Stage("swiss", 3),)
    pod_size: Seats = 4
    # Where the numbers don't fit: smaller or larger tables, AIs in the empty seats, or byes.
    leftover: Literal["smaller", "larger", "ai", "bye"] = "smaller"
    filler_level: Annotated[str, Meta(max_length=40)] = ""
    placement: dict[str, tuple[Count, ...]] = {}  # by seats; else PLACEMENT
    bye_points: Count = 3
    late_points: Count = 0  # for each round that a late entrant missed
    tie_breaks: tuple[str, ...] = ("points", "opponents_points", "wins", "raw_score", "tickets")
    no_show: NoShow = NoShow()
    time_control: Clock = Clock()
    decision_seconds: Annotated[int, Meta(ge=5, le=3600)] | None = None
    round_seconds: Seconds = 0  # 0: a round lasts as long as it lasts
    time_over: TimeOver = TimeOver()
    ai_pace: Annotated[int, Meta(ge=0, le=60_000)] = 1200
    duplicate: bool = False  # every table of a round plays the same deck, game by game
    check_in: bool = True  # only who has checked in is paired


def check_plan(plan: Plan, seats: range, policies: Any, options: Any) -> None:
    """What the types can't say: that the edition can be played like this."""
    if plan.pod_size not in seats:
        raise Refused(
            "bad-plan", f"This edition has {seats[0]} to {seats[-1]} seats, not {plan.pod_size}."
        )
    for level in filter(None, (plan.filler_level, plan.no_show.level, plan.time_over.level)):
        if level not in policies:
            raise Refused("bad-plan", f"There is no AI {level}, only: {', '.join(policies)}.")
    for option in plan.options:
        if option not in options:
            raise Refused("bad-plan", f"This edition has no option {option}.")
    for tie_break in plan.tie_breaks:
        if tie_break not in TIE_BREAKS:
            raise Refused(
                "bad-plan", f"{tie_break} is no tie-break; choose from {', '.join(TIE_BREAKS)}."
            )
    if plan.tie_breaks[:1] != ("points",):
        raise Refused("bad-plan", "The first tie-break is points.")
    for size, points in plan.placement.items():
        if (
            size not in PLACEMENT
            or len(points) != int(size)
            or list(points) != sorted(points, reverse=True)
        ):
            raise Refused(
                "bad-plan", f"A table of {size} needs that many placement points, falling."
            )
    _check_stages(plan)


def _check_stages(plan: Plan) -> None:
    for number, stage in enumerate(plan.stages):
        if stage.cut and number == 0:
            raise Refused("bad-plan", "The first stage is for all: it has no cut.")
        if stage.kind == "knockout" and stage.advance >= plan.pod_size:
            raise Refused("bad-plan", "In a knock-out fewer advance than sit at a table.")
        if stage.kind == "groups" and stage.group_size < plan.pod_size:
            raise Refused("bad-plan", "A group has at least as many entrants as a table has seats.")


def placement_points(plan: Plan, seats: int) -> tuple[int, ...]:
    return plan.placement.get(str(seats)) or PLACEMENT[str(seats)]


def allowed_sizes(plan: Plan, seats: range) -> list[int]:
    """The sizes of table that this plan may use, the preferred one first."""
    size = plan.pod_size
    other = {"smaller": size - 1, "larger": size + 1}.get(plan.leftover)
    both = [size] if other is None else [size, other]
    return [s for s in both if s in seats]
