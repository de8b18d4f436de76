"""Every rule has a place in the code and a test, and docs/RULES.md says which."""

from tests.rules_index import complaints, places, proofs


def test_every_rule_is_enforced_proved_and_listed() -> None:
    assert complaints() == []


def test_a_rule_is_found_where_its_id_stands() -> None:
    assert any(place.endswith(": _play") for place in places()["CG-B5"])
    assert any("test_cg_b5_a_bigger_set_robs_the_stack" in proof for proof in proofs()["CG-B5"])
