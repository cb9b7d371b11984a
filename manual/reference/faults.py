"""The faults of one part of the table: id, case and cure, in the English words of the program."""

from typing import Final

from companion.texts import shipped_wording
from companion.views.troubles import TROUBLES
from manual.reference.tables import table

_HEAD: Final = ("id", "what is the case", "what to do")


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
    return table(_HEAD, ((fault, *_ended(*fault_words(code, "en"))) for fault, code in known))


def _ended(case: str, cure: str) -> tuple[str, str]:
    return (f"{case}." if cure else case), cure
