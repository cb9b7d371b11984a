"""The real tablet app, every screen in every language: nothing is cut, nothing overlaps, everything can be tapped."""

import numpy as np
import pytest
from gallery.views import declared_view, sample_view
from screen_checks import LONGEST, SCENES, check_scenes, show_scene
from ui_driver import Driver, kv_files, open_driver

from companion.texts import LANGUAGES


@pytest.fixture
def driver() -> Driver:
    return open_driver()


#: The language with the longest words draws every sixth scene, each other one fewer; at full size all draw all.
PARTS = [
    pytest.param(LONGEST, 0, 6, marks=pytest.mark.long),
    *(
        pytest.param(each, at, 8 * (len(LANGUAGES) - 1), marks=pytest.mark.long)
        for at, each in enumerate(language for language in LANGUAGES if language != LONGEST)
    ),
]


@pytest.mark.parametrize(("language", "at", "every"), [(LONGEST, 0, 32), *PARTS])
def test_texts_fit_without_overlap_and_targets_are_finger_sized(driver, language, at, every, full):
    check_scenes(driver, language, list(SCENES) if full else list(SCENES)[at::every])


#: Of the scenes each language draws some others; at full size together all.
SHARES = [pytest.param(each, at, len(LANGUAGES), marks=pytest.mark.long) for at, each in enumerate(LANGUAGES)]


@pytest.mark.parametrize(("language", "at", "every"), [(LONGEST, 5, 48), *SHARES])
def test_the_same_holds_for_a_tablet_that_stands_upright(driver, language, at, every, full):
    driver.resize(800, 1280)
    check_scenes(driver, language, list(SCENES)[at :: every if full else 6 * every])


@pytest.mark.sampled(3)
@pytest.mark.parametrize("scene", ["home", "camera", "play_choose"])
def test_a_screen_is_really_drawn(driver, scene):
    show_scene(driver, scene)
    picture = driver.screenshot()
    assert picture.shape == (800, 1280, 3)
    assert len(np.unique(picture.reshape(-1, 3)[::97], axis=0)) > 12


def test_languages_differ_on_the_play_screen(driver):
    seen = set()
    for language in LANGUAGES:
        driver.use_language(language)
        show_scene(driver, "play_choose")
        seen.add(tuple(sorted(driver.texts())))
    assert len(seen) == len(LANGUAGES)


def test_kv_holds_no_words_of_its_own():
    """Every text of a layout comes from the catalogue or from a property."""
    for path in kv_files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            stripped = line.strip()
            if stripped.startswith("text:"):
                quoted = stripped.removeprefix("text:").split('"')[1::2]
                assert all(part == "" or "." in part for part in quoted), f"{path.name}:{number}: {stripped}"


def test_what_a_layout_may_hide_says_so_in_its_size_too():
    """A size that is the same in both cases is not set again: the layout's own value stays when hidden."""
    for path in kv_files():
        lines = [line.strip() for line in path.read_text(encoding="utf-8").splitlines()]
        for number, line in enumerate(lines, start=1):
            assert line not in {"height: 0", "width: 0"}, f"{path.name}:{number}: name what it depends on"


def test_kv_names_colours_by_token():
    for path in kv_files():
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            assert "#" not in line or line.strip().startswith(("#:", "# ")), (
                f"{path.name}:{number} has a literal colour: {line.strip()}"
            )


def test_labels_beside_each_other_have_one_size_of_type(driver):
    from ui.widgets.basics import FitLabel

    box, long = {"size": (200, 60), "size_hint": (None, None)}, "The red pawn goes 8 fields and now stands elsewhere."
    labels = [FitLabel(text=long, **box), FitLabel(text="Go", like=long, **box), FitLabel(text="Go", **box)]
    driver.stepped.settle()
    first, alike, alone = (label.font_size for label in labels)
    assert first == alike < alone
    assert labels[1].texture_size[1] < labels[0].texture_size[1]


def test_a_line_that_may_not_shrink_is_cut_and_whole_again(driver):
    from ui.widgets.basics import FitLabel

    label = FitLabel(text="Anna", base=20, least=18, size=(200, 30), size_hint=(None, None))
    for text, cut in (("Anna", False), ("Anna · " * 20, True), ("Ben", False)):
        label.text = text
        driver.stepped.settle()
        assert label.is_shortened is cut
        assert label.font_size >= 18 * label.k
        assert label.texture_size[1] <= label.height


@pytest.mark.parametrize("change", [{"width": 0}, {"height": 0}, {"text": ""}])
def test_a_text_without_room_or_words_is_blank_and_returns_later(driver, change):
    from ui.widgets.basics import FitLabel

    label = FitLabel(text="0:42", size=(200, 60), size_hint=(None, None))
    before = {name: getattr(label, name) for name in change}
    for values, shown in ((before, True), (change, False), (before, True)):
        for name, value in values.items():
            setattr(label, name, value)
        driver.stepped.settle()
        assert (label.texture is not None) == (min(label.texture_size) > 0) == shown, values


def test_a_question_that_comes_again_is_shown_by_the_same_parts(driver):
    """New ones for each would be the most work of a tablet in a demo, and garbage within seconds."""
    driver.play(sample_view())
    card = driver.card("8")
    driver.show(declared_view("8"))
    assert card not in driver.visible()
    driver.show(sample_view())
    assert driver.card("8") is card
