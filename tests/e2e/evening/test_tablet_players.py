"""Keeping score on the tablet, by touch: the players, a seat for a known one, the series, new partners."""

from dataclasses import replace

import pytest
from gallery.score_scenes import evening_games
from gallery.views import NAMES, sample_view
from ui_driver import Driver, open_driver, words

from companion.scoring.profiles import Profile, Profiles
from companion.session.commands import StartGame
from companion.session.state import Phase
from companion.views.troubles import TROUBLES


@pytest.fixture
def driver() -> Driver:
    opened = open_driver()
    opened.launcher.games = list(evening_games())
    return opened


@pytest.fixture
def players(driver: Driver) -> Driver:
    """The screen of players, entered from the home screen."""
    driver.tap_text(words("home.players"))
    driver.stepped.pump(3)
    return driver


def tile(driver: Driver, name: str) -> object:
    return next(w for w in driver.visible() if type(w).__name__ == "PlayerTile" and w.line.name == name)


def change(driver: Driver, name: str) -> None:
    """Opens the changes of a player, from the list over the player's page."""
    driver.tap(tile(driver, name))
    driver.tap_text(words("player.change"))


def shown(driver: Driver) -> list[str]:
    found = [w for w in driver.visible() if type(w).__name__ == "PlayerTile"]
    return [w.line.name for w in sorted(found, key=lambda w: -w.y)]


def test_everybody_who_has_played_stands_there_best_first(players: Driver) -> None:
    assert set(shown(players)[:2]) == {"Anna", "Carla"}
    assert tile(players, "Anna").line.games == "16"
    assert "±" in tile(players, "Anna").line.rating


def test_ratings_that_another_page_has_counted_are_shown(driver: Driver) -> None:
    # an older game than all others: no rating of an earlier page is of use
    driver.launcher.games.append(replace(evening_games()[0], game="first", started_ms=1))
    driver.stepped.screens.show("players")
    screen = driver.screen
    assert (screen.unread, len(screen.rows), {row.rating for row in screen.rows}) == (17, 4, {None})
    screen.book.rate_on(screen.unread)
    driver.stepped.pump(2)
    assert screen.unread == 0
    assert "±" in tile(driver, "Anna").line.rating


def bars(driver: Driver) -> dict[str, dict[str, str]]:
    cards = [widget for widget in driver.screen.walk() if type(widget).__name__ == "ChartCard"]
    return {card.chart.title: {row.bar.label: row.bar.text for row in card.ids.bars.children} for card in cards}


def bar(driver: Driver, name: str) -> object:
    return next(w for w in driver.visible() if type(w).__name__ == "ChartBar" and w.bar.person == name)


def test_a_tap_on_a_name_shows_games_rivals_streaks_and_rating(players: Driver) -> None:
    players.tap(tile(players, "Anna"))
    shown_bars = bars(players)
    assert shown_bars[words("player.partners")] == {"Carla": words("evening.of", won=13, count=16)}
    assert shown_bars[words("player.opponents")] == {"Ben": "13 : 3", "David": "13 : 3"}
    assert words("player.facts", won=13, count=16, share=81) in players.texts()
    assert words("player.longest", count=4) in players.screen.page.streaks
    (line,) = [w for w in players.visible() if type(w).__name__ == "LineCard"]
    assert (len(line.chart.heights), min(line.chart.heights), max(line.chart.heights)) == (7, 0, 1)


def test_a_rival_on_the_page_leads_to_the_rivals_page_and_back_to_the_list(players: Driver) -> None:
    players.tap(tile(players, "Anna"))
    players.tap(bar(players, "Ben"))
    assert bars(players)[words("player.opponents")] == {"Anna": "3 : 13", "Carla": "3 : 13"}
    players.tap_text(words("nav.back"))
    assert players.screen.name == "players"


def test_the_page_leads_to_the_players_games(players: Driver) -> None:
    players.launcher.games.append(replace(evening_games()[0], game="x", names=("Emma", "Felix", "Gil", "Hugo")))
    players.tap(tile(players, "Anna"))
    players.tap_text(words("players.games"))
    assert (players.screen.name, players.screen.shown) == ("games", 16)


def test_a_name_in_the_history_leads_to_the_page_and_the_rest_to_the_game(driver: Driver) -> None:
    driver.enter_games(list(evening_games()))
    (line, *_) = [w for w in driver.visible() if type(w).__name__ == "GameLine"]
    label = line.ids.names
    x, y = label.to_window(label.x + label.texture_size[0] - label.slack * 2 - 5, label.center_y)
    driver.tap_at(x, y)
    assert (driver.screen.name, driver.screen.page.row.profile.name) == ("player", "David")
    driver.tap_text(words("nav.back"))
    driver.tap_at(*label.to_window(label.right - 5, label.center_y))
    assert driver.screen.name == "review"


def test_a_name_among_the_points_of_the_evening_leads_to_the_page_and_back(driver: Driver) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2)))
    driver.tap_text(words("evening.title"))
    row = next(w for w in driver.visible() if type(w).__name__ == "PointsRow" and w.line.name == "Carla")
    driver.tap(row)
    assert (driver.screen.name, driver.screen.page.row.profile.name) == ("player", "Carla")
    driver.tap_text(words("nav.back"))
    assert driver.screen.name == "play"


