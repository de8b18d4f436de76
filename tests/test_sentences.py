"""Whatever the service says to a person can be said in the rulebooks' languages."""

import json
import re
from collections.abc import Iterable

import pytest

from rules import editions
from tests.sentences import PROJECT, about_the_ais, endings, in_folder, of_the_framework

MESSAGES = PROJECT / "frontend" / "messages"
PLACE = re.compile(r"\{\d\}")
# The page tells these by another event.
SILENT = {"tickets_shuffled", "city_choice_began", "city_marker_offered"}


def phrases(language: str) -> dict[str, str]:
    book: dict[str, str] = json.loads((MESSAGES / f"server.{language}.json").read_text("utf-8"))
    return book


def single_sentences(texts: Iterable[str]) -> set[str]:
    """As the page takes them apart; what only puts others together says nothing itself."""
    parts = {part for text in texts for part in re.split(r"(?<=[.!?]) (?=[A-Z\d{])", text)}
    return {part for part in parts if re.search("[a-z]", PLACE.sub("", part))}


def unknown(texts: set[str], book: dict[str, str]) -> set[str]:
    patterns = [
        re.compile("(.*?)".join(re.escape(part) for part in PLACE.split(known))) for known in book
    ]
    return {
        text
        for text in texts
        if not any(pattern.fullmatch(PLACE.sub("7", text)) for pattern in patterns)
    }


@pytest.mark.parametrize("language", ["da", "sv"])
@pytest.mark.parametrize("folder", ["rules", "games", "ttr_project"])
def test_every_refusal_every_hint_and_every_alarm_is_translated(folder: str, language: str) -> None:
    assert unknown(single_sentences(in_folder(folder)), phrases(language)) == set()


@pytest.mark.parametrize("language", ["da", "sv"])
def test_what_completes_a_sentence_is_translated(language: str) -> None:
    said = endings("games")
    assert said
    assert said <= phrases(language).keys()


@pytest.mark.parametrize("language", ["da", "sv"])
def test_what_is_said_about_the_ais_is_translated(language: str) -> None:
    assert unknown(single_sentences(about_the_ais()), phrases(language)) == set()


@pytest.mark.parametrize("language", ["da", "sv"])
def test_what_the_framework_does_not_translate_we_do(language: str) -> None:
    pairs = zip(of_the_framework("en"), of_the_framework(language), strict=True)
    untranslated = {english for english, said in pairs if said == english and english}
    assert unknown(untranslated, phrases(language)) == set()


@pytest.mark.parametrize("language", ["en", "da", "sv"])
def test_every_event_of_every_edition_is_told(language: str) -> None:
    messages = json.loads((MESSAGES / f"{language}.json").read_text("utf-8"))
    told = {name.removeprefix("event.") for name in messages if name.startswith("event.")}
    happens = {
        layout.name for edition in editions().values() for layout in edition.event_layouts.values()
    }
    assert happens - SILENT <= told


def test_no_phrase_is_kept_that_nobody_says() -> None:
    folders = ("rules", "games", "ttr_project")
    said = single_sentences(set().union(*map(in_folder, folders), about_the_ais()))
    said |= set(of_the_framework("en"))
    whole = [text for text in phrases("da") if text.endswith(".")]
    assert [text for text in whole if not is_said_by(text, said)] == []


def is_said_by(text: str, said: set[str]) -> bool:
    """Whether one of the sentences that are said is this one."""
    pattern = re.compile("(.*?)".join(re.escape(part) for part in PLACE.split(text)))
    return any(pattern.fullmatch(PLACE.sub("7", sentence)) for sentence in said)
