"""When two names of accounts are one.

By Unicode's caseless matching, here and not in the database: LOWER and UPPER do not agree with each
other there, nor one server's locale with another's, and SQLite knows the capitals of English only.
NFKC first, so that letters which only look different (`ſ`, `ﬁ`, full width) are the same; `casefold`,
since `ß` and `ς` have capitals that no lower case leads back from; NFKC again, since folding takes some
letters apart. A dotless `ı` stays a letter of its own, as it is for those who write it.
"""

from unicodedata import normalize


def fold(name: str) -> str:
    """The same for all ways to write one name."""
    return normalize("NFKC", normalize("NFKC", name).casefold())


def exactly(name: str) -> str:
    """Stands in the place of the folded name for an account from before names were folded, where an older
    one folds alike: it is found by its very name only. No name has a `=`, so no folded one is like it."""
    return f"={name}"
