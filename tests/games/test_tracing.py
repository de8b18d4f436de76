"""One command is one trace: the request, its commit, and the worker that answers it."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from rest_framework.test import APIClient

from games import tracing
from games.tables import live
from tests.games.tables.given import a_game, a_user, first_move
from ttr_project.celery import app

Spans = list[ReadableSpan]


@pytest.fixture
def exported(monkeypatch: pytest.MonkeyPatch) -> Iterator[InMemorySpanExporter]:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    tracer = provider.get_tracer("test")
    monkeypatch.setattr(tracing, "tracer", lambda: tracer)
    yield exporter
    provider.shutdown()


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    """What a worker would be sent."""
    app.loader.import_default_modules()  # as a worker does when it starts
    tasks: list[tuple[str, dict[str, Any]]] = []
    monkeypatch.setattr(live, "after_commit", lambda moves: tasks.extend(live.owed(moves)))
    return tasks


def named(exporter: InMemorySpanExporter, name: str) -> ReadableSpan:
    [span] = [span for span in exporter.get_finished_spans() if span.name == name]
    return span


@pytest.mark.django_db
def test_a_command_s_trace_leads_from_the_web_over_the_commit_to_the_worker_and_its_commit(
    exported: InMemorySpanExporter,
    sent: list[tuple[str, dict[str, Any]]],
    django_capture_on_commit_callbacks: Any,
) -> None:
    pia = a_user("pia")
    game = a_game(pia, seats=2)
    sent.clear()
    api = APIClient()
    api.force_authenticate(pia)
    command = {"command_id": str(uuid4()), "expected_seq": game.head_seq, **first_move(game, 0)}
    with django_capture_on_commit_callbacks(execute=True):
        assert api.post(f"/api/games/{game.id}/commands", command).status_code == 200
    web, commit = named(exported, "command"), named(exported, "commit")
    [(name, arguments)] = sent
    sent.clear()
    exported.clear()
    with django_capture_on_commit_callbacks(execute=True):
        app.tasks[name].apply(arguments["args"], headers=arguments["headers"]).get()
    worker, thinking, answer = (named(exported, what) for what in (name, "think", "commit"))
    family = [web, commit, worker, thinking, answer]
    assert len({span.context.trace_id for span in family}) == 1
    assert web.parent is None
    assert commit.parent.span_id == web.context.span_id
    assert worker.parent.span_id == commit.context.span_id
    assert thinking.parent.span_id == answer.parent.span_id == worker.context.span_id
    assert commit.attributes["command"] == command["command_id"]
    # What the AI's own move leads to begins a trace of its own.
    assert all("headers" not in further for _, further in sent)


@pytest.mark.django_db
def test_without_an_address_nothing_of_it_is_even_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_import(*args: Any) -> None:
        raise AssertionError

    tracing.tracer.cache_clear()
    assert tracing.tracer() is None
    monkeypatch.setattr(tracing, "_context", no_import)
    with tracing.span("command", {"traceparent": "unused"}):
        step = tracing.Step("commit", {"request": "r"})
        assert step.origin == {"request": "r"}
        step.end()
