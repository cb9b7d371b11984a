"""Before and after the game on the tablet: home, set-up, resuming, faults, settings that hold at once."""

import pytest
from kivy_driver import Driver, open_driver

from companion.session import commands as cmd
from companion.settings import LANGUAGES
from ui.gallery_views import TROUBLE, StagedLauncher
from ui.i18n import load_catalogue
from ui.presenters.cards import card_help
from ui.sound import Silence


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def words(message: str, **fields: object) -> str:
    return load_catalogue("en").text(message, **fields)


def page(driver):
    """The page of the set-up screen in view."""
    return driver.screen.ids.body.children[0]


def test_a_saved_game_is_resumed_where_it_stands(driver):
    driver.tap_text(words("home.resume"))
    assert driver.stage.screens.current == "play"
    assert driver.posted == [cmd.Resume()]


def test_abandoning_asks_once_more(driver):
    before = len(driver.launcher.games)
    driver.tap_text(words("home.abandon"))
    assert len(driver.launcher.games) == before
    driver.tap_text(words("home.abandon_sure"))
    assert len(driver.launcher.games) == before - 1


def test_a_language_is_chosen_by_its_own_name_and_kept(driver):
    driver.tap_text("Français")
    assert driver.launcher.settings().language == "fr"
    assert load_catalogue("fr").text("home.new_game") in driver.texts()


def test_sound_and_motion_are_kept(driver):
    driver.tap_text(words("home.sound_off"))
    driver.tap_text(words("home.motion_off"))
    kept = driver.launcher.settings()
    assert kept.sound
    assert kept.motion


def test_a_corrupt_settings_file_is_told_once(driver):
    driver.launcher.lines = [TROUBLE["mqtt"]]
    driver.enter("home")
    assert TROUBLE["mqtt"]["en"] in driver.texts()
    driver.tap_text(words("nav.ok"))
    assert TROUBLE["mqtt"]["en"] not in driver.texts()


def test_a_new_game_starts_with_what_was_set_up(driver):
    driver.tap_text(words("home.new_game"))
    driver.tap_text(words("setup.tab_players"))
    driver.screen.type_name(1, "Berta")
    driver.stage.settle()
    begins = [
        widget
        for widget in driver.visible()
        if getattr(widget, "text", "") == words("setup.begins") and hasattr(widget, "tone")
    ]
    driver.tap(sorted(begins, key=lambda widget: -widget.to_window(*widget.center)[1])[2])
    driver.tap_text(words("setup.start"))
    (posted,) = driver.posted
    assert isinstance(posted, cmd.StartGame)
    assert posted.names == ("Anna", "Berta", "Carla", "David")
    assert posted.first == 2
    assert posted.seats == (0, 1, 2, 3)
    assert driver.launcher.settings().names[1] == "Berta"
    assert driver.stage.screens.current == "play"


def test_a_seat_takes_a_colour_that_nobody_has(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.tab_players"))
    driver.tap_text("red")
    colours = driver.screen.form.settings.colours
    assert colours[0] == "black"
    assert len(set(colours)) == 4


def test_a_nameless_seat_keeps_the_game_from_starting(driver):
    driver.enter("setup")
    driver.screen.type_name(3, "  ")
    driver.tap_text(words("setup.start"))
    assert words("setup.name_missing", seat=4) in driver.texts()
    assert driver.launcher.table is None


def test_another_camera_needs_its_address(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.tab_devices"))
    chooser = page(driver).ids.camera
    left = chooser.children[2]
    driver.tap(left)
    assert chooser.label == words("camera.other")
    driver.tap_text(words("setup.start"))
    assert words("setup.camera_missing") in driver.texts()
    page(driver).ids.camera_address.text = "http://phone:8080/video"
    driver.stage.settle()
    driver.tap_text(words("setup.start"))
    assert driver.launcher.settings().camera == "http://phone:8080/video"
    assert driver.stage.screens.current == "play"


def test_the_keyboard_never_covers_the_line_it_types_into(driver):
    from kivy.uix.vkeyboard import VKeyboard

    driver.use_language("de")
    driver.enter("setup")
    driver.tap_text(load_catalogue("de").text("setup.tab_players"))
    line = page(driver).ids.seats.children[0].ids.name_line
    driver.tap(line)
    (keyboard,) = [child for child in driver.stage.window.children if isinstance(child, VKeyboard)]
    assert line.focus
    assert keyboard.layout == "qwertz"
    assert line.to_window(*line.pos)[1] >= keyboard.bbox[0][1] + keyboard.bbox[1][1] - 1
    driver.enter("home")
    assert not [child for child in driver.stage.window.children if isinstance(child, VKeyboard)]
    assert driver.stage.screens.get_screen("setup").lift == 0


def test_the_devices_of_this_machine_can_be_chosen(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.tab_devices"))
    assert [option.value for option in page(driver).ids.camera.options] == [
        "simulated",
        "none",
        "0",
        "/dev/video2",
        "other",
    ]


def test_the_picture_can_be_checked_before_the_game(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.look"))
    assert driver.stage.screens.current == "camera"
    driver.tap_text(words("nav.back"))
    assert driver.stage.screens.current == "setup"
    assert driver.launcher.closed == 1


def test_a_table_that_cannot_be_opened_is_told_in_one_line(driver):
    class Closed(StagedLauncher):
        def open_table(self, settings):
            raise OSError("port 1883 is taken: choose another one in the settings file")

    driver.desk.launcher = Closed()
    driver.enter("setup")
    driver.tap_text(words("setup.start"))
    assert driver.stage.screens.current == "setup"
    assert any("port 1883 is taken" in text for text in driver.texts())


def test_settings_that_cannot_be_saved_do_not_stop_the_game(driver):
    class Full(StagedLauncher):
        def save(self, settings):
            raise OSError(28, "No space left on device")

    driver.desk.launcher = Full()
    driver.enter("setup")
    driver.tap_text(words("setup.start"))
    assert driver.stage.screens.current == "play"


def test_the_card_aid_explains_every_card_in_every_language(driver):
    for language in LANGUAGES:
        driver.use_language(language)
        driver.enter("cards")
        catalogue = load_catalogue(language)
        for card in ("1/11", "partner4", "black1-7", "swap", "magnet", "copy"):
            assert card_help(card, catalogue, "black_dog") in driver.texts()
        assert catalogue.text("aid.paw") in driver.texts()


def test_a_verdict_is_heard_once(driver):
    from companion.model.verdict import VerdictKind
    from ui.gallery_views import sample_view, spoken

    class Ear(Silence):
        def __init__(self):
            self.heard = []

        def play(self, tone):
            self.heard.append(tone)

    ear = Ear()
    driver.desk._sound = ear
    driver.desk.change(sound=True)
    driver.play(sample_view(verdict=spoken(VerdictKind.LEGAL)))
    driver.show(sample_view(verdict=spoken(VerdictKind.LEGAL), deck=3))
    driver.show(sample_view(verdict=spoken(VerdictKind.ILLEGAL)))
    driver.desk.change(sound=False)
    driver.show(sample_view(phase="over", result=(0, 2)))
    driver.desk._sound = Silence()
    assert ear.heard == ["legal", "illegal"]
