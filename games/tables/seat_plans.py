"""What the seats of a table are meant for, and whether its edition allows that."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rest_framework.exceptions import ValidationError

from rules import Edition, editions


class SeatPlan(NamedTuple):
    """What a seat is meant for: "open" to anyone, kept for the "host" or "invited", or an "ai"."""

    kind: str = "open"
    username: str = ""
    level: str = ""


def against_ais(opponents: int, level: str) -> list[SeatPlan]:
    return [SeatPlan("host"), *[SeatPlan("ai", level=level)] * opponents]


def check_table(name: str, plans: Sequence[SeatPlan], options: Mapping[str, bool]) -> None:
    edition = known_edition(name)
    if len(plans) not in edition.seats:
        first, last = edition.seats[0], edition.seats[-1]
        raise ValidationError({"seats": f"{edition.title} has {first} to {last} seats."})
    if sum(plan.kind == "host" for plan in plans) > 1:
        raise ValidationError({"seats": "The host has one seat."})
    for plan in plans:
        known_level(edition, plan.level)
    for option in options:
        if option not in edition.options:
            raise ValidationError({"options": f"{edition.title} has no option {option}."})


def known_edition(name: str) -> Edition:
    if name not in editions():
        raise ValidationError({"edition": f"There is no edition {name}."})
    return editions()[name]


def known_level(edition: Edition, level: str) -> str:
    """Levels are listed from the weakest to the strongest; unless one is named, the middle one."""
    levels = list(edition.policies)
    if level and level not in levels:
        known = ", ".join(levels)
        raise ValidationError({"level": f"{edition.title} has no AI {level}, only: {known}."})
    return level or levels[len(levels) // 2]
