import doctest

import pytest

from rules.solvers import connection, longest_trail, ticket_packing


@pytest.mark.parametrize("solver", [connection, longest_trail, ticket_packing])
def test_the_examples_in_the_docstrings_are_true(solver):
    results = doctest.testmod(solver)
    assert results.attempted > 0
    assert results.failed == 0
