"""Pictures that have lost their colours: named as such, never read, and read again once colour is back."""

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
import pytest
from drawn_cameras import drawn_camera
from test_light_troubles import BOARD, COLOURS, MOVED, START, Spoil, Table, brighter, right

from companion.sensors.unknowns import camera_health
from companion.simulation.camera.pinhole import Stand
from vision.frames import Image
from vision.read.image_quality import COLOURLESS_PART, colourfulness, colourless
from vision.results import FrameStatus


@cache
def begun() -> Table:
    return Table(drawn_camera(BOARD, COLOURS, seed=12, stand=Stand(elevation_deg=58.0)))


@pytest.fixture
def table() -> Table:
    return begun().gone_on()


def faded(share: float, tint: tuple[float, float, float] = (1.0, 1.0, 1.0), noise: float = 0.0) -> Spoil:
    """With `share` of the colours left, greys of a tint, and noise of so many levels in each channel."""
    chance = np.random.default_rng(5)

    def spoil(image: Image) -> Image:
        grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)[..., None].astype(np.float64)
        shown = ((1 - share) * grey + share * image) * np.array(tint) + chance.normal(0, max(noise, 1e-9), image.shape)
        return np.asarray(np.clip(shown, 0, 255), dtype=np.uint8)

    return spoil


def captioned(spoil: Spoil) -> Spoil:
    """With the coloured words that a camera writes into a corner."""

    def written(image: Image) -> Image:
        shown = spoil(image).copy()
        cv2.putText(shown, "21:04 CAM 2", (20, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (0, 220, 255), 2)
        return shown

    return written


@pytest.mark.thinned(5)
@pytest.mark.sampled(10)
@pytest.mark.parametrize(
    "night",
    [
        faded(0.0),
        faded(0.0, (1.12, 0.9, 1.08), noise=4.0),
        faded(0.0, (0.8, 1.1, 0.9), noise=4.0),
        faded(0.1, (1.05, 1.0, 1.0)),
        captioned(faded(0.0)),
    ],
    ids=["equal", "pink", "green", "a tenth", "written on"],
)
@pytest.mark.parametrize("shown", [START, MOVED], ids=["still", "moved"])
def test_night_mode_is_named_and_ends_with_it(table: Table, night: Spoil, shown: dict[int, int]) -> None:
    look = table.show(shown, night)
    assert (look.status, look.reading) == (FrameStatus.COLOURLESS, None)
    assert camera_health(look).code == "camera_colourless"
    assert right(table.show(MOVED), MOVED)
    assert table.show(MOVED, night).status is FrameStatus.COLOURLESS


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "light",
    [brighter(0.3), brighter(1.6), brighter(1.0, (0.35, 0.7, 1.2)), brighter(0.9, (1.2, 0.8, 0.4)), faded(0.5)],
    ids=["dim", "bright", "amber", "blue", "pale"],
)
def test_a_lamp_of_any_colour_takes_none_away(table: Table, light: Spoil) -> None:
    assert table.show(MOVED, light).status is not FrameStatus.COLOURLESS


def test_a_grey_picture_is_detected_before_learning_and_a_pale_room_passes() -> None:
    assert colourless(0.0)
    assert not colourless(0.05)
    assert not colourless(0.03, usual=0.15)
    assert colourless(0.9 * COLOURLESS_PART, usual=1.0)
    assert not colourless(1.1 * COLOURLESS_PART, usual=1.0)


@pytest.mark.parametrize("gain", [0.3, 1.0])
@pytest.mark.parametrize("tint", [(1.0, 1.0, 1.0), (0.5, 0.8, 1.2)])
def test_colourfulness_heeds_neither_exposure_nor_tint(
    table: Table, gain: float, tint: tuple[float, float, float]
) -> None:
    measured: list[float] = []

    def kept(change: Callable[[Image], Image]) -> Spoil:
        def spoil(image: Image) -> Image:
            measured.append(colourfulness(change(image)))
            return image

        return spoil

    table.show(START, kept(lambda image: image), pictures=1)
    table.show(START, kept(brighter(gain, tint)), pictures=1)
    assert measured[1] > 2 * COLOURLESS_PART * measured[0]


def test_a_picture_whose_colour_is_no_number_shows_none() -> None:
    assert colourless(float("nan"))
    assert colourless(float("nan"), 0.8)
