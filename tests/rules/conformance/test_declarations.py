"""Every edition declares what it is made of: audiences, folds, decisions, sentences."""

import re

from rules.kernel.audiences import OWNER, PER_SEAT, PUBLIC, REMEMBERED, SEALED
from rules.kernel.edition import Edition
from tests.rules.conformance.every import every_edition


@every_edition
def test_every_field_of_every_event_and_of_the_state_names_its_audience(edition: Edition) -> None:
    layouts = [*edition.event_layouts.values(), edition.state]
    for layout in layouts:
        for name, field in layout.fields.items():
            assert field.audience in (PUBLIC, OWNER, PER_SEAT, REMEMBERED, SEALED), name
            assert field.audience != OWNER or "seat" in layout.fields, layout.name


@every_edition
def test_every_event_is_folded_and_every_command_decided(edition: Edition) -> None:
    assert {layout.record for layout in edition.event_layouts.values()} == set(edition.evolves)
    assert {layout.record for layout in edition.command_layouts.values()} == set(edition.decides)
    assert set(edition.reactions) <= set(edition.evolves)


@every_edition
def test_every_event_is_a_sentence_that_a_spectator_could_say(edition: Edition) -> None:
    for layout in edition.event_layouts.values():
        assert layout.says, layout.name
        for name in re.findall(r"{(\w+)}", layout.says):
            assert layout.fields[name].audience == PUBLIC, f"{layout.name} tells {name}"


@every_edition
def test_the_events_of_an_edition_are_few(edition: Edition) -> None:
    assert len(edition.event_layouts) < 40
