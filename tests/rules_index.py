"""Makes docs/RULES.md: for every rule its text, where it is enforced, and the tests that prove it.

    python -m tests.rules_index           write it
    python -m tests.rules_index --check   fail if it is out of date, or a rule lacks a test or a place

A test proves the rules that its name begins with: `test_cg_b5_a_bigger_set_robs_the_stack`. A rule
is enforced where its id stands in the code, in a comment or in a refusal.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rules import editions
from rules.rule_texts import Rulebook, rulebooks

PROJECT = Path(__file__).parents[1]
DOCUMENT = PROJECT / "docs" / "RULES.md"
RULE_ID = re.compile(r"\b[A-Z]{2}-[A-Z][0-9]+\b")
IN_TEST_NAME = re.compile(r"([a-z]{2})_([a-z][0-9]+)_")

HEADER = """# The rules: where each is enforced, and what proves it

Made by `python -m tests.rules_index` from the code; `--check` fails when a rule has no test or no
place. The rules in full are in the RULES.md of each edition under rules/editions.
"""


def definitions(
    path: Path,
) -> Iterator[ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign]:
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign):
            yield node


def name_of(node: ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign) -> str:
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    target = node.targets[0] if isinstance(node, ast.Assign) else node.target
    return ast.unparse(target)


def places() -> dict[str, list[str]]:
    """Rule id -> `file: symbol`, as often as the id stands in one of our sources."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((PROJECT / "rules").rglob("*.py")):
        if path.name == "rule_texts.py":
            continue  # its example names a rule that it has no part in
        text = path.read_text("utf-8")
        lines = text.splitlines()
        file = path.relative_to(PROJECT)
        in_symbols: dict[str, list[str]] = defaultdict(list)
        for id in RULE_ID.findall(ast.get_docstring(ast.parse(text)) or ""):
            in_symbols[id].append("its description")
        after = ast.parse(text).body[0].end_lineno or 0
        for node in definitions(path):
            # A comment right above a definition belongs to it.
            words = "\n".join(lines[after : node.end_lineno])
            after = node.end_lineno or after
            for id in dict.fromkeys(RULE_ID.findall(words)):
                in_symbols[id].append(name_of(node))
        for id, symbols in in_symbols.items():
            found[id].append(f"{file}: {', '.join(dict.fromkeys(symbols))}")
    return found


def proofs() -> dict[str, list[str]]:
    """Rule id -> `file: test`."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((PROJECT / "tests" / "rules").rglob("test_*.py")):
        for node in definitions(path):
            rest = name_of(node).removeprefix("test_")
            while match := IN_TEST_NAME.match(rest):
                id = f"{match[1]}-{match[2]}".upper()
                found[id].append(f"{path.relative_to(PROJECT)}: {name_of(node)}")
                rest = rest[match.end() :]
    return found


def books() -> list[Rulebook]:
    """The house's rules and those of the editions that can be played."""
    return [book for book in rulebooks() if not book.edition or book.edition in editions()]


def document() -> str:
    enforced, proved = places(), proofs()
    lines = [HEADER]
    for book in books():
        lines += [f"## {book.title}", ""]
        for section in book.sections:
            for rule in section.rules:
                lines.append(f"**{rule.id}** {rule.text}\n")
                lines += [f"- in `{place}`" for place in enforced.get(rule.id, ())]
                lines += [f"- by `{test}`" for test in proved.get(rule.id, ())]
                lines.append("")
    return "\n".join(lines)


def complaints() -> list[str]:
    enforced, proved = places(), proofs()
    known = [rule.id for book in books() for section in book.sections for rule in section.rules]
    prefixes = {id[:3] for id in known}
    wrong = [f"{id} has no test." for id in known if id not in proved]
    wrong += [f"{id} stands nowhere in the code." for id in known if id not in enforced]
    for id in sorted({*enforced, *proved} - set(known)):
        if id[:3] in prefixes:
            wrong.append(f"{id} is named in the code or by a test, but there is no such rule.")
    if not DOCUMENT.exists() or DOCUMENT.read_text("utf-8") != document():
        wrong.append("docs/RULES.md is out of date: run python -m tests.rules_index.")
    return wrong


def main() -> int:
    if sys.argv[1:] == ["--check"]:
        wrong = complaints()
        print("\n".join(wrong) or "Every rule has a place and a test, and docs/RULES.md says so.")
        return 1 if wrong else 0
    DOCUMENT.write_text(document(), "utf-8")
    print(f"{DOCUMENT.relative_to(PROJECT)} is written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
