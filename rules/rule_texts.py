"""The rules in words, by id: each edition keeps its own in RULES.md, the kernel those of the house.

>>> rule_texts()["RH-O1"]
'Nothing can be done in a game that is over.'
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent
_RULE = re.compile(r"- ([A-Z]{2}-[A-Z][0-9]+) (.+)")


class Rule(NamedTuple):
    id: str
    text: str


class Section(NamedTuple):
    title: str
    rules: tuple[Rule, ...]


class Rulebook(NamedTuple):
    edition: str  # its folder, or "" for the rules that hold in every edition
    title: str
    introduction: str
    sections: tuple[Section, ...]


@cache
def rulebooks() -> tuple[Rulebook, ...]:
    """The house's first, then those of the editions that there are."""
    house = parse("", (_HERE / "kernel" / "RULES.md").read_text("utf-8"))
    found = sorted((_HERE / "editions").glob("*/RULES.md"))
    return (house, *(parse(path.parent.name, path.read_text("utf-8")) for path in found))


@cache
def rule_texts() -> dict[str, str]:
    """Ids differ between editions, so one table holds them all."""
    return {
        rule.id: rule.text
        for book in rulebooks()
        for section in book.sections
        for rule in section.rules
    }


def parse(edition: str, markdown: str) -> Rulebook:
    title = ""
    introduction: list[str] = []
    sections: list[tuple[str, list[Rule]]] = []
    for line in _plain(markdown).splitlines():
        if line.startswith("# "):
            title = line[2:]
        elif line.startswith("##"):
            sections.append((line.lstrip("# "), []))
        elif rule := _RULE.fullmatch(line):
            sections[-1][1].append(Rule(rule[1], rule[2]))
        elif line and not sections:
            introduction.append(line)
        elif line:
            raise ValueError(f"The rules of {title!r} have a line that is no rule: {line!r}")
    return Rulebook(
        edition,
        title,
        " ".join(introduction),
        tuple(Section(name, tuple(rules)) for name, rules in sections if rules),
    )


def _plain(markdown: str) -> str:
    return markdown.replace("**", "").replace("`", "")
