"""The viewer page of a game of DOG Cards, in a real browser beside a real table."""

from pathlib import Path

import pytest
from browser_for_tests import Spectator, chromium

from companion.app.choices import Choices
from companion.bootstrap.launcher import Launcher, new_game
from companion.settings.schema import as_demo

PLIES = 8
CARDS = """() => ({
    open: [...document.querySelectorAll('.open-row li')].map(place => place.firstChild.textContent),
    rows: [...document.querySelectorAll('.rows')].map(
        seat => [...seat.querySelectorAll('.row')].map(row => [...row.children].map(card => card.textContent))),
})"""
KNOWN = "ply => window.pawtrackState?.ply >= ply && !window.pawtrackState.position.open.includes('?')"


def test_the_page_shows_the_open_row_and_everybodys_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    choices = Choices(variant="dog_cards", players=2, speed=20.0, plies=PLIES, seed=4)
    launcher = Launcher(choices)
    settings = choices.over(launcher.catalogue, as_demo(launcher.settings()))
    table = launcher.open_table(settings)
    table.post(new_game(launcher.catalogue, settings))
    url = table.viewer_url()
    assert url is not None
    try:
        with chromium() as browser:
            spectator = Spectator(browser, f"{url}?lang=en")
            spectator.page.wait_for_function(KNOWN, arg=PLIES)
            shown = spectator.page.evaluate(CARDS)
            position = spectator.page.evaluate("() => window.pawtrackState.position")
            hidden = spectator.page.evaluate(
                "() => [...document.querySelectorAll('#seats .hand b')].map(b => b.textContent)"
            )
            assert spectator.troubles == []
            spectator.close()
    finally:
        launcher.close()
    assert shown["open"] == [card or "" for card in position["open"]]
    finished = [[["14"]] * count for count in position["finished"]]
    assert shown["rows"] == [[*done, *rows] for done, rows in zip(finished, position["rows"], strict=True)]
    assert hidden == ["7", "7"]
    assert position["hands"] == [7, 7]
