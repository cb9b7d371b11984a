"""The sheet of all games, opened and written again by a spreadsheet program that nobody here wrote (Gnumeric).

The program guesses the separator, a comma or a semicolon, as it does when people open the sheet.
"""

import csv
import os
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from gallery.history_views import finished_game, many_games
from words_for_tests import WORDING

from companion.handover.spreadsheet import games_csv
from companion.texts import LANGUAGES
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import Words

pytestmark = pytest.mark.skipif(shutil.which("ssconvert") is None, reason="Gnumeric is not installed")
LANGUAGE_WORDS = [Words(WORDING[language]) for language in LANGUAGES]
#: Texts that a spreadsheet takes for a formula or for several cells.
NAMES = ("=1+2", "+1", "-1", "@SUM(A1)", '=HYPERLINK("x")', 'a"b', "a;b,c", "Ἀθηνᾶ", "日本", "=cmd|'/C x'!A1")


def opened(games: list[SavedGame], words: Words, folder: Path) -> list[dict[str, str]]:
    """The rows as the program shows them, by heading."""
    sheet, again = folder / "games.csv", folder / "again.csv"
    sheet.write_text(games_csv(games, words), encoding="utf-8", newline="")
    command = ["ssconvert", "-T", "Gnumeric_stf:stf_csv", sheet, again]
    subprocess.run(command, capture_output=True, check=True, env=os.environ | {"LC_ALL": "C.UTF-8"})
    with again.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("words", LANGUAGE_WORDS, ids=LANGUAGES)
def test_the_program_shows_every_game_in_its_columns(words: Words, tmp_path: Path) -> None:
    games = [game for game in many_games() if game.fault is None]
    for game, cells in zip(games, opened(list(many_games()), words, tmp_path), strict=True):
        assert cells[words.text("sheet.players")] == " · ".join(game.names)
        assert cells[words.text("sheet.minutes")] == str(round(game.played_ms / 60_000))
        assert cells[words.text("sheet.id")] == game.game


@pytest.mark.parametrize("words", LANGUAGE_WORDS, ids=LANGUAGES)
def test_no_text_of_people_is_counted_or_lost(words: Words, tmp_path: Path) -> None:
    games = [
        replace(finished_game(), game=f"g{at}", names=(name,), result=(0,), colours=("red",))
        for at, name in enumerate(NAMES)
    ]
    rows = opened(games, words, tmp_path)
    for column in ("sheet.players", "sheet.winners"):
        assert [row[words.text(column)] for row in rows] == list(NAMES)
