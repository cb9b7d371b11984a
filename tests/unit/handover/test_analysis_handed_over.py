"""The coach's reviews go with the game: into the protocol on paper and into the replay that is one file."""

import re
from pathlib import Path

import msgspec
import pypdfium2
import pytest
from gallery.history_views import analysed_course, finished_game, game_reviews
from words_for_tests import WORDING

from companion.coach import kept
from companion.coach.analysis import GameAnalysis, analysis_of
from companion.coach.kept import analysis_file, kept_analysis, reviewed
from companion.coach.review import DEFAULT_EFFORT
from companion.coach.turns import turns_of
from companion.handover.exports import Exported, ExportKind, export_bytes
from companion.history.play_clock import Stored
from companion.web.pages.replay_file import replay_file

SEAL = "5ea1" * 16
DATA = re.compile(r'<script type="application/json" id="replay-data">(.*?)</script>', re.S)


def found() -> GameAnalysis:
    analysis = analysis_of(analysed_course(), game_reviews())
    assert analysis is not None
    return analysis


def exported(analysis: GameAnalysis | None) -> Exported:
    course = analysed_course()
    stored = [Stored(1, 1_700_000_000_000 + 9_000 * row) for row in range(len(course.events))]
    game = finished_game()
    return Exported(game=game, course=course, stored=stored, seal=SEAL, games=(), page=replay_file, analysis=analysis)


@pytest.mark.parametrize(
    "language", ["de", *(pytest.param(each, marks=pytest.mark.long) for each in ("en", "fr", "it"))]
)
def test_the_protocol_has_the_turning_points_and_the_numbers(language: str) -> None:
    source = exported(found())
    face = source.faces(WORDING)[language]
    pages = pypdfium2.PdfDocument(export_bytes(ExportKind.PROTOCOL, source, WORDING, language))
    said = " ".join("".join(page.get_textpage().get_text_range() for page in pages).split())
    assert face.points
    for text in (face.title, face.points_title, face.played_title, *(point.title for point in face.points)):
        assert text in said, text
    assert all(number in said for row in face.teams for number in row.numbers)


def test_without_an_analysis_neither_says_anything_of_it() -> None:
    source = exported(None)
    title = exported(found()).faces(WORDING)["en"].title
    pages = pypdfium2.PdfDocument(export_bytes(ExportKind.PROTOCOL, source, WORDING, "en"))
    assert all(title not in page.get_textpage().get_text_range() for page in pages)
    assert held(source)["analyses"] == {}


def test_the_replay_bears_the_curve_in_every_language() -> None:
    analyses = held(exported(found()))["analyses"]
    assert set(analyses) == set(WORDING.codes)
    for face in analyses.values():
        assert len(face["curves"]) == 2
        assert all(0 <= point["at"] <= 1 for point in face["points"])


def test_only_an_analysis_that_came_to_its_end_goes_with_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    course, rows = analysed_course(), {review.row: review for review in game_reviews()}
    monkeypatch.setattr(kept, "review_turn", lambda _, turn, __: rows[turn.row])
    path = analysis_file(tmp_path, course.game)
    assert kept_analysis(tmp_path, course, SEAL) is None
    making = reviewed(None, turns_of(course), path, SEAL, DEFAULT_EFFORT)
    next(making)
    assert kept_analysis(tmp_path, course, SEAL) is None
    list(making)
    assert kept_analysis(tmp_path, course, SEAL) == found()
    assert kept_analysis(tmp_path, course, "another") is None


def held(source: Exported) -> dict[str, object]:
    """Returns the data of the replay's page."""
    page = export_bytes(ExportKind.REPLAY, source, WORDING, "en").decode()
    data = DATA.search(page)
    assert data is not None
    found: dict[str, object] = msgspec.json.decode(data[1])
    return found
