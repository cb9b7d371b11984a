"""A result entered, corrected and struck out on the tablet, by touch; the record below is a real one."""

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import pytest
from gallery.score_scenes import PLAYS, evening_games
from house_launchers import HouseLauncher
from ui_driver import Driver, open_driver, words

from companion.bootstrap.house_results import IMPORTS
from companion.catalogue.shipped import SHIPPED
from companion.scoring.games import scored_games
from companion.scoring.profiles import Profiles
from companion.session.results import Result
from companion.store.record import Record
from companion.store.results import Results
from companion.views.kept.saved_game import SavedGame, SavedGames

PEOPLE = ("Anna", "Ben", "Carla", "David")


@pytest.fixture
def driver(tmp_path: Path) -> Iterator[Driver]:
    """The home screen of a house in which the four have played once."""
    driver = open_driver()
    record = Record(SHIPPED, tmp_path)
    record.begin()
    before = Result(variant="tock_6", names=PEOPLE, teams=(0, 1, 0, 1), winners=(0, 2), ended_ms=1_790_000_000_000)
    Results(record, lambda: 1).enter("before", before)
    driver.launcher = driver.model.launcher = HouseLauncher(record, tmp_path)
    driver.enter("home")
    yield driver
    driver.enter("home")
    record.close()


def newest(driver: Driver) -> SavedGame:
    return driver.launcher.all_games().games[0]


def won(driver: Driver) -> list[tuple[str, ...]]:
    """The winners of each game that counts, the oldest first."""
    return [game.sides[game.winner] for game in scored_games(driver.launcher.all_games().games, Profiles())]


def taps(driver: Driver) -> int:
    return driver._touches


def enter_one(driver: Driver, side: str = "Ben & David") -> None:
    driver.tap_text(words("home.enter_result"))
    driver.tap_text(side)
    driver.tap_text(words("results.keep"))


def open_newest(driver: Driver) -> None:
    driver.enter("games")
    line = max(
        (widget for widget in driver.visible() if type(widget).__name__ == "GameLine"), key=lambda widget: widget.y
    )
    driver.tap(line)


@pytest.mark.parametrize("screen", ["home", "games"])
def test_the_same_people_and_they_won_takes_four_taps_at_most(driver: Driver, screen: str) -> None:
    driver.enter(screen)
    before = taps(driver)
    enter_one(driver)
    assert taps(driver) - before == 3
    game = newest(driver)
    assert (game.variant, game.names, game.result) == ("tock_6", PEOPLE, (1, 3))
    driver.tap_text(words("results.done"))
    assert driver.screen.name == screen


def test_a_kept_result_shows_the_series_and_counts_in_it(driver: Driver) -> None:
    enter_one(driver)
    assert any("Ben & David" in text and "1" in text for text in driver.texts())
    driver.tap_text(words("results.again"))
    driver.tap_text("Anna & Carla")
    driver.tap_text(words("results.keep"))
    assert "Anna & Carla  1 : 1  Ben & David" in driver.texts()
    assert won(driver) == [("anna", "carla"), ("ben", "david"), ("anna", "carla")]


def test_a_result_taken_back_counts_nowhere_and_stays(driver: Driver) -> None:
    enter_one(driver)
    driver.tap_text(words("results.take_back"))
    assert won(driver) == [("anna", "carla")]
    assert newest(driver).is_struck
    assert driver.screen.game == ""


def test_nothing_is_kept_before_somebody_has_won(driver: Driver) -> None:
    driver.tap_text(words("home.enter_result"))
    assert words("results.winner") in driver.texts()
    driver.tap_text(words("results.keep"))
    assert len(driver.launcher.all_games().games) == 1


def test_day_minutes_game_place_and_note_are_kept_as_shown(driver: Driver) -> None:
    driver.tap_text(words("home.enter_result"))
    for button, choice in (
        (words("results.today"), words("results.yesterday")),
        (words("results.no_minutes"), words("games.minutes", minutes=45)),
        (words("variant.tock_6"), words("variant.dog")),
    ):
        driver.tap_text(button)
        driver.tap_text(choice)
        assert choice in driver.button_texts()
    driver.screen.ids.place.text = "  bei Oma "
    driver.screen.ids.note.text = "rain"
    driver.tap_text("Anna & Carla")
    driver.tap_text(words("results.keep"))
    game = newest(driver)
    assert (game.variant, game.played_ms, game.entered.day_only) == ("dog", 45 * 60_000, True)
    assert (game.entered.place, game.entered.note) == ("bei Oma", "rain")
    assert date.fromtimestamp(game.changed_ms / 1000) == date.today() - timedelta(days=1)


def test_people_join_change_the_team_leave_and_are_new(driver: Driver) -> None:
    driver.tap_text(words("home.enter_result"))
    driver.tap_text("B · David")
    assert driver.screen.form.sides == ((0, ("Anna", "Carla", "David")), (1, ("Ben",)))
    driver.tap_text("A · David")
    assert driver.screen.form.people == PEOPLE[:3]
    driver.screen.ids.new_name.text = " Zoë  Ζ "
    driver.tap(next(w for w in driver.visible() if getattr(w, "icon", "") == "plus"))
    assert driver.screen.form.sides == ((0, ("Anna", "Carla")), (1, ("Ben", "Zoë Ζ")))
    driver.tap_text("A · Anna")
    assert driver.screen.form.sides == ((0, ("Carla",)), (1, ("Anna", "Ben", "Zoë Ζ")))
    driver.tap_text(words("results.teams", count=2))
    assert words("results.alone") in driver.button_texts()
    for name in ("Ben", "David"):
        driver.tap(next(button for button in driver.screen.ids.people.children if button.text == name))
    assert driver.screen.form.people == ("Anna", "Carla", "Zoë Ζ", "David")
    driver.tap(next(w for w in driver.screen.ids.sides.children if w.text == "Zoë Ζ"))
    driver.tap_text(words("results.keep"))
    assert won(driver)[-1] == ("zoë ζ",)


