"""A game without a board is chosen and the language changes: every screen that was made takes it."""

from pathlib import Path

import pytest
from house_evenings import house_evening

from companion.texts import LANGUAGES
from ui.screens.all_screens import KINDS


def test_every_screen_takes_the_language_at_a_game_without_a_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    with house_evening(tmp_path) as house:
        for name in KINDS:
            house.driver.stepped.screens.get_screen(name)
        house.driver.model.change(variant="dog_cards", board="")
        assert house.driver.model.settings.board == ""
        for language in (*LANGUAGES[1:], LANGUAGES[0]):
            house.driver.use_language(language)
