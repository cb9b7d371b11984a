"""Plays for BoardGameGeek and the spreadsheet of all games, with names that would break either."""

import csv
import io
from dataclasses import replace
from xml.etree import ElementTree

import pytest
from gallery.history_views import finished_game, many_games
from words_for_tests import WORDING

from companion.handover.bgg import plays_xml
from companion.handover.exports import ExportKind, export_name
from companion.handover.spreadsheet import games_csv
from companion.texts import LANGUAGES
from companion.views.wording.words import Words

FORMULAS = (
    "=1+2", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "  =HYPERLINK('x')", "＝1+2", "|calc", "%0A=1",
)  # fmt: skip
HOSTILE = (*FORMULAS, 'a"b', "a;b,c", "a\nb", "<b>&amp;", "\x00\x07", "\ufffe", "日本", "👩‍👩‍👧‍👦")


def sheet(names: tuple[str, ...], language: str = "de") -> list[dict[str, str]]:
    text = games_csv([replace(finished_game(), names=names)], Words(WORDING[language]))
    assert text.startswith("\ufeff")
    delimiter = "," if language == "en" else ";"
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter=delimiter))


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_becomes_a_formula_and_every_name_comes_through(name: str) -> None:
    (row,) = sheet((name, "Ben", "Carla", "David"))
    cells = [cell for cell in row.values() if cell]
    assert not any(cell.lstrip()[0] in "=+-@|%＝\t\r" for cell in cells)
    assert row["Spieler"].removeprefix("'") == f"{name} · Ben · Carla · David"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sheet_has_a_row_for_each_readable_game_with_its_figures(language: str) -> None:
    words = Words(WORDING[language])
    text = games_csv(many_games(), words)
    rows = list(
        csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), delimiter="," if language == "en" else ";")
    )
    readable = [game for game in many_games() if game.fault is None]
    assert len(rows) == 1 + len(readable)
    assert len({len(row) for row in rows}) == 1
    heading = rows[0]
    assert len(set(heading)) == len(heading)
    for row, game in zip(rows[1:], readable, strict=True):
        cells = dict(zip(heading, row, strict=True))
        assert cells[words.text("sheet.id")] == game.game
        assert cells[words.text("sheet.captures")] == str(game.figures.total.captures)
        assert cells[words.text("sheet.walked")] == str(game.figures.total.walked)


@pytest.mark.parametrize("name", HOSTILE)
def test_plays_are_whole_xml_with_any_name(name: str) -> None:
    saved = replace(finished_game(), names=(name, "Ben", "Carla", "David"))
    plays = ElementTree.fromstring(plays_xml([saved], str))
    (player, *others) = plays.iter("player")
    if name.isprintable():
        assert player.attrib["name"] == name
    assert [one.attrib["name"] for one in others] == ["Ben", "Carla", "David"]


def test_a_play_says_when_how_long_what_and_who_won() -> None:
    saved = finished_game()
    open_game = replace(saved, game="open", result=None)
    given_up = replace(saved, game="given-up", result=())
    plays = ElementTree.fromstring(plays_xml([saved, open_game, given_up], lambda variant: f"<{variant}>"))
    assert plays.attrib["total"] == "2"
    won, abandoned = plays.iter("play")
    assert (won.attrib["incomplete"], abandoned.attrib["incomplete"]) == ("0", "1")
    assert won.attrib["length"] == str(round(saved.played_ms / 60_000))
    assert won.attrib["date"] == "2026-03-14"
    assert won.find("item").attrib["name"] == f"<{saved.variant}>"
    wins = [player.attrib["win"] for player in won.iter("player")]
    assert wins == [str(int(seat in saved.result)) for seat in range(4)]


def test_a_file_is_named_by_day_game_and_number_inside_its_folder() -> None:
    assert export_name(ExportKind.BGG, finished_game()).startswith("2026-03-14-")
    hostile = replace(finished_game(), game="../../etc/passwd", variant="..\\..\\x")
    for kind in ExportKind:
        name = export_name(kind, hostile)
        assert name.endswith(f".{kind}")
        assert not set(name) & set("/\\")
        assert ".." not in name
