"""The findings as people and as programs read them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.doctor.results import CheckResult, Finding, Level
from companion.views.wording.sentences import Wording

#: The context of the messages that only the doctor says.
DOCTOR: Final = "doctor"
_MARKS: Final = {Level.OK: "ok", Level.WARNING: "!", Level.FAULT: "!!"}


def worded(finding: Finding, wording: Wording, language: str) -> tuple[str, str]:
    """What is the case, in a sentence, and what to do next; that is empty where nothing is to be done."""
    known = wording[language][DOCTOR]
    context = DOCTOR if finding.code in known else "messages"
    what, *cure = wording.sentences(finding.code, finding.params, context)[language]
    return what, " ".join(cure)


def in_words(results: Sequence[CheckResult], wording: Wording, language: str) -> list[str]:
    """A line for each finding, its cure below it; at the end what is well, one line each."""
    words = wording[language][DOCTOR]
    ill = [result for result in results if result.finding.level is not Level.OK]
    lines = [words["all_well"]] if not ill else []
    for result in ill:
        what, cure = worded(result.finding, wording, language)
        lines.append(f"{_MARKS[result.finding.level]:<3}{result.finding.id}  {_title(words, result.check)}: {what}")
        if result.follows_from:
            lines.append(f"   {words['follows_from'].format(check=_title(words, result.follows_from))}")
        elif cure:
            lines.append(f"   {cure}")
    for result in results:
        if result.finding.level is Level.OK:
            what, _ = worded(result.finding, wording, language)
            lines.append(f"{_MARKS[Level.OK]:<3}{_title(words, result.check)}: {what}")
    return lines


def as_json(results: Sequence[CheckResult], wording: Wording, language: str) -> dict[str, Any]:
    """The same for programs: `first` is the id of the likeliest cause, empty where all is well."""
    first = next((result.finding.id for result in results if result.finding.level is not Level.OK), "")
    return {"v": 1, "first": first, "results": [_row(result, wording, language) for result in results]}


def _row(result: CheckResult, wording: Wording, language: str) -> dict[str, Any]:
    finding = result.finding
    what, cure = worded(finding, wording, language)
    return {
        "check": result.check,
        "id": finding.id,
        "level": finding.level.value,
        "code": finding.code,
        "params": dict(finding.params),
        "text": what,
        "cure": cure,
        "follows_from": result.follows_from,
    }


def _title(words: Mapping[str, str], check: str) -> str:
    return words[f"title.{check}"]
