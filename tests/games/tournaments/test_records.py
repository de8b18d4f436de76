import pytest

from games.tournaments import commands as c
from games.tournaments.plan import Plan
from games.tournaments.records import Refused, from_json


@pytest.mark.parametrize(
    ("value", "kind", "sentence"),
    [
        (
            {"type": "register_entrant", "name": "x" * 1000},
            c.RegisterEntrant,
            "name has at most 60 characters.",
        ),
        ({"edition": "usa", "pod_size": 9}, Plan, "pod_size is at most 6."),
        ({"edition": "usa", "pod_size": 1}, Plan, "pod_size is at least 2."),
    ],
)
def test_what_is_out_of_bounds_is_said_in_words(value: object, kind: type, sentence: str) -> None:
    with pytest.raises(Refused) as refused:
        from_json(value, kind)
    assert refused.value.sentence == sentence
