"""The test of a table in words: every finding has a text in every language."""

import pytest
from certified_tables import CONDITIONS, GAMES, game, twelve
from rules_for_tests import rules_of

from companion.certification.certificate import Change, certify
from companion.certification.grade import Cause, Grade
from companion.certification.wording import NAMED, CertificationWording
from companion.texts import LANGUAGES, shipped_wording

EVERY_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


@EVERY_LANGUAGE
def test_every_grade_cause_and_change_has_words(language: str) -> None:
    words = CertificationWording(shipped_wording(), language)
    texts = shipped_wording()[language]["certification"]
    assert {f"cure.{cause}" for cause in Cause} <= set(texts)
    assert {f"meaning.{grade}" for grade in Grade} <= set(texts)
    assert len({words.change(change) for change in Change}) == len(Change)
    assert len({words.grade(grade) for grade in Grade}) == len(Grade)


@EVERY_LANGUAGE
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_people_hear_where_to_look_again_and_what_came_of_it(language: str, number: int) -> None:
    table, position = game(number)
    words = CertificationWording(shipped_wording(), language)
    results = twelve(table, lambda part, place, owner, true: 0)
    asked_again = words.look_again(table, results[3], rules_of(position), position)
    assert asked_again.count(";") == NAMED - 1
    found = certify(table, results, CONDITIONS, start=results[0], made="", camera="", variant=position.variant)
    said = [*words.result(found), *map(words.count, results), asked_again]
    assert all("{" not in line and "…" not in line and line[0] == line[0].upper() for line in said)
    percent = "%" if language == "en" else ","
    assert percent in said[1]
