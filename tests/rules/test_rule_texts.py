import re
from pathlib import Path

import pytest

import rules
from rules import editions
from rules.rule_texts import LANGUAGES, Rulebook, parse, rule_texts, rulebooks

SOURCE = Path(rules.__file__).parent
ID = re.compile(r"\b[A-Z]{2}-[A-Z][0-9]+\b")


def named_in(path: Path) -> set[str]:
    return set(ID.findall(path.read_text("utf-8")))


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: path.stem)
def test_every_rule_that_the_code_names_has_a_text(path: Path) -> None:
    assert named_in(path) <= rule_texts().keys()


def test_every_rule_that_a_text_refers_to_exists() -> None:
    for text in rule_texts().values():
        assert set(ID.findall(text)) <= rule_texts().keys()


def test_every_edition_has_its_rules_in_words_and_every_option_its_rule() -> None:
    assert {book.edition for book in rulebooks()} >= {"", *editions()}
    for edition in editions().values():
        assert {option.rule for option in edition.options.values()} <= rule_texts().keys()


def test_no_id_is_given_twice() -> None:
    ids = [rule.id for book in rulebooks() for section in book.sections for rule in section.rules]
    assert len(ids) == len(set(ids))


def ids_of(book: Rulebook) -> list[tuple[str, ...]]:
    return [tuple(rule.id for rule in section.rules) for section in book.sections]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_rules_in_the_same_sections(language: str) -> None:
    for book, original in zip(rulebooks(language), rulebooks(), strict=True):
        assert book.language == language, f"{original.title} is not translated."
        assert ids_of(book) == ids_of(original), original.title


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translated_rule_has_the_figures_of_the_original_and_refers_to_the_same_rules(
    language: str,
) -> None:
    original = rule_texts()
    for book in rulebooks(language):
        for section in book.sections:
            for rule in section.rules:
                for what in (r"-?\d+", ID.pattern):
                    told, meant = (
                        sorted(re.findall(what, text)) for text in (rule.text, original[rule.id])
                    )
                    assert told == meant, rule.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_is_plain_and_whole(language: str) -> None:
    for book in rulebooks(language):
        assert book.title
        for section in book.sections:
            assert section.title
            for rule in section.rules:
                assert not set(rule.text) & set("*`[]\n")
                assert rule.text.endswith(".")


def test_where_nobody_has_translated_a_rulebook_it_is_read_in_english() -> None:
    assert rulebooks("eo") == rulebooks()


def test_a_rulebook_is_read_section_by_section() -> None:
    book = parse("x", "# Title\n\nIn short.\n\n## A\n### B\n- XX-A1 One **word**.\n")
    assert (book.title, book.introduction) == ("Title", "In short.")
    [section] = book.sections
    assert (section.title, section.rules) == ("B", (("XX-A1", "One word."),))


def test_a_line_that_is_no_rule_is_an_error() -> None:
    with pytest.raises(ValueError, match="that is no rule"):
        parse("x", "# Title\n## A\nXX-A1 One.\n")