def test_a_bar_of_the_statistics_leads_to_the_page(driver: Driver) -> None:
    driver.enter_games(list(evening_games()))
    driver.tap_text(words("stats.title"))
    driver.tap(bar(driver, "Ben"))
    assert driver.screen.page.row.profile.name == "Ben"


def test_a_player_is_renamed_after_the_meaning_is_shown(players: Driver) -> None:
    change(players, "Ben")
    sheet = players.screen.children[0]
    sheet.typed = "Benno"
    players.stepped.settle()
    assert words("players.rename_means", name="Ben") in players.texts()
    assert players.launcher.people == Profiles()
    players.tap_text(words("players.rename"))
    assert players.launcher.people.of("ben").name == "Benno"
    players.tap_text(words("players.done"))
    assert players.screen.page.row.profile.name == "Benno"
    players.tap_text(words("nav.back"))
    assert "Benno" in shown(players)


def test_removing_asks_first(players: Driver) -> None:
    change(players, "David")
    players.tap_text(words("players.remove"))
    assert words("players.remove_means", name="David") in players.texts()
    players.tap_text(words("nav.cancel"))
    assert players.launcher.people == Profiles()
    players.tap_text(words("players.remove"))
    players.tap_once_more(words("players.sure_remove"))
    assert "David" not in shown(players)
    assert len(players.launcher.games) == len(evening_games())


def test_two_who_sat_at_one_table_are_not_merged_and_two_others_are(players: Driver) -> None:
    stranger = replace(evening_games()[0], game="x", names=("Anni", "Ben", "Carla", "David"), result=(0, 2))
    players.launcher.games.append(stranger)
    players.enter("players")
    change(players, "Anni")
    players.tap_text(words("players.merge"))
    players.tap_text("Ben")
    assert any("two people" in text for text in players.texts())
    players.tap_text(words("players.merge"))
    players.tap_text("Anna")
    assert words("players.merge_means", name="Anni", into="Anna") in players.texts()
    players.tap_once_more(words("players.sure_merge"))
    assert "Anni" not in shown(players)
    assert tile(players, "Anna").line.games == "17"


def test_colour_and_sign_are_chosen_and_taken_back(players: Driver) -> None:
    change(players, "Anna")
    (paw,) = [w for w in players.visible() if getattr(w, "icon", "") == "paw"]
    players.tap(paw)
    assert players.launcher.people.of("Anna") == Profile(name="Anna", glyph="paw")
    players.tap(paw)
    assert players.launcher.people.of("Anna").glyph == ""


def test_a_disk_that_refuses_is_shown(players: Driver, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: Profiles) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(players.launcher, "save_profiles", refuse)
    change(players, "Anna")
    players.tap(next(w for w in players.visible() if getattr(w, "icon", "") == "star"))
    players.tap_text(words("players.done"))
    said = words("players.not_saved")
    assert f"{said} ({TROUBLES['players.not_saved']})" in players.texts()


def test_a_seat_offers_absent_players_and_takes_their_colour(driver: Driver) -> None:
    settings = driver.model.settings
    driver.launcher.games = [
        replace(evening_games()[0], names=("Emma", "Felix", *NAMES[2:4]), game="other"),
        *evening_games(),
    ]
    driver.launcher.people = Profiles((Profile(name="Emma", colour=settings.colours[1]),))
    driver.enter("setup")
    driver.screen.page = "players"
    driver.stepped.settle()
    driver.screen.offer_players(0)
    driver.stepped.settle()
    offered = {button.text for button in driver.screen.children[0].ids.choices.children}
    by_whom = {words("setup.by_people"), *(f"Computer, {level}" for level in ("easy", "normal", "strong"))}
    assert offered - by_whom == {"Emma", "Felix", settings.names[0]}
    driver.tap_text("Emma")
    form = driver.screen.form.settings
    assert (form.names[0], form.colours[0], form.colours[1]) == ("Emma", settings.colours[1], settings.colours[0])


def test_the_result_shows_the_series_and_new_partners_move_few_players(driver: Driver) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2)))
    assert any("Anna & Carla" in text and ":" in text for text in driver.texts())
    driver.tap_text(words("evening.title"))
    driver.tap_text(words("evening.play"))
    (begun,) = [command for command in driver.posted if isinstance(command, StartGame)]
    names = tuple(seat.name for seat in sample_view().seats)
    assert sorted(begun.names) == sorted(names)
    assert sum(new != old for new, old in zip(begun.names, names, strict=True)) == 2


def test_who_is_renamed_meanwhile_has_the_new_name_on_the_result(driver: Driver) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2)))
    driver.enter("home")
    driver.launcher.people = Profiles((Profile(name="Annabel", others=("Anna",)),))
    driver.enter("play")
    assert any("Annabel & Carla" in text for text in driver.texts())


def test_a_demo_has_no_series(driver: Driver) -> None:
    driver.play(sample_view(phase=Phase.OVER, result=(0, 2), demo=True))
    with pytest.raises(LookupError):
        driver.button(words("evening.title"))
