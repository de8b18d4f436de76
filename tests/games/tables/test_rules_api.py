from django.test import Client

from rules import editions
from rules.rule_texts import rule_texts


def test_every_rule_can_be_read_by_its_id(client: Client) -> None:
    books = client.get("/api/rules").json()
    assert {book["edition"] for book in books} >= {"", *editions()}
    read = {
        rule["id"]: rule["text"]
        for book in books
        for section in book["sections"]
        for rule in section["rules"]
    }
    assert read == rule_texts()


def test_the_rules_can_be_read_in_the_rulebooks_languages(client: Client) -> None:
    books = client.get("/api/rules?language=da").json()
    assert {book["language"] for book in books} == {"da"}
    refused = client.get("/api/rules?language=tlh")
    assert (refused.status_code, list(refused.json()["errors"])) == (400, ["language"])
