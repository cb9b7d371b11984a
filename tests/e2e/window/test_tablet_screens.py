"""The real tablet app, every screen in every language: nothing is cut, nothing overlaps, everything can be tapped."""

import itertools

import numpy as np
import pytest
from gallery.scenes import scenes
from ui_driver import Driver, kv_files, open_driver, words

from companion.texts import LANGUAGES
from ui.i18n.live import i18n
from ui.widgets.look import look

SCENES = scenes()
LONGEST = "de"
TAPPABLE = (
    *("BigButton", "CardTile", "PickTile", "TableCard", "RowLane", "BackButton", "MovesButton", "WheelButton"),
    *(
        "GameButton",
        "PageButton",
        "StatusChip",
        "PanelButton",
        "PauseButton",
        "TightButton",
        "CertifyKey",
        "JumpButton",
        "PlayButton",
    ),
)


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def show_scene(driver: Driver, name: str) -> None:
    """Shows it until nothing moves: texts find their size in several steps, more of them on a slow machine."""
    SCENES[name](driver.stepped, driver.launcher)
    before = None
    for _ in range(20):
        driver.stepped.settle()
        now = [(label.text, *label.pos, *label.size, label.font_size) for label in driver.labels()]
        if now == before:
            return
        before = now


def rectangle(widget):
    x, y = widget.to_window(widget.x, widget.y)
    return x, y, x + widget.width, y + widget.height


def text_rectangle(label):
    """Returns the rectangle of the letters, not of their room."""
    x, y = label.to_window(*label.center)
    width, height = label.texture_size
    return x - width / 2, y - height / 2, x + width / 2, y + height / 2


def overlap(first, second):
    wide = min(first[2], second[2]) - max(first[0], second[0])
    high = min(first[3], second[3]) - max(first[1], second[1])
    return wide > 1 and high > 1


def unfit(label, width, height):
    """Returns the faults of a label, in words; empty if there are none."""
    left, bottom, right, top = rectangle(label)
    checks = {
        "is wider than its room": label.texture_size[0] > label.width + 1,
        "is higher than its room": label.texture_size[1] > label.height + 1,
        "has a broken word": label._widest_word() > label.width + 1,
        "is too small to read": label.font_size < 16 * label.k,
        "leaves the window": left < -1 or bottom < -1 or right > width + 1 or top > height + 1,
    }
    return [f"{label.text!r} {what}" for what, wrong in checks.items() if wrong]


def check_texts(driver, name):
    labels = driver.labels()
    assert labels, name
    assert [what for label in labels for what in unfit(label, *driver.stepped.window.size)] == [], name
    for first, second in itertools.combinations(labels, 2):
        assert not overlap(text_rectangle(first), text_rectangle(second)), (name, first.text, second.text)


def check_targets(driver, name):
    targets = [widget for widget in driver.visible() if type(widget).__name__ in TAPPABLE and not widget.disabled]
    for target in targets:
        assert min(target.size) >= 72 * look.scale - 1, (name, getattr(target, "text", ""), target.size)
    for first, second in itertools.combinations(targets, 2):
        assert not overlap(rectangle(first), rectangle(second)), name


def check_scenes(driver, language, names):
    driver.use_language(language)
    for name in names:
        show_scene(driver, name)
        assert i18n.language == language, f"{name} changes the language"
        check_texts(driver, name)
        check_targets(driver, name)


@pytest.mark.parametrize(
    ("language", "every"), [(LONGEST, 32), *(pytest.param(each, 1, marks=pytest.mark.long) for each in LANGUAGES)]
)
def test_texts_fit_without_overlap_and_targets_are_finger_sized(driver, language, every):
    check_scenes(driver, language, list(SCENES)[::every])


#: Of the scenes each language draws some others; together they draw all.
SHARES = [pytest.param(each, at, len(LANGUAGES), marks=pytest.mark.long) for at, each in enumerate(LANGUAGES)]


@pytest.mark.parametrize(("language", "at", "every"), [(LONGEST, 5, 48), *SHARES])
def test_the_same_holds_for_a_tablet_that_stands_upright(driver, language, at, every):
    driver.resize(800, 1280)
    check_scenes(driver, language, list(SCENES)[at::every])


LARGEST = list(itertools.product(((1280, 800), (800, 1280), (1024, 600)), LANGUAGES))


@pytest.mark.parametrize(
    ("size", "language", "at", "every"),
    [
        ((1280, 800), LONGEST, 7, 64),
        ((800, 1280), LONGEST, 9, 64),
        # each size and language draws some others; together they draw all
        *(
            pytest.param(size, language, at, len(LARGEST), marks=pytest.mark.long)
            for at, (size, language) in enumerate(LARGEST)
        ),
    ],
)
def test_the_same_holds_for_the_largest_texts(driver, size, language, at, every):
    driver.model.change(text_percent=150)
    driver.resize(*size)
    check_scenes(driver, language, list(SCENES)[at::every])


#: The figures of cards and the titles above them fill their room at every size of text.
LARGEST_TO_READ = 40


@pytest.mark.parametrize("names", [("play_choose",), pytest.param(tuple(SCENES)[::4], marks=pytest.mark.long)])
def test_larger_texts_are_larger_where_there_is_room_and_smaller_nowhere(driver, names):
    for name in names:
        sizes = []
        for percent in (100, 125, 150, 100):
            driver.model.change(text_percent=percent)
            show_scene(driver, name)
            sizes.append({(label.text, label.base): label.font_size for label in driver.labels()})
        usual, large, largest, again = sizes
        both = usual.keys() & large.keys() & largest.keys()
        assert len(both) > len(usual) / 2, "lists show fewer lines at once"
        assert all(usual[text] <= large[text] <= largest[text] for text in both), name
        to_read = {text for text in both if text[1] <= LARGEST_TO_READ}
        assert sum(largest[text] > usual[text] for text in to_read) >= len(to_read) / 3, name
        # a scene that continues an earlier state shows other texts the second time
        assert all(again[text] == usual[text] for text in usual.keys() & again.keys()), name


def test_a_tap_cycles_through_three_text_sizes_and_saves_the_choice(driver):
    for percent, message in ((125, "home.text_normal"), (150, "home.text_large"), (100, "home.text_very_large")):
        driver.tap_text(words(message))
        assert driver.launcher.settings().text_percent == percent
        assert look.text == percent / 100


#: The fullest screens; a few of them are of different kinds.
FULL = (
    *("home", "setup_six", "setup_rules", "cards", "setup", "camera", "camera_corners", "own_photograph"),
    *("card_table_four", "own_complaint", "own_keep", "play_choose", "play_edit", "game_joker", "game_ranks"),
    *("card_table_three", "card_table_picked", "card_table_over", "setup_cards_players"),
)


@pytest.mark.parametrize(
    ("width", "height", "language", "every"),
    [
        (1024, 600, "fr", 12),
        pytest.param(2560, 1600, "de", 6, marks=pytest.mark.long),
        *(
            pytest.param(*size, language, 1, marks=pytest.mark.long)
            for size, language in (
                ((1024, 600), "de"),
                ((1024, 600), "fr"),
                ((1920, 1080), "it"),
                ((600, 1024), "de"),
                ((1080, 1920), "en"),
                ((768, 1024), "fr"),
            )
        ),
    ],
)
def test_another_screen_size_shows_the_same(driver, width, height, language, every):
    driver.use_language(language)
    driver.resize(width, height)
    for name in FULL[::every]:
        show_scene(driver, name)
        assert [what for label in driver.labels() for what in unfit(label, width, height)] == [], name


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
