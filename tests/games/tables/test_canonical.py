"""The service writes a command's record as the rules do, byte for byte: the digests cover it."""

from hypothesis import given
from hypothesis import strategies as st

from games.tables import event_store
from rules.export import CommandRecord
from rules.kernel import chain

texts = st.text(st.characters(exclude_categories=["Cs"]))  # what UTF-8 can't write nobody may send
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**63), 2**63 - 1) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(texts, st.dictionaries(texts, values, max_size=4), texts)
def test_a_record_has_one_canonical_form(actor: str, body: dict[str, object], at: str) -> None:
    record: CommandRecord = {
        "submitted_at": at,
        "command_id": "5b7e9b0e-5a55-4c6c-9d3e-0a1b2c3d4e5f",
        "actor": actor,
        "body": body,
    }
    assert event_store.canonical(record) == chain.canonical(record)
