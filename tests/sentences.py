"""Every sentence that the service says to a person, as its source has it: what differs from case to case is {1}, {2} ..."""

import ast
import inspect
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.utils import translation
from rest_framework import exceptions, fields, serializers

from rules import editions

PROJECT = Path(__file__).resolve().parent.parent
# Whoever calls these says something to whoever asked. A CommandError, say, is for who runs the service; and what
# `rules.verify` finds is quoted as it is, so that it can be compared word for word.
REFUSALS = {
    "AuthenticationFailed",
    "Farewell",
    "IllegalMove",
    "ParseError",
    "Problem",
    "Refused",
    "Unsafe",
    "ValidationError",
    "error_messages",
    "malformed",
    "outside",
}
# Functions that finish their caller's sentence.
COMPLETED = {"refuse_unless"}
# Modules that say something by returning it.
SPEAKERS = (
    "games/audit/auditing.py",
    "games/audit/chains.py",
    "games/tournaments/records.py",
    "games/tournaments/services/entries.py",
    "rules/editions/card_game/policies/hints.py",
    "rules/policies/board_hints.py",
    "rules/solvers/ticket_packing.py",
    "ttr_project/bodies.py",
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
    return bool(text and re.search(r"[a-z].* .*[.?!]( \{\d\})*$", text))


def refusals(tree: ast.Module) -> Iterator[str]:
    for call in calls(tree, REFUSALS):
        yield from (text for part in call.args for text in spoken(part))
    for node in ast.walk(tree):
        if isinstance(node, ast.keyword) and node.arg in REFUSALS:
            yield from spoken(node.value)


def calls(tree: ast.Module, names: set[str]) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in names:
                yield node


def spoken(tree: ast.AST) -> Iterator[str]:
    silent = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            silent.update(node.values)
    for node in ast.walk(tree):
        if isinstance(node, ast.expr) and node not in silent:
            text = template(node)
            if is_said(text) and text:
                yield text


def modules(folder: str) -> Iterator[tuple[str, ast.Module]]:
    for path in sorted((PROJECT / folder).rglob("*.py")):
        if "migrations" not in path.parts:
            yield str(path.relative_to(PROJECT)), ast.parse(path.read_text("utf-8"))


@cache
def in_folder(folder: str) -> set[str]:
    found: set[str] = set()
    for name, tree in modules(folder):
        found.update(refusals(tree))
        if name in SPEAKERS:
            found.update(spoken(tree))
    return found


def endings(folder: str) -> set[str]:
    """What a sentence ends with, where another function begins it."""
    said = [
        part.value
        for _, tree in modules(folder)
        for call in calls(tree, COMPLETED)
        for part in call.args
        if isinstance(part, ast.Constant)
    ]
    return {text for text in said if isinstance(text, str) and " " in text}


def about_the_ais() -> set[str]:
    return {policy.about for edition in editions().values() for policy in edition.policies.values()}


def of_the_framework(language: str) -> list[str]:
    """What is said about a body that can't be read, in the framework's own translation if it has one."""
    classes = [
        kind
        for module in (fields, serializers, exceptions)
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if kind is not exceptions.Throttled  # our own limits speak for themselves
    ]
    with translation.override(language):
        said = [
            str(text)
            for kind in classes
            for text in (
                *getattr(kind, "default_error_messages", {}).values(),
                getattr(kind, "default_detail", ""),
            )
        ]
    return [re.sub(r"\{\w+\}", "{1}", text) for text in said]
