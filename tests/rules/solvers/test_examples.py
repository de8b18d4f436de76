import ast
import doctest
from pathlib import Path

import pytest

import rules
from rules.solvers import (
    connection,
    longest_trail,
    ticket_packing,
    trail_order,
    trail_tolls,
    trail_tree,
)

SOLVERS = [connection, longest_trail, ticket_packing, trail_order, trail_tolls, trail_tree]


@pytest.mark.parametrize("solver", SOLVERS)
def test_the_examples_in_the_docstrings_are_true(solver):
    # Read from the source: a compiled module shows doctest no docstrings.
    name = solver.__name__.removeprefix("rules.").replace(".", "/") + ".py"
    source = (Path(rules.__file__).parent / name).read_text()
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    text = "\n\n".join(ast.get_docstring(function) or "" for function in functions)
    examples = doctest.DocTestParser().get_doctest(text, vars(solver).copy(), name, name, 0)
    results = doctest.DocTestRunner().run(examples)
    assert results.attempted > 0
    assert results.failed == 0
