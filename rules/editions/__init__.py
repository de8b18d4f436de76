"""The editions, found by folder: there is no list. A new edition is a new folder."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from rules.kernel.edition import Edition


@cache
def editions() -> dict[str, Edition]:
    found = [
        import_module(f"{__name__}.{folder.name}.edition").EDITION
        for folder in iter_modules(__path__)
        if folder.ispkg
    ]
    return {edition.id: edition for edition in found}
