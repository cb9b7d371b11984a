"""Before and after the game on the tablet: home, set-up, resuming, faults, settings that hold at once."""

import itertools
from dataclasses import replace

import cv2
import numpy as np
import pytest
from gallery.fakes import FakeLauncher
from gallery.views import TROUBLE, sample_view
from ui_driver import Driver, open_driver, set_up_page, words

from companion.catalogue.shipped import SHIPPED
from companion.session import commands as cmd
from companion.session.state import Phase
from companion.settings.schema import NONE, SIMULATED, Settings, as_demo
from companion.texts import LANGUAGES
from companion.views.table_view import Health, HealthState
from companion.views.video import CLIPS, VIDEO
from ui.i18n import load_words
from ui.presenters.play.cards import card_help
from ui.screens.all_screens import KINDS
from ui.sound import Silence


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def test_a_saved_game_is_resumed_where_it_stands(driver):
    driver.tap_text(words("home.resume"))
    assert driver.stepped.screens.current == "play"
    assert driver.posted == [cmd.Resume()]


def test_abandoning_asks_once_more(driver):
    before = len(driver.launcher.games)
    driver.tap_text(words("home.abandon"))
    assert len(driver.launcher.games) == before
    driver.tap_once_more(words("home.abandon_sure"))
    assert len(driver.launcher.games) == before - 1


def test_a_language_is_chosen_by_its_own_name_and_kept(driver):
    driver.tap_text("Français")
    assert driver.launcher.settings().language == "fr"
    assert load_words("fr").text("home.new_game") in driver.texts()


def test_sound_and_motion_are_kept(driver):
    driver.tap_text(words("home.sound_off"))
    driver.tap_text(words("home.motion_off"))
    kept = driver.launcher.settings()
    assert kept.sound
    assert kept.motion


def test_a_corrupt_settings_file_is_reported_once(driver):
    driver.launcher.lines = [TROUBLE["mqtt"]]
    driver.enter("home")
    assert TROUBLE["mqtt"]["en"] in driver.texts()
    driver.tap_text(words("nav.ok"))
    assert TROUBLE["mqtt"]["en"] not in driver.texts()


def test_a_new_game_starts_with_the_set_up(driver):
    driver.tap_text(words("home.new_game"))
    driver.tap_text(words("setup.tab_players"))
    driver.screen.type_name(1, "Berta")
    driver.stepped.settle()
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
    assert driver.stepped.screens.current == "play"


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
    chooser = set_up_page(driver).ids.camera
    left = chooser.children[2]
    driver.tap(left)
    assert chooser.label == words("camera.other")
    driver.tap_text(words("setup.start"))
    assert words("setup.camera_missing") in driver.texts()
    line, address = set_up_page(driver).ids.camera_address, "http://anna:geheim@phone:8080/video"
    line.focus = True
    line.text = address
    driver.stepped.settle()
    assert line.text == address
    line.focus = False
    driver.stepped.settle()
    assert line.text == "http://…"
    driver.tap_text(words("setup.start"))
    assert driver.launcher.settings().camera == address
    assert driver.stepped.screens.current == "play"


