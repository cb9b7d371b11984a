"""Cards in the noise of a dark picture that a phone has made brighter."""

import cv2
import numpy as np
import pytest
from card_piles import drawn_deck, straight

from vision.cards.blocks import COLUMNS, ROWS, FaceBlocks, compared, grid, measured_noise
from vision.cards.fits import Fitting, contradiction, in_place, usual_misfit
from vision.cards.pile import DARK_LEVELS, Floats, logarithmic
from vision.cards.thresholds import THRESHOLDS
from vision.frames import Image

DARK, NOISE = 40, 11.0
WHOLE = grid(91, 59)


def night(number: int) -> Image:
    """A dark card with a number in light ink."""
    sheet = np.full((91, 59, 3), DARK, dtype=np.uint8)
    cv2.putText(sheet, f"{number}", (8, 58), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (210, 220, 230), 4, cv2.LINE_AA)
    return sheet


def noisy(picture: Image, sigma: float) -> Floats:
    """Its logarithmic picture in noise that hangs together over some pixels, as that of a phone does."""
    noise = cv2.GaussianBlur(np.random.default_rng(4).normal(0, 1, picture.shape), (0, 0), 0.7)
    noise *= sigma / noise.std()
    return logarithmic(np.clip(picture + noise, 0, 255).astype(np.uint8))


def contradicts(seen: Floats, face: FaceBlocks, measured: np.ndarray | float) -> float:
    misfit = compared(seen, face, 0.5, measured=measured).misfit
    return contradiction(misfit / usual_misfit(misfit), THRESHOLDS)


def test_the_noise_of_a_dark_picture_does_not_contradict_its_face() -> None:
    face, seen = FaceBlocks.of(logarithmic(night(17))), noisy(night(17), NOISE)
    assert contradicts(seen, face, measured_noise(seen, WHOLE)) < 1
    assert contradicts(seen, face, 0.0) > 1


def test_a_face_is_laid_on_a_dark_picture_by_the_noise_of_that() -> None:
    face = logarithmic(night(17))
    fitting = Fitting(noisy(night(17), NOISE), np.ascontiguousarray(np.stack([face, face[::-1, ::-1]])[None]))
    fit = fitting.finely(0, 0, in_place((59, 91)))
    assert fit is not None
    assert contradiction(fit.misfit, THRESHOLDS) < 1


@pytest.mark.parametrize("other", [12, 71])
def test_another_face_is_contradicted_in_the_same_noise(other: int) -> None:
    seen = noisy(night(17), NOISE)
    assert contradicts(seen, FaceBlocks.of(logarithmic(night(other))), measured_noise(seen, WHOLE)) > 1


def test_print_is_no_noise() -> None:
    seen = logarithmic(night(17))
    assert measured_noise(seen, WHOLE).max() < (THRESHOLDS.grey_noise / (DARK + DARK_LEVELS)) ** 2
    printed = measured_noise(logarithmic(straight(drawn_deck().faces[0].picture)), WHOLE)
    assert printed.shape == (COLUMNS * ROWS,)
    assert np.isfinite(printed).all()


def test_what_is_bright_has_its_own_noise() -> None:
    halves = np.full((91, 59, 3), DARK, dtype=np.float64)
    halves[45:] = 220
    noise = np.random.default_rng(5).normal(0, 1, halves.shape)
    noise[:45] *= NOISE
    measured = measured_noise(logarithmic(np.clip(halves + noise, 0, 255).astype(np.uint8)), WHOLE).reshape(
        ROWS, COLUMNS
    )
    greys = np.sqrt(measured) / THRESHOLDS.noise_reach
    assert greys[:4] * (DARK + DARK_LEVELS) == pytest.approx(NOISE, rel=0.3)
    assert greys[6:] * (220 + DARK_LEVELS) == pytest.approx(1.0, rel=0.3)
