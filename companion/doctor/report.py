"""The findings for people and for programs."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.doctor.results import CheckResult, Finding, Level
from companion.views.wording.sentences import Wording

#: The context of the doctor's own messages.
DOCTOR: Final = "doctor"
_MARKS: Final = {Level.OK: "ok", Level.WARNING: "!", Level.FAULT: "!!"}


def worded(finding: Finding, wording: Wording, language: str) -> tuple[str, str]:
    """Returns the finding in a sentence, and the remedy; the remedy is empty if nothing is to be done."""
    known = wording[language][DOCTOR]
    context = DOCTOR if finding.code in known else "messages"
    what, *cure = wording.sentences(finding.code, finding.params, context)[language]
    return what, " ".join(cure)


def in_words(results: Sequence[CheckResult], wording: Wording, language: str) -> list[str]:
    """Returns a line for each finding, its cure below it; good news comes at the end, one line each."""
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
    """Returns the same for programs: `first` is the id of the likeliest cause, empty if all is well."""
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
