"""The guided start: with any steps done or skipped, it ends in a first game; no Kivy."""

import random

import msgspec
import pytest
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.settings.schema import NONE, Settings
from companion.texts import LANGUAGES
from ui.i18n import load_words
from ui.presenters.guide import (
    DONE,
    OF_CAMERA,
    SKIPPED,
    GuideStep,
    behind,
    chosen,
    guide_face,
    is_under_way,
    open_step,
    steps_of,
)
from ui.presenters.setup import SetupForm

WORDS = load_words("en", WORDING)
FOUND = {"camera": {"0": "", "/dev/cam": "C920"}, "wheel": {"/dev/ttyACM0": ""}}


def changed(settings: Settings, **changes: object) -> Settings:
    """As the settings are kept: every value that the guide writes can be read again."""
    return msgspec.convert(msgspec.to_builtins(msgspec.structs.replace(settings, **changes)), Settings)


@pytest.mark.parametrize("seed", range(20))
def test_any_way_through_comes_to_the_first_game(seed: int) -> None:
    rng, settings = random.Random(seed), Settings()
    for _ in range(60):
        step = open_step(SHIPPED, settings)
        found = rng.choice((FOUND, {}))
        face = guide_face(SHIPPED, settings, step, found, WORDS)
        assert step in [each.step for each in face.steps]
        assert is_under_way(settings) == bool(settings.guide)
        if face.options and rng.random() < 0.5:
            value = rng.choice(face.options).value
            if step is GuideStep.GAME:
                settings = SetupForm(SHIPPED, settings).with_variant(value).settings
            else:
                settings = changed(settings, **chosen(settings, step, value))
            continue
        goes = [how for how, may in ((DONE, face.ready), (SKIPPED, bool(face.skip))) if may]
        assert goes, f"nobody gets past {step}"
        settings = changed(settings, **behind(settings, step, rng.choice(goes)))
        if step is GuideStep.PLAY:
            assert not is_under_way(settings)
            assert set(steps_of(SHIPPED, settings)) <= {GuideStep(name) for name in settings.guide}
            return
    raise AssertionError(f"the guide does not end: {settings.guide}")


def test_without_a_camera_there_is_no_question_about_its_picture() -> None:
    settings = Settings(camera="0", guide={"game": DONE})
    settings = changed(settings, **behind(settings, GuideStep.CAMERA, SKIPPED))
    assert settings.camera == NONE
    assert open_step(SHIPPED, settings) is GuideStep.WHEEL
    assert "tap the pawn" in guide_face(SHIPPED, settings, GuideStep.PLAY, {}, WORDS).text


def test_another_camera_is_checked_anew() -> None:
    settings = Settings(camera="0", guide=dict.fromkeys(("game", "camera", *OF_CAMERA), DONE))
    assert chosen(settings, GuideStep.CAMERA, "0")["guide"] == settings.guide
    again = changed(settings, **chosen(settings, GuideStep.CAMERA, "/dev/cam"))
    assert open_step(SHIPPED, again) is GuideStep.MARKERS


def test_only_games_with_a_wheel_ask_for_it() -> None:
    wheels = {variant for variant in SHIPPED.ids if GuideStep.WHEEL in steps_of(SHIPPED, with_game(variant))}
    assert wheels == {"black_dog"}


@pytest.mark.parametrize("variant", ["dog_cards", "a game of the house that is gone"])
@pytest.mark.parametrize("step", GuideStep)
def test_a_game_that_is_not_in_the_catalogue_hinders_no_step(variant: str, step: GuideStep) -> None:
    settings = msgspec.structs.replace(Settings(), variant=variant)
    face = guide_face(SHIPPED, settings, step, {}, load_words("en"))
    assert not any(option.chosen for option in face.options)
    assert GuideStep.WHEEL not in steps_of(SHIPPED, settings)


def with_game(variant: str) -> Settings:
    return SetupForm(SHIPPED, Settings()).with_variant(variant).settings


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_has_words(language: str) -> None:
    words = load_words(language, WORDING)
    for step in GuideStep:
        for found in (FOUND, {}):
            face = guide_face(SHIPPED, Settings(), step, found, words)
            shown = [face.heading, face.text, face.go_on, *(each.text for each in face.actions)]
            assert all(line and "guide." not in line for line in shown)


@pytest.mark.parametrize("step", OF_CAMERA)
def test_a_step_that_needs_a_camera_says_so_and_opens_none(step: GuideStep) -> None:
    blind = guide_face(SHIPPED, Settings(camera=NONE), step, FOUND, WORDS)
    seeing = guide_face(SHIPPED, Settings(camera="0"), step, FOUND, WORDS)
    assert blind.text == WORDS.text("guide.needs_camera") != seeing.text
    assert {each.name for each in blind.actions} <= {"print"}
    assert {each.name for each in seeing.actions} > {each.name for each in blind.actions}
    assert blind.ready
