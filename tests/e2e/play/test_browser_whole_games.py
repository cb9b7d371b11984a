"""Whole games of every variant with a board by touch alone on a browser's tablet, in real Chromium.

Every size and every language has games.
"""

from pathlib import Path

import pytest
from board_fingers import SensiblePeople
from browser_fingers import BrowserSession, BrowserTablet
from playwright.sync_api import Browser
from tablet_tables import tablet_table

from companion.catalogue.shipped import SHIPPED
from companion.session.state import Phase
from companion.texts import LANGUAGES

PHONE, PHONE_ACROSS, IPAD, IPAD_UPRIGHT, LAPTOP = (390, 844), (844, 390), (1024, 768), (768, 1024), (1280, 800)
#: Game, players, size of the window, language, and where its cards come from.
GAMES = [
    ("black_dog", 4, PHONE, "de", 1),
    ("dog", 6, PHONE_ACROSS, "fr", 2),
    ("dog_compact", 2, IPAD, "it", 3),
    ("dog_royal", 4, IPAD_UPRIGHT, "en", 4),
    ("dog_royal_plain", 6, LAPTOP, "de", 5),
    ("braendi", 6, PHONE, "fr", 6),
    ("braendi", 4, PHONE_ACROSS, "it", 7),
    ("tock_4", 4, IPAD, "en", 8),
    ("tock_6", 6, IPAD_UPRIGHT, "de", 9),
    ("super_tock", 4, LAPTOP, "fr", 10),
    ("super_tock_advanced", 4, PHONE, "it", 11),
    ("keezen", 4, PHONE_ACROSS, "en", 12),
    ("jackaroo", 4, IPAD, "de", 13),
    ("after_partners", 4, IPAD_UPRIGHT, "fr", 14),
    ("pegs_and_jokers", 6, LAPTOP, "it", 15),
    ("pegs_and_jokers", 4, PHONE, "en", 16),
]


def test_every_variant_size_and_language_has_a_game() -> None:
    assert {game[0] for game in GAMES} == set(SHIPPED.variants)
    assert {game[2] for game in GAMES} == {PHONE, PHONE_ACROSS, IPAD, IPAD_UPRIGHT, LAPTOP}
    assert {game[3] for game in GAMES} == set(LANGUAGES)


@pytest.mark.long
@pytest.mark.thinned(4)
@pytest.mark.parametrize(("variant", "players", "size", "language", "seed"), GAMES)
def test_a_whole_game_by_touch_on_a_browsers_tablet(
    browser: Browser,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    full: bool,
    variant: str,
    players: int,
    size: tuple[int, int],
    language: str,
    seed: int,
) -> None:
    """With `--full` every act is a touch; else those of the first round and of the last plays are."""
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    with tablet_table(variant, players) as table:
        table.begin()
        tablet = BrowserTablet(browser, table, size, language)
        session = BrowserSession(tablet)
        people = SensiblePeople(session, seed)
        while session.state.phase is not Phase.OVER:
            session.touching = full or session.state.round <= 1 or session.is_ending
            people.step()
            people.check()
        tablet.settle()
        names = [table.view.seats[seat].name for seat in table.view.result or ()]
        assert names
        assert all(name in tablet.text("#sheet-text") for name in names)
        assert tablet.misfits == set()
        assert tablet.strange == []
        tablet.close()
