"""A pytest plugin for `make test-compiled`: it fails unless the rules under test are compiled."""

import rules


def pytest_report_header() -> str:
    if hasattr(rules.advance, "__code__"):
        raise RuntimeError(f"the rules of {rules.__file__} are not compiled")
    return f"roundhouse: compiled rules of {rules.__file__}"
