"""The rules in words, by id: each edition keeps its own in RULES.md, the kernel those of the house.

Beside it lie translations, RULES.da.md and so on. The English text is the one that counts.

>>> rule_texts()["RH-O1"]
'Nothing can be done in a game that is over.'
"""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

_HERE = Path(__file__).parent
LANGUAGES = ("en", "da", "sv")
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
    language: str = "en"


@cache
def rulebooks(language: str = "en") -> tuple[Rulebook, ...]:
    """The house's first, then those of the editions that there are."""
    found = sorted((_HERE / "editions").glob("*/RULES.md"))
    return (
        _read(_HERE / "kernel", "", language),
        *(_read(path.parent, path.parent.name, language) for path in found),
    )


def _read(folder: Path, edition: str, language: str) -> Rulebook:
    """In English where nobody has translated it yet."""
    path = folder / f"RULES.{language}.md"
    if path.exists():
        return parse(edition, path.read_text("utf-8"))._replace(language=language)
    return parse(edition, (folder / "RULES.md").read_text("utf-8"))


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
