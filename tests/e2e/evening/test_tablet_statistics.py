"""Statistics and handing over on the tablet, by touch; the code is read from the picture of the screen."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from code_reader import read_code
from gallery import card_views
from gallery.history_views import finished_game, many_games
from gallery.views import sample_view
from ui_driver import Driver, open_driver, words

from companion.handover.bg_stats import play_link
from companion.scoring.profiles import Profiles
from companion.session.state import Phase


@pytest.fixture
def driver() -> Driver:
    return open_driver()


@pytest.fixture
def games(driver: Driver) -> Driver:
    driver.enter_games(list(many_games()))
    return driver


def charts_in_view(driver: Driver) -> dict[str, list[tuple[str, str]]]:
    cards = [widget for widget in driver.screen.walk() if type(widget).__name__ == "ChartCard"]
    return {
        card.chart.title: [(row.bar.label, row.bar.text) for row in reversed(card.ids.bars.children)] for card in cards
    }


def test_the_result_leads_to_the_statistics_and_back(driver: Driver) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2)))
    driver.tap_text(words("stats.title"))
    assert driver.screen.name == "statistics"
    whole = finished_game()
    shown = charts_in_view(driver)
    assert shown[words("stats.walked")] == [
        (name, str(seat.walked)) for name, seat in zip(whole.names, whole.figures.seats, strict=True)
    ]
    assert words("stats.bites") in shown
    driver.tap_text(words("nav.back"))
    assert driver.screen.name == "play"


def test_the_result_of_a_card_game_has_them_too(driver: Driver) -> None:
    driver.model.open(driver.model.settings)
    driver.show(card_views.view_of(card_views.rich_table()))
    driver.enter("card_table")
    driver.screen.show_statistics()
    driver.stepped.settle()
    assert driver.screen.name == "statistics"
    driver.tap_text(words("nav.back"))
    assert driver.screen.name == "card_table"


def test_each_line_of_the_list_has_its_statistics(games: Driver) -> None:
    (line,) = [w for w in games.visible() if type(w).__name__ == "GameLine" and w.saved.game == "won-0"]
    button = next(w for w in line.children if getattr(w, "icon", "") == "chart")
    games.tap(button)
    assert games.screen.name == "statistics"
    captures = [str(seat.captures) for seat in line.saved.figures.seats]
    assert [text for _, text in charts_in_view(games)[words("stats.captures")]] == captures
    games.tap_text(words("nav.back"))
    assert games.screen.name == "games"


@pytest.mark.long
def test_all_games_in_view_are_counted_together(games: Driver) -> None:
    games.tap_text(words("stats.title"))
    won = [game for game in many_games() if game.fault is None and not game.demo]
    assert words("stats.games", count=len(won)) in games.screen.facts
    all_bites = dict(charts_in_view(games)[words("stats.bites")])
    games.tap_text(words("nav.back"))
    games.screen.ids.search.text = "Felix"
    games.stepped.settle()
    games.tap_text(words("stats.title"))
    assert "Felix" in dict(charts_in_view(games)[words("stats.players_games")])
    assert all_bites != dict(charts_in_view(games).get(words("stats.bites"), []))


def test_a_game_step_by_step_leads_to_both(games: Driver) -> None:
    (line,) = [w for w in games.visible() if type(w).__name__ == "GameLine" and w.saved.game == "won-0"]
    games.tap(line)
    for icon, screen in (("chart", "statistics"), ("share", "handover")):
        (button,) = [w for w in games.visible() if getattr(w, "icon", "") == icon]
        games.tap(button)
        assert games.screen.name == screen
        games.tap_text(words("nav.back"))
        assert games.screen.name == "review"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(1280, 800), (1024, 600)])
def test_the_code_on_the_screen_is_read_by_a_camera(driver: Driver, size: tuple[int, int]) -> None:
    driver.resize(*size)
    driver.play(sample_view(phase=Phase.OVER, result=(1, 3)))
    driver.tap_text(words("share.title"))
    assert driver.screen.name == "handover"
    assert driver.screen.link == play_link(finished_game(), words(f"variant.{finished_game().variant}"), Profiles())
    screen = cv2.cvtColor(np.ascontiguousarray(driver.screenshot()), cv2.COLOR_RGBA2GRAY)
    (code,) = [widget for widget in driver.screen.walk() if type(widget).__name__ == "CodePicture"]
    assert code.module_px >= 4
    left, low = map(round, code.to_window(*code.pos))
    shown = screen[size[1] - low - round(code.height) : size[1] - low, left : left + round(code.width)]
    assert read_code(shown) == driver.screen.link


@pytest.mark.long
def test_a_code_says_another_game_when_another_is_shown(driver: Driver) -> None:
    screen = driver.stepped.screens.get_screen("handover")
    screen.show_game(finished_game())
    first = screen.link
    screen.show_game(replace(finished_game(), game="other"))
    assert screen.link not in ("", first)
    screen.show_game(replace(finished_game(), result=()))
    assert screen.link == ""


def written(driver: Driver) -> None:
    """Waits for the file that is written beside the screen."""
    driver.screen.writer.join()
    driver.stepped.settle()


@pytest.mark.parametrize(
    ("message", "ending"),
    [("protocol", "pdf"), ("bgg", "xml"), ("sheet", "csv"), ("replay", "html"), ("chapters", "chapters.txt")],
)
def test_a_file_is_written_and_its_place_shown(driver: Driver, message: str, ending: str) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(1, 3)))
    driver.tap_text(words("share.title"))
    driver.tap_text(words(f"share.{message}"))
    written(driver)
    assert f".{ending}\n" in driver.screen.saved
    assert (words("share.few_chapters") in driver.screen.saved) == (message == "chapters")
    assert driver.screen.saved in driver.texts()


def test_a_disk_that_refuses_is_shown(driver: Driver) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(1, 3)))
    driver.tap_text(words("share.title"))
    driver.launcher.refuses = True
    driver.tap_text(words("share.protocol"))
    written(driver)
    assert words("share.not_written", reason="No space left on device") in driver.texts()
