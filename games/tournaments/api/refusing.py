"""A refusal of the pure part, as an answer."""

from functools import wraps
from typing import Any

from games.tournaments.records import Refused
from games.tournaments.services.acting import problem_of


def refusing(view: Any) -> Any:
    """For a view: what is refused becomes a problem."""

    @wraps(view)
    def answer(*arguments: Any, **named: Any) -> Any:
        try:
            return view(*arguments, **named)
        except Refused as refused:
            raise problem_of(refused) from None

    return answer
