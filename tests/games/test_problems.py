import json

import pytest
from django.http import Http404
from django.test import Client
from rest_framework import exceptions

from games.problems import MEDIA_TYPE, Problem, answer_problem


def body(error: Exception) -> dict[str, object]:
    response = answer_problem(error, {})
    assert response is not None
    assert response.content_type == MEDIA_TYPE
    return response.data


def test_a_problem_says_its_kind_and_carries_the_figures_of_the_case() -> None:
    assert body(Problem(409, "seat-taken", "Seat 2 is taken.", seat=1)) == {
        "type": "/problems/seat-taken",
        "title": "Seat taken",
        "status": 409,
        "detail": "Seat 2 is taken.",
        "seat": 1,
    }


def test_malformed_input_names_every_field_by_its_path() -> None:
    error = exceptions.ValidationError(
        {"seats": [{}, {"level": ["No such policy."]}], "non_field_errors": ["Too few."]}
    )
    found = body(error)
    assert found["errors"] == {"seats.1.level": ["No such policy."], "": ["Too few."]}
    assert found["detail"] == "seats.1.level: No such policy.; Too few."
    assert found["status"] == 400


def test_what_is_not_there_is_a_404_problem() -> None:
    assert body(Http404("No such game."))["detail"] == "No such game."


def test_a_wait_is_also_a_header() -> None:
    response = answer_problem(Problem(429, "too-many", "Wait.", retry_after=30), {})
    assert response is not None
    assert response.headers["Retry-After"] == "30"


def test_a_fault_of_ours_is_not_dressed_up_as_a_refusal() -> None:
    assert answer_problem(ZeroDivisionError(), {}) is None


@pytest.mark.django_db
def test_an_unknown_address_of_the_api_is_a_problem_too(client: Client) -> None:
    response = client.get("/api/nowhere")
    assert response.status_code == 404
    assert response.headers["Content-Type"] == MEDIA_TYPE
    assert json.loads(response.content)["type"] == "/problems/not-found"


@pytest.mark.parametrize("path", ["invites/%00", "seasons/a%00b", "games?search=%00"])
@pytest.mark.django_db
def test_an_address_with_nul_in_it_is_a_problem_and_no_fault(client: Client, path: str) -> None:
    response = client.get(f"/api/{path}")
    assert response.status_code in (400, 404)
    assert response.headers["Content-Type"] == MEDIA_TYPE
