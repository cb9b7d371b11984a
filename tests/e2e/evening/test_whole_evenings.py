"""Whole evenings by touch, from the first screen to the hand-over; launcher and record are real, games end.

Each screen on the way is checked in every language, lying and standing.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from board_fingers import SensiblePeople, TouchedSession
from brokers_for_tests import wait_until
from card_fingers import CardPeople
from house_evenings import HouseEvening, house_evening
from overlay_pages import OverlayPage
from page_broadcasts import broadcasting
from playwright.sync_api import Browser
from ui_driver import words

from companion.views.wording.words import variant_name
from ui.i18n.live import i18n

pytestmark = pytest.mark.long

FAMILY = ("Anna", "Ben", "Carla", "David")
#: Two people have each of these first names, and a letter behind it.
FIRST = ("Émile", "Fanny", "Gül", "Ζωή", "Ида", "Jo", "Kim", "Lea")
CLUB = (*FAMILY, *(f"{name} {letter}." for letter in "ÄM" for name in FIRST))


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool) -> Iterator[HouseEvening]:
    monkeypatch.setenv("PAWTRACK_HOME", str(tmp_path))
    with house_evening(tmp_path, whole=full) as made:
        yield made


def is_proposed(widget: Any) -> bool:
    return type(widget).__name__ == "BigButton" and widget.text in (
        words("tonight.begin"),
        words("tonight.begin_round"),
    )


def has_text(message: str) -> Callable[[Any], bool]:
    return lambda each: getattr(each, "text", "") == words(message)


def test_a_family_plays_a_series_and_a_rematch_with_new_partners(house: HouseEvening) -> None:
    driver = house.driver
    house.look("family-home")
    house.gather(FAMILY)
    house.look("family-gathered")
    house.start_here()
    house.look("family-begun")
    house.play(3)
    house.look("family-over")
    (first,) = house.games()
    house.tap("evening.title")
    house.look("family-sheet")
    house.tap("evening.play")
    house.play(4)
    house.look("family-second-over")
    second = house.games()[1]
    assert second.matchup != first.matchup
    house.tap("nav.home")
    house.tap("evening.title")
    house.look("family-tonight")
    # the third way to pair four people up comes next
    assert house.screen.view.proposed
    ((one, other),) = (card.sides for card in house.screen.view.proposed)
    proposed = frozenset(frozenset(name.casefold() for name in side) for side in (one, other))
    assert proposed not in (first.matchup, second.matchup)
    house.tap("tonight.begin")
    driver.tap(house.winner_buttons()[1])
    assert len(house.games()) == 3
    assert house.screen.view.missing == ""
    house.home()
    house.tap("home.games")
    house.look("family-games")
    assert {line.saved.game for line in driver.visible() if type(line).__name__ == "GameLine"} == {
        game.game for game in house.games()
    }
    house.home()
    house.tap("home.players")
    driver.stepped.pump(10)
    house.look("family-players")
    tiles = [tile for tile in driver.visible() if type(tile).__name__ == "PlayerTile"]
    assert {tile.line.games for tile in tiles} == {"3"}
    driver.tap(tiles[0])
    driver.stepped.pump(10)
    house.look("family-player")
    assert house.screen.page.row.games == 3


def test_the_newest_game_of_an_evening_is_handed_over_and_corrected(house: HouseEvening) -> None:
    driver = house.driver
    house.gather(FAMILY)
    house.tap("tonight.begin")
    house.look("hand-playing")
    driver.tap(house.winner_buttons()[0])
    house.look("hand-tonight")
    house.home()
    house.tap("home.games")
    driver.tap(next(line for line in driver.visible() if type(line).__name__ == "GameLine"))
    house.look("hand-correct")
    driver.tap(next(each for each in driver.visible() if getattr(each, "icon", "") == "share"))
    house.look("hand-over")
    assert house.screen.link.startswith("https://")
    for kind in ("picture", "bgg", "sheet"):
        house.tap(f"share.{kind}")
        house.screen.writer.join()
        wait_until(lambda: driver.stepped.settle() or not house.screen.writing)
        assert not house.screen.failed, kind
    house.look("hand-over-written")


@contextmanager
def pawtrack_of_another_table(folder: Path, seed: int, names: tuple[str, ...]) -> Iterator[Callable[[], str]]:
    """A whole Pawtrack, on which these people play a game; a call waits for a line: its port, and then its winners."""
    folder.mkdir()
    command = [sys.executable, "-m", "tablet_program", str(seed), *names]
    environment = os.environ | {
        "PAWTRACK_HOME": str(folder),
        "KIVY_HOME": str(folder / "kivy"),
        "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),
    }
    with subprocess.Popen(
        command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as program:
        yield lambda: program.stdout.readline().strip() if program.stdout else ""
        program.stdin.close() if program.stdin else None
    assert program.returncode == 0


# paho frees a connection that ends in the handshake without closing it
@pytest.mark.filterwarnings("ignore:unclosed <socket:ResourceWarning")
def test_a_club_plays_at_five_tables(house: HouseEvening, tmp_path: Path) -> None:
    driver = house.driver
    house.gather(CLUB)
    for count in range(1, 5):
        house.tap("tonight.tables", count=count)
    house.look("club-gathered")
    seats = {name for card in house.screen.view.proposed for side in card.sides for name in side}
    assert len(house.screen.view.proposed) == 5
    assert seats == set(CLUB)
    for _ in range(4):
        driver.tap(house.find(house.screen.ids.tables, is_proposed))
    house.look("club-playing")
    driver.tap(house.find(house.screen.ids.tables, has_text("tonight.play_here")))
    house.tap("setup.start")
    house.play(5)
    house.look("club-over")
    house.tap("nav.home")
    house.tap("evening.title")
    begun = house.screen._kept.now.games
    for game in begun[:2]:
        house.find(
            house.screen.ids.tables, lambda each, game=game: getattr(each, "card", None) and each.card.game == game.game
        )
        first = next(each for each in house.winner_buttons() if each.text == " & ".join(game.sides[0]))
        driver.tap(first)
    assert len(house.games()) == 3
    seated = [(*game.sides[0], *game.sides[1]) for game in begun[2:4]]
    with (
        pawtrack_of_another_table(tmp_path / "two", 1, seated[0]) as two,
        pawtrack_of_another_table(tmp_path / "three", 2, seated[1]) as three,
    ):
        driver.tap(house.find(house.screen.ids.tables, has_text("tables.others")))
        sheet = house.screen.children[0]
        for address in (f"127.0.0.1:{two()}", f"127.0.0.1:{three()}", "127.0.0.1:9"):
            sheet.ids.address.text = address
            driver.stepped.settle()
            driver.tap(next(each for each in driver.visible() if getattr(each, "icon", "") == "plus"))
        won = [{program(), program()} for program in (two, three)]
        wait_until(lambda: len(house.games()) == 5)
        wait_until(lambda: sheet.look() or words("tables.away") in [line.text for line in sheet.rows])
        assert [line.text for line in sheet.rows[:2]] == [words("tables.here")] * 2
        heard = house.games()[3:]
        assert {frozenset(game.sides[game.winner]) for game in heard} == {
            frozenset(name.casefold() for name in names) for names in won
        }
        house.look("club-other-tables")
        house.tap("results.done")
    house.screen._look_again()
    driver.stepped.settle()
    assert house.screen.view.playing == ()
    assert len(house.games()) == 5
    house.look("club-standings")
    assert len(house.screen.view.standings) == len(CLUB)
    # nobody has the same partner again
    partners = {frozenset(side) for game in house.games() for side in game.sides}
    keys = house.launcher.profiles().key_of
    proposed = [frozenset(map(keys, side)) for card in house.screen.view.proposed for side in card.sides]
    assert len(proposed) == 10
    assert not partners & set(proposed)


def test_a_tournament_of_eight_with_a_game_here_and_a_correction(house: HouseEvening) -> None:
    driver = house.driver
    house.gather(CLUB[:8])
    house.choose(words("tonight.teams", count=2, size=2), words("tonight.alone", seats=2))
    house.choose(words("tonight.no_contest"), words("tonight.swiss"))
    house.look("tournament-drawn")
    house.start_here()
    house.play(6)
    house.look("tournament-over")
    house.tap("nav.home")
    house.tap("evening.title")
    house.look("tournament-round")
    rounds = 3
    for number in range(1, rounds + 1):
        if number > 1:
            assert words("tonight.round", number=number, count=rounds) in driver.texts()
            driver.tap(house.find(house.screen.ids.tables, is_proposed))
        while house.screen.view.playing:
            house.find(house.screen.ids.tables, lambda each: type(each).__name__ == "PlayingTable")
            driver.tap(house.winner_buttons()[0])
    assert len(house.games()) == 4 * rounds
    assert words("tonight.contest_over") in driver.texts()
    house.look("tournament-end")
    first = house.screen.view.standings[0]
    assert (first.rank, first.points) == ("1.", "3")
    house.tap("results.take_back")
    assert len(house.games()) == 4 * rounds - 1
    driver.tap(house.winner_buttons()[1])
    house.tap("tonight.print")
    house.look("tournament-printed")
    assert (house.launcher._folder / "exports" / "evening.pdf").exists()


def test_a_streamer_shows_two_games_and_their_standings(house: HouseEvening, tmp_path: Path, browser: Browser) -> None:
    with broadcasting(tmp_path / "stream", browser, evening=house.launcher.standings) as stream:
        house.launcher.publisher = stream.publisher
        parts = ("scorebug", "last-play", "winner", "standings")
        overlays = {part: OverlayPage(browser, stream.server.url, part) for part in parts}
        viewer = stream.open().page
        house.gather(FAMILY)
        house.start_here()
        session = TouchedSession(house.driver)
        people = SensiblePeople(session, 7)
        while session.plays < 4:
            people.step()
        overlays["last-play"].page.wait_for_selector("body:not([data-quiet='true'])")
        said = overlays["last-play"].said()
        assert any(name in said for name in FAMILY), said
        house.go_on(session, people)
        for count in (1, 2):
            view = house.launcher.table.view
            winners = [view.seats[seat].name for seat in view.result]
            for part, text in (("winner", winners[0]), ("standings", f"of {count} won")):
                page = overlays[part].page
                page.wait_for_function("(text) => document.body.innerText.includes(text)", arg=text)
            viewer.wait_for_function(
                "(text) => document.querySelector('#standings').innerText.includes(text)", arg=f"of {count} won"
            )
            if count == 1:
                house.tap("evening.title")
                house.tap("evening.play")
                house.play(8)
        for page in overlays.values():
            assert page.troubles == []
        house.launcher.publisher = None
        house.tap("nav.home")


def test_an_evening_of_dog_cards_with_other_partners(house: HouseEvening) -> None:
    driver = house.driver
    house.gather(FAMILY)
    driver.tap(next(each for each in driver.visible() if getattr(each, "icon", "") == "rules"))
    house.pick(variant_name("dog_cards", i18n.words))
    house.look("cards-gathered")
    house.start_here()
    assert driver.stepped.screens.current == "card_table"
    house.look("cards-begun")
    matchups = []
    for number, seed in enumerate((36, 37)):
        people = CardPeople(driver, house.launcher.table.cards, seed=seed)
        while driver.model.view.result is None:
            people.turn()
        house.look(f"cards-over-{number}")
        matchups.append(house.games()[-1].matchup)
        if not number:
            house.tap("evening.title")
            house.look("cards-sheet")
            house.tap("evening.play")
    assert matchups[0] != matchups[1]
    house.tap("nav.home")
    house.tap("evening.title")
    house.look("cards-tonight")
    assert len(house.screen.view.standings) == 4
