"""The log: one event, one line of JSON, and never a secret.

The words of a fault may name a hidden card, a parameter of a statement, an address with a token in
it. So a fault is written as its kind and its way through the code, and an invitation without its
token. What a line is about it says by ids: `request`, `game`, `command`, `task`.
"""

import re
import sys
import traceback
from typing import Any

import structlog

SECRET_PATH = re.compile(r"(/invites?/)[^/\s\"'?]+|(\?)\S+")

Entry = structlog.typing.EventDict


def without_words(logger: Any, method: str, entry: Entry) -> Entry:
    """A fault by its kind and where it came from."""
    fault = entry.pop("exc_info", None)
    if fault is True:
        fault = sys.exception()
    elif isinstance(fault, tuple):
        fault = fault[1]
    if isinstance(fault, BaseException):
        entry["fault"] = type(fault).__name__
        entry["where"] = [
            f"{frame.filename}:{frame.lineno} {frame.name}"
            for frame in traceback.extract_tb(fault.__traceback__)
        ]
    return entry


def without_tokens(logger: Any, method: str, entry: Entry) -> Entry:
    entry["event"] = SECRET_PATH.sub(
        lambda found: f"{found[1] or found[2]}...", str(entry["event"])
    )
    return entry


BEFORE: list[structlog.typing.Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso"),
]


def to_stderr(level: str) -> dict[str, Any]:
    """Django's LOGGING: whoever logs, Django, Celery or uvicorn, writes the same kind of line."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "line": {
                "()": structlog.stdlib.ProcessorFormatter,
                "foreign_pre_chain": BEFORE,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    without_words,
                    without_tokens,
                    structlog.processors.JSONRenderer(default=lambda value: type(value).__name__),
                ],
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "httpx": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            # It writes the words of a fault into its message: ttr_project.celery tells of faults.
            "celery.app.trace": {"level": "CRITICAL"},
            "uvicorn": {"level": "WARNING", "handlers": ["stderr"], "propagate": False},
        },
    }


def configure() -> None:
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *BEFORE,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
