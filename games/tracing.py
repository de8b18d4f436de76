"""Traces (OpenTelemetry), where an operator asked for them; else a span costs a look at a variable.

A trace follows one command: the request that brought it, the commit, the worker that does what the
service owes in return. Its thread is passed on as an *origin*, a few headers that also carry the
request's id into the logs of other processes.
"""

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache
from typing import Any

import structlog
from django.conf import settings

Origin = Mapping[str, str]
NOWHERE: Origin = {}
GIVEN = re.compile(rb"[A-Za-z0-9_.-]{8,64}")  # the id of a request, by the proxy in front of us
NO_SPAN = nullcontext()


def request_id(given: bytes) -> str:
    """What a request is called in every log line about it: as its header says, or a new name."""
    return given.decode() if GIVEN.fullmatch(given) else os.urandom(16).hex()


@cache
def tracer() -> Any:
    """None where there are no traces. The package is only wanted where there are."""
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return None
    from opentelemetry import trace
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import SERVICE_NAME, Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    # OTEL_SERVICE_NAME and the other variables of OpenTelemetry are read by its SDK itself.
    provider = TracerProvider(resource=Resource.create({SERVICE_NAME: "roundhouse"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
    return provider.get_tracer("roundhouse")


def here(request: str = "") -> dict[str, str]:
    """Where we are, for those who go on from here: the request's id, the current span."""
    request = request or structlog.contextvars.get_contextvars().get("request", "")
    origin = {"request": request} if request else {}
    if tracer() is not None:
        from opentelemetry import propagate

        propagate.inject(origin)
    return origin


def span(name: str, origin: Origin = NOWHERE, **attributes: object) -> AbstractContextManager[None]:
    return NO_SPAN if tracer() is None else _span(name, origin, attributes)


@contextmanager
def _span(name: str, origin: Origin, attributes: Mapping[str, object]) -> Iterator[None]:
    # Its status says that it failed; the words of a fault may name a card.
    with tracer().start_as_current_span(
        name, _context(origin), attributes=_texts(attributes), record_exception=False
    ):
        yield


class Step:
    """A span that does not wait for its neighbours: many of them share a commit."""

    def __init__(self, name: str, origin: Origin, **attributes: object) -> None:
        self.span = None
        self.origin = origin
        if tracer() is None:
            return
        from opentelemetry import propagate, trace

        self.span = tracer().start_span(name, _context(origin), attributes=_texts(attributes))
        carrier: dict[str, str] = dict(origin)
        propagate.inject(carrier, trace.set_span_in_context(self.span))
        self.origin = carrier

    def end(self, **attributes: Any) -> None:
        if self.span is not None:
            self.span.set_attributes(attributes)
            self.span.end()


def _texts(attributes: Mapping[str, object]) -> dict[str, str]:
    return {name: str(value) for name, value in attributes.items()}


def _context(origin: Origin) -> Any:
    """None: the span that is current, if there is one."""
    if "traceparent" not in origin:
        return None
    from opentelemetry import propagate

    return propagate.extract(origin)
