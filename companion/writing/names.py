"""The common form of all ways to write a name."""

import unicodedata
from functools import lru_cache


@lru_cache(maxsize=20_000)
def name_key(name: str) -> str:
    """Returns the common form of all ways to write a name: without case, spaces, and the coding of accents."""
    composed = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", composed).split())
