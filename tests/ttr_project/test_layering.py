"""Import direction is a test: import-linter keeps the layers, this keeps `rules` free of packages."""

import ast
import sys
from collections.abc import Iterator

from tests.service import PROJECT


def imported_packages() -> Iterator[tuple[str, str]]:
    """Each module of `rules` with the top-level packages it imports."""
    for path in sorted((PROJECT / "rules").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.level == 0:
                names = [node.module or ""]
            else:
                continue
            for name in names:
                yield str(path.relative_to(PROJECT)), name.partition(".")[0]


def test_the_rules_run_on_the_standard_library_alone() -> None:
    found = list(imported_packages())
    assert "rules" in {package for _, package in found}, "the search itself must find imports"
    allowed = sys.stdlib_module_names | {"rules"}
    assert [pair for pair in found if pair[1] not in allowed] == []
