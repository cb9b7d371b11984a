"""The evening under way on the tablet, by touch: people, tables, winners, a tournament; the record below is real."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pypdfium2
import pytest
from house_launchers import HouseLauncher
from ui_driver import Driver, open_driver, words

from companion.bootstrap.house_evening import HouseEvening, result_of
from companion.catalogue.shipped import SHIPPED
from companion.evenings.table_answer import TableAnswer
from companion.scoring.games import ScoredGame, scored_games
from companion.scoring.profiles import Profiles
from companion.session.results import Result
from companion.store.evening_file import load_evening
from companion.store.record import Record
from companion.store.results import Results

PEOPLE = ("Anna", "Ben", "Carla", "David", "Émile", "Fanny", "Gül", "Ζωή")
LONG_AGO_MS = 1_700_000_000_000


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """The home screen of a house that knows eight people."""
    driver = open_driver()
    record = Record(SHIPPED, tmp_path)
    record.begin()
    for number, names in enumerate((PEOPLE[4:], PEOPLE[:4])):
        before = Result(
            variant="dog",
            names=names,
            teams=(0, 1, 0, 1),
            winners=(0, 2),
            ended_ms=LONG_AGO_MS + number * 10_000_000_000,
        )
        Results(record, lambda: record.epoch).enter(f"before-{number}", before)
    driver.launcher = driver.model.launcher = HouseLauncher(record, tmp_path)
    driver.enter("home")
    yield driver
    driver.enter("home")
    record.close()


def gather(driver: Driver, count: int) -> None:
    driver.tap_text(words("evening.title"))
    for name in PEOPLE[:count]:
        driver.tap_text(name)


def tonight(driver: Driver) -> list[ScoredGame]:
    games = scored_games(driver.launcher.all_games().games, Profiles())
    return [game for game in games if not game.game.startswith("before")]


def winner_buttons(driver: Driver) -> list[str]:
    return [text for text in driver.button_texts() if " & " in text]


def test_the_evening_is_one_tap_from_home_and_nothing_is_kept_by_looking(driver: Driver) -> None:
    before = driver._touches
    driver.tap_text(words("evening.title"))
    assert driver._touches - before == 1
    assert driver.screen.name == "tonight"
    assert words("tonight.more_people", count=4) in driver.texts()
    assert load_evening(driver.launcher.folder).now.guests == ()


def test_a_proposed_game_and_its_winner_take_two_taps(driver: Driver) -> None:
    gather(driver, 5)
    assert words("tonight.out", names="Émile") in driver.texts()
    before = driver._touches
    driver.tap_text(words("tonight.begin"))
    winners = winner_buttons(driver)[0]
    driver.tap_text(winners)
    assert driver._touches - before == 2
    (game,) = tonight(driver)
    assert game.variant == "dog"
    assert sorted(game.sides[game.winner]) == sorted(name.casefold() for name in winners.split(" & "))
    assert "Émile" in " ".join(driver.texts())
    assert words("tonight.out", names="Émile") not in driver.texts()


def test_the_last_act_is_taken_back_with_its_result(driver: Driver) -> None:
    gather(driver, 4)
    driver.tap_text(words("tonight.begin"))
    side = winner_buttons(driver)[0]
    driver.tap_text(side)
    driver.tap_text(words("results.take_back"))
    assert tonight(driver) == []
    driver.tap_text(winner_buttons(driver)[1])
    assert len(tonight(driver)) == 1


def test_an_evening_goes_on_after_a_restart(driver: Driver) -> None:
    gather(driver, 8)
    driver.tap_text(words("tonight.tables", count=1))
    driver.tap_text(words("tonight.begin"))
    sides = winner_buttons(driver)
    driver.enter("home")
    driver.tap_text(words("evening.title"))
    assert winner_buttons(driver) == sides
    assert words("tonight.tables", count=2) in driver.texts()


def test_a_game_played_here_has_its_people_on_their_seats(driver: Driver) -> None:
    gather(driver, 4)
    proposed = next(text for text in driver.texts() if " & " in text)
    driver.tap_text(words("tonight.play_here"))
    assert driver.screen.name == "setup"
    form = driver.screen.form
    assert form.settings.variant == "dog"
    seated = form.settings.names
    assert f"{seated[0]} & {seated[2]}" in proposed
    assert f"{seated[1]} & {seated[3]}" in proposed


def test_a_tournament_of_eight_in_pairs_by_touch(driver: Driver) -> None:
    gather(driver, 8)
    driver.tap_text(words("tonight.no_contest"))
    driver.tap_text(words("tonight.round_robin"))
    for number in range(1, 4):
        assert words("tonight.round", number=number, count=3) in driver.texts()
        driver.tap_text(words("tonight.begin_round"))
        for _ in range(2):
            driver.tap_text(winner_buttons(driver)[0])
    assert words("tonight.contest_over") in driver.texts()
    ids = driver.screen.ids
    assert ids.standings.parent.height > 2 * ids.tables.parent.height, "nothing is left to play: the standings matter"
    driver.tap_text(words("tonight.print"))
    assert "evening.pdf" in driver.screen.says
    paper = pypdfium2.PdfDocument(driver.launcher.folder / "exports" / "evening.pdf")
    text = "".join(page.get_textpage().get_text_range() for page in paper)
    paper.close()
    for name in (*PEOPLE, words("tonight.round", number=3, count=3), words("tonight.standings")):
        assert name in text
    assert len(tonight(driver)) == 6
    assert len({game.matchup for game in tonight(driver)}) == 6


def test_a_result_of_another_table_ends_the_game_that_was_begun(driver: Driver) -> None:
    gather(driver, 4)
    driver.tap_text(words("tonight.begin"))
    begun = driver.screen._kept.now.games[0]
    theirs = result_of(replace(begun, game="theirs"), 1, "dog", begun.since_ms + 60_000)
    Results(driver.launcher.record, lambda: driver.launcher.record.epoch).enter("theirs", theirs)
    driver.screen._look_again()
    assert winner_buttons(driver) == []
    assert words("tonight.next") in driver.texts()


def test_somebody_new_comes_and_a_full_disk_is_named(driver: Driver) -> None:
    driver.tap_text(words("evening.title"))
    driver.screen.ids.new_name.text = " Tante  Rosa "
    driver.screen.add_person()
    assert driver.screen._kept.now.names == ("Tante Rosa",)
    driver.launcher.refuses = True
    driver.tap_text("Anna")
    assert words("results.not_kept") in " ".join(driver.texts())
    assert load_evening(driver.launcher.folder).now.names == ("Tante Rosa",)


def test_other_tables_are_named_by_address_and_say_whether_they_answer(driver: Driver) -> None:
    driver.tap_text(words("evening.title"))
    driver.tap_text(words("tables.others"))
    sheet = driver.screen.children[0]

    def add(typed: str) -> None:
        sheet.ids.address.text = typed
        driver.stepped.settle()
        driver.tap(next(widget for widget in driver.visible() if getattr(widget, "icon", "") == "plus"))

    add("no address!")
    assert words("tables.no_address") in driver.texts()
    for typed in ("192.168.1.20", " http://192.168.1.20/ ", "club:9000"):
        add(typed)
    assert driver.model.settings.other_tables == ("192.168.1.20", "club:9000")
    assert driver.launcher.tables.heard == ("192.168.1.20", "club:9000")
    driver.stepped.settle()
    assert driver.texts().count(words("tables.searching")) == 2
    driver.launcher.tables.found = {"192.168.1.20": TableAnswer.HERE, "club:9000": TableAnswer.AWAY}
    sheet.look()
    driver.stepped.settle()
    assert {words("tables.here"), words("tables.away")} <= set(driver.texts())
    driver.tap(next(widget for widget in driver.visible() if type(widget).__name__ == "TableRow").children[0])
    assert driver.model.settings.other_tables == ("192.168.1.20",)
    driver.tap_text(words("results.done"))
    assert words("tables.others") in driver.button_texts()


def test_the_house_keeps_the_evening_in_its_own_file(driver: Driver) -> None:
    assert isinstance(driver.launcher.results.evening, HouseEvening)
