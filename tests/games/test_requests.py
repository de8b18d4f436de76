import pytest
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory

from games.requests import unchanged


@pytest.mark.parametrize(
    ("sent", "is_known"),
    [
        ("", False),
        ('W/"abc"', True),
        ('"abc"', True),
        ("*", True),
        ('"old", W/"abc"', True),
        ('W/"old","older"', False),
        ('W/"abcd"', False),
        ('W/"ab"', False),
        ("abc", False),
        ('"x*"', False),
    ],
)
@pytest.mark.parametrize("etag", ['W/"abc"', '"abc"'])
def test_tags_are_compared_whole_and_weakly(sent: str, is_known: bool, etag: str) -> None:
    request = Request(APIRequestFactory().get("/", headers={"If-None-Match": sent}))
    assert unchanged(request, etag) is is_known
