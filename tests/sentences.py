"""Every sentence that the service says to a person, as its source has it: what differs from case to case is {1}, {2} ..."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rules import editions

PROJECT = Path(__file__).resolve().parent.parent
REFUSALS = ("IllegalMove", "Problem")
# Modules that say something by returning it.
SPEAKERS = (
    "rules/editions/card_game/policies/hints.py",
    "rules/policies/board_hints.py",
    "rules/solvers/ticket_packing.py",
)


def template(node: ast.expr) -> str | None:
    """A string or an f-string, with numbered places where the values go."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return None
    parts, place = [], 0
    for part in node.values:
        if isinstance(part, ast.Constant):
            parts.append(str(part.value))
        else:
            place += 1
            parts.append(f"{{{place}}}")
    return "".join(parts)


def is_said(text: str | None) -> bool:
    """A sentence, not a name: it has words of its own and an end."""
    return bool(text and re.search(r"[a-z].* .*\.( \{\d\})*$", text))


def refusals(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in REFUSALS:
                yield from (text for part in node.args if is_said(text := template(part)) and text)


def spoken(tree: ast.Module) -> Iterator[str]:
    silent = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent.update(node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and node not in silent:
            text = template(node)
            if is_said(text) and text:
                yield text


@cache
def in_folder(folder: str) -> set[str]:
    found: set[str] = set()
    for path in sorted((PROJECT / folder).rglob("*.py")):
        tree = ast.parse(path.read_text("utf-8"))
        found.update(refusals(tree))
        if str(path.relative_to(PROJECT)) in SPEAKERS:
            found.update(spoken(tree))
    return found


def about_the_ais() -> set[str]:
    return {policy.about for edition in editions().values() for policy in edition.policies.values()}
