"""An edition is one folder: no module outside it names it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import rules
from rules import editions

ROOT = Path(rules.__file__).parent.parent
FOLDERS = ROOT / "rules" / "editions"
IDS = sorted(editions())


def modules_outside(edition: str) -> Iterator[Path]:
    for package in ("rules", "games", "ttr_project"):
        for path in (ROOT / package).rglob("*.py"):
            if not path.is_relative_to(FOLDERS / edition):
                yield path


def names_in(path: Path) -> Iterator[str]:
    """Every name, import and text that the module uses; comments and docstrings don't run."""
    tree = ast.parse(path.read_text("utf-8"))
    docstrings = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            first = node.body[0] if node.body else None
            if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant):
                docstrings.add(first.value)
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=str(text)) if node not in docstrings:
                yield text
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.alias(name=name):
                yield name
            case ast.ImportFrom(module=str(name)):
                yield name


def named_by(edition: str) -> dict[str, list[str]]:
    found = {
        str(path.relative_to(ROOT)): [name for name in names_in(path) if edition in name.split(".")]
        for path in modules_outside(edition)
    }
    return {path: names for path, names in found.items() if names}


@pytest.mark.parametrize("edition", IDS)
def test_no_module_outside_its_folder_names_an_edition(edition: str) -> None:
    assert named_by(edition) == {}


@pytest.mark.parametrize("edition", IDS)
def test_its_own_folder_does_so_the_search_finds_what_is_there(edition: str) -> None:
    own = (FOLDERS / edition / "edition.py").read_text("utf-8")
    assert f'id="{edition}"' in own
    assert edition in set(names_in(FOLDERS / edition / "edition.py"))


def test_every_folder_is_an_edition_with_its_rules_its_data_and_a_word_about_it() -> None:
    folders = {path.parent.name for path in FOLDERS.glob("*/edition.py")}
    assert folders == set(IDS)
    for folder in folders:
        assert (FOLDERS / folder / "RULES.md").exists()
        assert list((FOLDERS / folder / "data").glob("*.json"))
