"""The reasons of the referee: code, ruling, case and sentence.

The catalogue `companion/texts/en.po` owns all of it: the translators' comment of a message is `RULING: CASE`.
"""

import io
from functools import cache
from typing import Final

from companion.texts import SHIPPED
from manual.reference.tables import table

_HEAD: Final = ("code", "ruling", "case", "what the referee says")
_CONTEXT: Final = "messages"


def reason_table(*codes: str) -> str:
    """Returns the table of these reasons in the given order.

    Raises KeyError for a code without a message, ValueError for one whose comment names no ruling.
    """
    return table(_HEAD, (_row(code) for code in codes))


def _row(code: str) -> tuple[str, str, str, str]:
    comment, sentence = _catalogue()[code]
    ruling, colon, case = comment.partition(": ")
    if not colon:
        raise ValueError(f"the comment of {code} in en.po is not `RULING: CASE`")
    return f"`{code}`", ruling, case, sentence


@cache
def _catalogue() -> dict[str, tuple[str, str]]:
    """Returns the last line of the comment and the English sentence of every message."""
    from babel.messages.pofile import read_po

    entries = read_po(io.BytesIO((SHIPPED / "en.po").read_bytes()), abort_invalid=True)
    return {
        entry.id: (entry.auto_comments[-1] if entry.auto_comments else "", entry.string)
        for entry in entries
        if entry.context == _CONTEXT and isinstance(entry.id, str) and isinstance(entry.string, str)
    }