def test_a_correction_is_kept_and_taken_back(driver: Driver) -> None:
    enter_one(driver)
    open_newest(driver)
    assert words("results.correct_title") in driver.texts()
    driver.tap_text("Anna & Carla")
    driver.tap_text(words("results.keep"))
    assert won(driver)[-1] == ("anna", "carla")
    driver.tap_text(words("results.take_back"))
    assert won(driver)[-1] == ("ben", "david")
    assert len(won(driver)) == 2


def test_a_result_is_struck_out_by_two_taps_and_counted_again_by_one(driver: Driver) -> None:
    enter_one(driver)
    open_newest(driver)
    driver.tap_text(words("results.strike"))
    assert len(won(driver)) == 2
    driver.tap_once_more(words("results.strike_sure"))
    assert len(won(driver)) == 1
    assert words("games.struck") in driver.texts()
    open_newest(driver)
    driver.tap_text(words("results.restore"))
    assert len(won(driver)) == 2


def test_a_disk_that_refuses_is_named_and_the_form_stays(driver: Driver) -> None:
    driver.launcher.refuses = True
    enter_one(driver)
    assert any("PT-REC-16" in text for text in driver.texts())
    driver.launcher.refuses = False
    driver.tap_text("Ben & David")
    driver.tap_text(words("results.keep"))
    assert len(won(driver)) == 2


def test_a_result_is_handed_over_without_what_needs_plays(driver: Driver) -> None:
    enter_one(driver)
    open_newest(driver)
    driver.tap(next(w for w in driver.visible() if getattr(w, "icon", "") == "share"))
    assert driver.screen.name == "handover"
    assert driver.screen.link
    allowed = {words(f"share.{kind}") for kind in ("picture", "bgg", "sheet")}
    shared = {words(f"share.{kind}") for kind in ("replay", "protocol", "captions", "chapters")} | allowed
    assert {text for text in shared if not driver.button(text).disabled} == allowed


def test_with_many_people_the_recent_ones_stand_first_and_all_are_found(driver: Driver) -> None:
    for number in range(20):
        result = Result(
            variant="dog", names=(f"P{number}", "Anna"), teams=(0, 1), winners=(0,), ended_ms=1_000_000_000_000 + number
        )
        driver.launcher.results.enter(f"g{number}", result)
    driver.launcher.results.strike("before", struck=True)
    driver.tap_text(words("home.enter_result"))
    assert driver.screen.form.people == ("P19", "Anna")
    names = [button.text for button in reversed(driver.screen.ids.people.children)]
    assert names[:4] == ["P19", "Anna", "P18", "P17"]
    driver.tap_text(words("results.others"))
    driver.tap_text("P0")
    assert driver.screen.form.people == ("P19", "Anna", "P0")


def test_a_game_with_plays_is_the_default_too(driver: Driver) -> None:
    driver.launcher.all_games = lambda seconds=None: SavedGames(games=evening_games())
    driver.tap_text(words("home.enter_result"))
    assert driver.screen.form.sides == ((0, ("Anna", "Carla")), (1, ("Ben", "David")))


def put_file(driver: Driver, name: str, content: str) -> None:
    folder = driver.launcher.folder / IMPORTS
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(content)


def open_file(driver: Driver, name: str) -> None:
    driver.enter("home")
    driver.tap_text(words("home.enter_result"))
    driver.tap_text(words("plays.from_file"))
    driver.tap_text(name)


def test_plays_of_a_file_are_shown_named_and_taken_once(driver: Driver) -> None:
    put_file(driver, "plays.csv", PLAYS)
    open_file(driver, "plays.csv")
    assert words("plays.take", count=2) in driver.button_texts()
    driver.tap_text(words("plays.name_game", game="Mensch", count=1))
    driver.tap_text(words("variant.dog"))
    assert len(won(driver)) == 1
    driver.tap_text(words("plays.take", count=3))
    assert len(won(driver)) == 4
    assert driver.screen.name == "home"
    open_file(driver, "plays.csv")
    assert words("plays.here", count=3) in " ".join(driver.texts())
    assert driver.button(words("plays.take", count=0)).disabled


def test_what_was_copied_is_taken_without_a_file(driver: Driver) -> None:
    from kivy.core.clipboard import Clipboard

    Clipboard.copy(PLAYS)
    driver.tap_text(words("home.enter_result"))
    driver.tap_text(words("plays.from_file"))
    driver.tap_text(words("plays.paste"))
    driver.tap_text(words("plays.take", count=2))
    assert len(won(driver)) == 3


@pytest.mark.parametrize("content", ["", "{}", "Day,Game\n"])
def test_a_file_without_plays_says_so(driver: Driver, content: str) -> None:
    put_file(driver, "other.csv", content)
    open_file(driver, "other.csv")
    assert words("plays.unreadable") in driver.texts()


def test_without_a_file_the_tablet_says_where_to_put_one(driver: Driver) -> None:
    driver.tap_text(words("home.enter_result"))
    driver.tap_text(words("plays.from_file"))
    assert words("plays.no_files") in driver.texts()
