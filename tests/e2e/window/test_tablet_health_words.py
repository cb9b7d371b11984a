"""Every health text of a device or publisher can be read on the screen of the camera."""

import re
from collections import defaultdict

import pytest
from gallery.views import all_well, sample_view
from screen_checks import LONGEST, check_texts
from ui_driver import Driver, open_driver
from words_for_tests import load_language, say

from companion.texts import LANGUAGES
from companion.views.table_view import Health, HealthState

#: The parts that have a row there; the camera itself speaks in the banner below its picture.
PARTS = ("wheel", "mqtt", "record", "cards", "public_broker", "video", "clips", "shadow")
#: As long as they may be in real life.
VALUES = defaultdict(
    lambda: "8787",
    source="Logitech HD Pro Webcam C920",
    port="/dev/ttyACM0",
    broker="mqtt.example.org:8883",
    file="games-before-restore-1.pawtrack",
    part="home_assistant",
    detail="OSError: [Errno 28] No space left on device",
)


@pytest.fixture
def driver() -> Driver:
    return open_driver()


def health_words() -> list[Health]:
    """Every message that a part may bring, as its health."""
    codes = load_language("en")["messages"]
    return [
        Health(part=part, state=HealthState.LOST, code=code, text=say(code, blanks(codes[code])))
        for part in PARTS
        for code in sorted(codes)
        if code.startswith(f"{part}_")
    ]


def blanks(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((name, VALUES[name]) for name in sorted(set(re.findall(r"\{(\w+)", text))))


@pytest.mark.parametrize(
    ("language", "text_percent", "every"),
    [
        (LONGEST, 100, 8),
        *(pytest.param(each, size, 2, marks=pytest.mark.long) for each in LANGUAGES for size in (100, 150)),
    ],
)
def test_every_word_of_a_device_can_be_read(driver, language, text_percent, every, full):
    driver.use_language(language)
    driver.model.change(text_percent=text_percent)
    driver.model.open(driver.model.settings)
    driver.stepped.screens.get_screen("camera").back = "play"
    for health in health_words()[LANGUAGES.index(language) % every :: 1 if full else every]:
        others = [well for well in all_well() if well.part != health.part]
        driver.launcher.table.show(sample_view(health=(*others, health)))
        driver.stepped.screens.current = "camera"
        for _ in range(3):
            driver.stepped.settle()
        check_texts(driver, f"{health.code}: {health.text[language]}")
