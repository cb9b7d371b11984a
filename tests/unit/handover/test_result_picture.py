"""The picture of a game's end: for all players nothing is cut off, and it shows the last board and the winners."""

import io
from dataclasses import replace

import numpy as np
import pytest
from gallery.history_views import card_course, finished_game, played_course
from numpy.typing import NDArray
from PIL import Image
from words_for_tests import WORDING

from companion.handover.result_picture import HEIGHT, WIDTH, result_picture
from companion.handover.svg_text import text_line
from companion.history.course import GameCourse
from companion.looks.colours import INTERFACE
from companion.texts import LANGUAGES
from companion.views.kept.saved_game import SavedGame
from companion.writing.bidi import isolated, without_marks
from companion.writing.fonts import legible, unknown_letters

#: The board in it: rows and columns.
BOARD = slice(180, 1050), slice(105, 975)
SIX = ("red", "yellow", "green", "blue", "purple", "orange")


def drawn(game: SavedGame, course: GameCourse | None = None, language: str = "en") -> NDArray[np.uint8]:
    png = result_picture(game, course or played_course(), WORDING, language)
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def ground() -> tuple[int, ...]:
    return tuple(bytes.fromhex(INTERFACE["ground"][1:]))


@pytest.mark.parametrize(
    ("names", "language"),
    [
        (("W" * 60, "<b>&amp;", "\x00\ufffe\u202eX", "دنا " * 12), "de"),
        pytest.param(
            ("Maximiliane-Sophie", "אבגדהוזחטיכל", "👩‍👩‍👧‍👦", "Ἀθηνᾶ", "Łukasz", "محمد (B)"),
            "it",
            marks=pytest.mark.long,
        ),
    ],
)
def test_nothing_runs_over_the_edges(names: tuple[str, ...], language: str) -> None:
    everybody = replace(finished_game(), names=names, colours=SIX[: len(names)], result=tuple(range(len(names))))
    picture = drawn(everybody, language=language)
    assert picture.shape == (HEIGHT, WIDTH, 3)
    frame = (picture[:40], picture[-24:], picture[:, :54], picture[:, -54:])
    assert all((part == ground()).all() for part in frame)


@pytest.mark.parametrize("name", ["小明", "Anna 😀", "Léa-Zoë 日本"])
def test_a_name_of_an_old_record_that_the_font_lacks_is_no_box(name: str) -> None:
    line = text_line(isolated(name), (0, 0), 900, 38, "ink")
    assert unknown_letters(without_marks(line)) == ""
    assert legible(name) in line


@pytest.mark.long
def test_it_shows_the_board_of_the_end_the_names_and_who_won() -> None:
    game, course = finished_game(), played_course()
    whole = drawn(game, course)
    first = replace(course, states=course.states[:20], events=course.events[:20])
    assert (drawn(game, first)[BOARD] != whole[BOARD]).any()
    renamed = drawn(replace(game, names=("Zoë", *game.names[1:])), course)
    assert (renamed[BOARD] == whole[BOARD]).all()
    assert (renamed != whole).any()
    others = drawn(replace(game, result=(1, 3)), course)
    assert (others[1090:1250] != whole[1090:1250]).any()


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("result", [None, (1,)])
def test_a_game_of_cards_or_without_a_winner_has_one_too(language: str, result: tuple[int, ...] | None) -> None:
    cards = replace(finished_game(), names=("Anna", "דנה", "Carla"), colours=SIX[:3], result=result)
    picture = drawn(cards, card_course(), language)
    assert (picture[BOARD] != ground()).any(axis=2).mean() > 0.02
