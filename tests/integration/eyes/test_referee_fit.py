"""The program that fits the referee's model: its report on the numbers in the source."""

from pathlib import Path

import pytest
import referee_fit
from referee_cases import FIRST, NONE, cases_of, disturbance_of

NUMBER = next(number for number in range(FIRST, FIRST + 9) if disturbance_of(number) == NONE and number % 2 == 0)


@pytest.mark.long
def test_the_source_is_as_safe_as_the_fit_and_the_program_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cases = cases_of(NUMBER, tmp_path)
    assert cases_of(NUMBER, tmp_path) == cases
    assert {case.first for case in cases} == {True, False}
    judged = [verdict for case in cases for verdict in referee_fit.verdicts_on(case)]
    assert {verdict.outcome for verdict in judged} <= {"right", "asked"}
    assert sum(verdict.outcome == "right" for verdict in judged) > 0.9 * len(judged)
    rows = [referee_fit.rows_of(case) for case in cases]
    text, safe = referee_fit.fitted(rows * 4)
    assert safe, text
    # A reader that is certain of absent figures.
    misread = [[referee_fit.Row(row.said, (row.true + 1) % len(row.said)) for row in rows[0]], *rows]
    assert not referee_fit.fitted(misread)[1]