def test_a_second_camera_is_chosen_beside_the_first_one(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.tab_devices"))
    ids = set_up_page(driver).ids
    assert not ids.second_camera.shown
    driver.tap(ids.camera.children[0])
    assert ids.second_camera.label == words("second_camera.none")
    driver.tap(ids.second_camera.children[2])
    assert ids.second_camera.label == words("camera.other")
    assert ids.second_camera_address.shown
    assert not ids.camera_address.shown
    driver.tap(ids.second_camera.children[2])
    driver.tap_text(words("setup.start"))
    assert driver.launcher.settings().cameras == ("0", "/dev/v4l/by-id/usb-046d_C920-video-index0")


def test_the_keyboard_never_covers_the_line_it_types_into(driver):
    from kivy.uix.vkeyboard import VKeyboard

    line, keyboard = typing_a_name(driver, "de")
    assert line.focus
    assert line.to_window(*line.pos)[1] >= keyboard.bbox[0][1] + keyboard.bbox[1][1] - 1
    driver.enter("home")
    assert not [child for child in driver.stepped.window.children if isinstance(child, VKeyboard)]
    assert driver.stepped.screens.get_screen("setup").lift == 0


def test_a_new_name_is_typed_over_the_old_one(driver):
    line, keyboard = typing_a_name(driver, "en")
    assert line.selection_text == line.text != ""
    tap_key(driver, keyboard, "N")
    assert line.text == "N"
    driver.tap(line)
    tap_key(driver, keyboard, "a")
    assert line.text in ("Na", "aN")


def typing_a_name(driver, language):
    """The line of a name that was tapped, and the keyboard that came."""
    from kivy.uix.vkeyboard import VKeyboard

    driver.use_language(language)
    driver.enter("setup")
    driver.tap_text(load_words(language).text("setup.tab_players"))
    line = set_up_page(driver).ids.seats.children[0].ids.name_line
    driver.tap(line)
    (keyboard,) = [child for child in driver.stepped.window.children if isinstance(child, VKeyboard)]
    return line, keyboard


def tap_key(driver, keyboard, shown):
    for number in range(1, 6):
        keys = keyboard.available_layouts[keyboard.layout][f"{keyboard.layout_mode}_{number}"]
        for key, (pos, size) in zip(keys, keyboard.layout_geometry[f"LINE_{number}"], strict=True):
            if key[0] == shown:
                driver.tap_at(*keyboard.to_parent(pos[0] + size[0] / 2, pos[1] + size[1] / 2))
                driver.stepped.settle()
                return
    raise AssertionError(f"{shown} is not on the keyboard")


@pytest.mark.sampled(4)
@pytest.mark.parametrize(("language", "name"), [("de", "Jörg"), ("fr", "Léa"), ("it", "Nicolò"), ("en", "Åse")])
def test_a_name_with_accents_is_tapped_over_the_old_one(driver, language, name):
    line, keyboard = typing_a_name(driver, language)
    assert line.text
    for letter in name:
        if letter.lower() not in {
            key[0] for row in range(1, 6) for key in keyboard.available_layouts[language][f"normal_{row}"]
        }:
            tap_key(driver, keyboard, "…")
        tap_key(driver, keyboard, letter)
        if keyboard.layout != language:
            tap_key(driver, keyboard, "…")
    assert line.text == name


def test_the_keyboard_changes_letters_and_their_size_at_once(driver):
    _, keyboard = typing_a_name(driver, "de")
    states = list(itertools.product(LANGUAGES, (False, True)))
    for before, after in itertools.permutations(states, 2):
        for language, large in (before, after):
            keyboard.speak(language, large=large)
            driver.stepped.settle()
        for row in range(1, 6):
            keys = keyboard.available_layouts[keyboard.layout][f"{keyboard.layout_mode}_{row}"]
            assert len(keys) == len(keyboard.layout_geometry[f"LINE_{row}"])


def test_the_devices_of_this_machine_can_be_chosen(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.tab_devices"))
    assert [option.value for option in set_up_page(driver).ids.camera.options] == [
        "none",
        "0",
        "/dev/v4l/by-id/usb-046d_C920-video-index0",
        "other",
    ]


def test_the_picture_can_be_checked_before_the_game(driver):
    driver.enter("setup")
    driver.tap_text(words("setup.look"))
    assert driver.stepped.screens.current == "camera"
    driver.tap_text(words("nav.back"))
    assert driver.stepped.screens.current == "setup"
    assert driver.launcher.closed == 1


def test_a_table_that_cannot_be_opened_is_reported_in_one_line(driver):
    class Closed(FakeLauncher):
        def open_table(self, settings):
            raise OSError("port 1883 is taken: choose another one in the settings file")

    driver.model.launcher = Closed()
    driver.enter("setup")
    driver.tap_text(words("setup.start"))
    assert driver.stepped.screens.current == "setup"
    assert any("port 1883 is taken" in text for text in driver.texts())


def test_settings_that_cannot_be_saved_do_not_stop_the_game(driver):
    class Full(FakeLauncher):
        def save(self, settings):
            raise OSError(28, "No space left on device")

    driver.model.launcher = Full()
    driver.enter("setup")
    driver.tap_text(words("setup.start"))
    assert driver.stepped.screens.current == "play"


@pytest.mark.long
def test_the_card_aid_explains_every_card_in_every_language(driver):
    for language in LANGUAGES:
        driver.use_language(language)
        driver.enter("cards")
        words = load_words(language)
        for card in ("1/11", "partner4", "black1-7", "swap", "magnet", "copy"):
            assert card_help(card, words, SHIPPED.variant("black_dog")) in driver.texts()
        assert words.text("aid.paw") in driver.texts()


def test_a_verdict_is_heard_once(driver):
    from gallery.views import sample_view, spoken

    from companion.model.verdict import VerdictKind

    class Ear(Silence):
        def __init__(self):
            self.heard = []

        def play(self, tone):
            self.heard.append(tone)

    ear = Ear()
    driver.model._sound = ear
    driver.model.change(sound=True)
    driver.play(sample_view(verdict=spoken(VerdictKind.LEGAL)))
    driver.show(sample_view(verdict=spoken(VerdictKind.LEGAL), deck=3))
    driver.show(sample_view(verdict=spoken(VerdictKind.ILLEGAL)))
    driver.model.change(sound=False)
    driver.show(sample_view(phase=Phase.OVER, result=(0, 2)))
    driver.model._sound = Silence()
    assert ear.heard == ["legal", "illegal"]


def test_a_first_game_is_no_demo_and_nothing_in_it_is_simulated(driver):
    """A new family that taps its way through without looking plays itself."""
    driver.tap_text(words("home.new_game"))
    assert words("setup.camera_none") in driver.texts()
    driver.tap_text(words("setup.tab_devices"))
    for chooser in (set_up_page(driver).ids.camera, set_up_page(driver).ids.wheel):
        assert SIMULATED not in [option.value for option in chooser.options]
    driver.tap_text(words("setup.start"))
    (posted,) = driver.posted
    assert not posted.demo
    assert (driver.launcher.opened.camera, driver.launcher.opened.wheel) == (NONE, NONE)


@pytest.mark.parametrize("screen", ["home", "setup"])
def test_a_demo_is_chosen_played_under_its_name_and_never_remembered(driver, screen):
    driver.enter(screen)
    driver.tap_text(words("home.demo"))
    (posted,) = driver.posted
    assert posted.demo
    assert driver.launcher.opened == as_demo(Settings(motion=False, sound=False))
    assert driver.stepped.screens.current == "play"
    driver.show(sample_view(demo=True))
    assert words("demo.strip") in driver.texts()
    driver.show(sample_view())
    assert words("demo.strip") not in driver.texts()
    driver.enter("home")
    driver.tap_text(words("home.new_game"))
    driver.tap_text(words("setup.start"))
    assert not driver.posted[-1].demo
    assert not driver.launcher.settings().demo


@pytest.mark.long
def test_a_demo_that_waits_is_named_one_and_a_rematch_of_it_too(driver):
    ours, theirs = driver.launcher.games
    driver.launcher.games = [replace(ours, demo=True), theirs]
    driver.enter("home")
    assert [line.startswith("Demo · ") for line in driver.texts() if "Black DOG" in line].count(True) == 1
    driver.play(sample_view(demo=True, phase=Phase.OVER, result=(0, 2)))
    driver.tap_text(words("over.rematch"))
    assert driver.posted[-1].demo


@pytest.mark.long
def test_a_simulated_table_is_shown_and_can_be_replaced(driver):
    driver.model.settings = as_demo(driver.model.settings)
    driver.enter("setup")
    assert words("setup.camera_simulated") in driver.texts()
    driver.tap_text(words("setup.tab_devices"))
    chooser = set_up_page(driver).ids.camera
    assert chooser.options[chooser.index].value == SIMULATED
    driver.tap_text(words("setup.start"))
    assert driver.posted[-1].demo


def test_the_viewers_address_is_a_code_that_a_telephone_reads(driver):
    driver.play(sample_view())
    driver.screen.show("camera")
    driver.stepped.settle()
    code = driver.screen.ids.code
    x, y = (round(part) for part in code.to_window(code.x, code.y))
    seen = driver.screenshot()[800 - y - round(code.height) : 800 - y, x : x + round(code.width)]
    large = cv2.resize(np.ascontiguousarray(seen), None, fx=4, fy=4, interpolation=cv2.INTER_NEAREST)
    assert cv2.QRCodeDetector().detectAndDecode(large)[0] == driver.launcher.table.viewer_urls()[0]


@pytest.mark.long
def test_every_screen_shows_a_light_while_viewers_see_the_camera(driver):
    view = sample_view()
    seen = replace(view, health=(*view.health, Health(part=VIDEO, state=HealthState.OK, code="video_board")))
    light, screens = driver.stepped.app.video_light, driver.stepped.screens
    lit = set()
    for size in ((1280, 800), (480, 800)):
        driver.resize(*size)
        driver.play(seen)
        for name in KINDS:
            driver.enter(name)
            # some screens close the table, and with it the pictures end
            if driver.model.view is None:
                assert light.parent is None
                driver.play(seen)
                continue
            lit.add(name)
            assert light.parent is driver.stepped.window
            assert (light.width, light.top) == size
            assert screens.top == driver.screen.top == light.y
    assert {"play", "home", "camera", "cards"} <= lit
    for language in LANGUAGES:
        driver.use_language(language)
        said = [child.text for child in light.children if hasattr(child, "slack")]
        assert said == [load_words(language).text("video.light")]
        for parts, text in (((CLIPS,), "clips.light"), ((CLIPS, VIDEO), "video.clips.light")):
            lit_by = (Health(part=part, state=HealthState.OK, code=f"{part}_on") for part in parts)
            driver.play(replace(view, health=(*view.health, *lit_by)))
            assert [child.text for child in light.children if hasattr(child, "slack")] == [
                load_words(language).text(text)
            ]
        driver.play(seen)
    driver.play(view)
    assert light.parent is None
    assert screens.top == driver.stepped.window.height
