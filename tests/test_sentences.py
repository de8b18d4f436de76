"""Whatever the service says to a person can be said in the rulebooks' languages."""

import json
import re
from collections.abc import Iterable

import pytest

from rules import editions
from tests.sentences import PROJECT, about_the_ais, in_folder

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
@pytest.mark.parametrize("folder", ["rules", "games/accounts", "games/tables"])
def test_every_refusal_and_every_hint_is_translated(folder: str, language: str) -> None:
    assert unknown(single_sentences(in_folder(folder)), phrases(language)) == set()


@pytest.mark.parametrize("language", ["da", "sv"])
def test_what_is_said_about_the_ais_is_translated(language: str) -> None:
    assert unknown(single_sentences(about_the_ais()), phrases(language)) == set()


@pytest.mark.parametrize("language", ["en", "da", "sv"])
def test_every_event_of_every_edition_is_told(language: str) -> None:
    messages = json.loads((MESSAGES / f"{language}.json").read_text("utf-8"))
    told = {name.removeprefix("event.") for name in messages if name.startswith("event.")}
    happens = {
        layout.name for edition in editions().values() for layout in edition.event_layouts.values()
    }
    assert happens - SILENT <= told


def test_no_phrase_is_kept_that_nobody_says() -> None:
    said = single_sentences(in_folder("rules") | in_folder("games") | about_the_ais())
    whole = [text for text in phrases("da") if text.endswith(".")]
    assert [text for text in whole if not is_said_by(text, said)] == []


def is_said_by(text: str, said: set[str]) -> bool:
    """Whether one of the sentences that are said is this one."""
    pattern = re.compile("(.*?)".join(re.escape(part) for part in PLACE.split(text)))
    return any(pattern.fullmatch(PLACE.sub("7", sentence)) for sentence in said)
