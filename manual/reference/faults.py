"""The faults of one part of the table: id, case, effect on a game and cure, in the English words of the program."""

from typing import Final

from companion.texts import shipped_wording
from companion.views.troubles import TROUBLES, harm_of
from manual.reference.tables import table

_HEAD: Final = ("id", "meaning", "how bad", "what to do")


def fault_words(code: str, language: str) -> tuple[str, str]:
    """Returns the case without its full stop, and the cure; blanks such as `{port}` stay.

    Raises KeyError for an unknown language or code.
    """
    words = shipped_wording()[language]
    message = words["doctor"].get(code) or words["messages"].get(code) or words["tablet"][code]
    case, _, cure = message.partition(". ")
    return case, cure


def fault_table(part: str) -> str:
    """Returns the table of a part such as `CAM`, ordered by id.  Raises ValueError for a part without faults."""
    known = sorted((fault, code) for code, fault in TROUBLES.items() if fault.split("-")[1] == part)
    if not known:
        raise ValueError(f"no fault has {part} in its id")
    return table(_HEAD, (_row(fault, code) for fault, code in known))


def harm_words(fault: str, language: str) -> str:
    """Returns the sentence about the effect of a fault on a game.  Raises KeyError for an unknown language."""
    return shipped_wording()[language]["doctor"][f"harm.{harm_of(fault)}"]


def _row(fault: str, code: str) -> tuple[str, str, str, str]:
    case, cure = fault_words(code, "en")
    return fault, f"{case}." if cure else case, harm_words(fault, "en"), cure
