"""The real tablet app with larger texts and on other screens: nothing is cut, and what can grow grows."""

import itertools
from dataclasses import replace

import pytest
from screen_checks import LONGEST, SCENES, check_at_rest, check_scenes, show_scene, unfit
from ui_driver import Driver, open_driver, words

from companion.rules.catalogue import Catalogue
from companion.texts import LANGUAGES
from ui.widgets.look import look


@pytest.fixture
def driver() -> Driver:
    return open_driver()


LARGEST = list(itertools.product(((1280, 800), (800, 1280), (1024, 600)), LANGUAGES))


@pytest.mark.parametrize(
    ("size", "language", "at", "every"),
    [
        ((1280, 800), LONGEST, 7, 64),
        ((800, 1280), LONGEST, 9, 64),
        # each size and language draws some others; at full size together all
        *(
            pytest.param(size, language, at, len(LARGEST), marks=pytest.mark.long)
            for at, (size, language) in enumerate(LARGEST)
        ),
    ],
)
def test_the_same_holds_for_the_largest_texts(driver, size, language, at, every, full):
    driver.model.change(text_percent=150)
    driver.resize(*size)
    check_scenes(driver, language, list(SCENES)[at :: every if full else 3 * every])


@pytest.mark.parametrize("size", [(1280, 800), (800, 1280), (1024, 600)])
def test_a_house_with_many_games_of_its_own_sees_whole_ones(driver, size, monkeypatch):
    shipped = driver.model.catalogue.variants
    own = {f"own_{number}": replace(shipped["dog"], id=f"own_{number}") for number in range(13)}
    monkeypatch.setattr(driver.model, "catalogue", Catalogue({**shipped, **own}))
    driver.resize(*size)
    for scene in ("guide_game", "setup"):
        show_scene(driver, scene)
        check_at_rest(driver, scene)


#: The figures of cards and the titles above them fill their room at every size of text.
LARGEST_TO_READ = 40


@pytest.mark.parametrize("names", [("play_choose",), pytest.param(tuple(SCENES)[::80], marks=pytest.mark.long)])
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


#: Three wide and three upright screens; those of one shape share the fullest screens.
OTHERS = (
    *((1024, 600, "de"), (1024, 600, "fr"), (1920, 1080, "it")),
    *((600, 1024, "de"), (1080, 1920, "en"), (768, 1024, "fr")),
)


@pytest.mark.parametrize(
    ("width", "height", "language", "at", "every"),
    [
        (1024, 600, "fr", 0, 12),
        pytest.param(2560, 1600, "de", 0, 12, marks=pytest.mark.long),
        *(pytest.param(*other, at % 3, 3, marks=pytest.mark.long) for at, other in enumerate(OTHERS)),
    ],
)
def test_another_screen_size_shows_the_same(driver, width, height, language, at, every, full):
    driver.use_language(language)
    driver.resize(width, height)
    for name in FULL if full else FULL[at::every]:
        show_scene(driver, name)
        assert [what for label in driver.labels() for what in unfit(label, width, height)] == [], name
