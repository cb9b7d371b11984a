"""Board, camera and picture are moved about in the middle of a game: the figures on the board are read as before."""

from collections.abc import Callable
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest
from test_reader import START, Table, figures, labels

from companion.simulation.camera.virtual_camera import Scene
from vision.frames import Image
from vision.results import FrameResult, FrameStatus
from vision.states import Located

#: A pawn of seat 1 has moved on by four fields.
MOVED = {4: 1, 16: 2, 32: 3, 48: 4}
#: A camera's effect on its picture; the number counts the pictures since.
Picture = Callable[[Image, int], Image]


def placed(image: Image, *, right: float = 0.0, degrees: float = 0.0, scale: float = 1.0) -> Image:
    height, width = image.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, scale)
    way[:, 2] += (right, right / 3)
    moved = cv2.warpAffine(image, way, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(moved, dtype=np.uint8)


def resized(image: Image, width: int, height: int) -> Image:
    return np.asarray(cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA), dtype=np.uint8)


def barred(image: Image, bar: int) -> Image:
    return np.asarray(cv2.copyMakeBorder(image, bar, bar, 0, 0, cv2.BORDER_CONSTANT), dtype=np.uint8)


PICTURES: dict[str, Picture] = {
    "shifted": lambda image, _: placed(image, right=9.0),
    "knocked": lambda image, _: placed(image, right=-6.0, degrees=2.5),
    "zoomed a little": lambda image, _: placed(image, scale=1.006),
    "zoomed out": lambda image, _: placed(image, scale=0.85),
    "creeping": lambda image, number: placed(image, right=0.5 * number),
    "breathing": lambda image, number: placed(image, scale=1 + 0.003 * float(np.sin(number))),
    "turned by a quarter": lambda image, _: np.ascontiguousarray(np.rot90(image)),
    "turned over": lambda image, _: np.ascontiguousarray(np.rot90(image, 2)),
    "smaller": lambda image, _: resized(image, image.shape[1] * 3 // 4, image.shape[0] * 3 // 4),
    "higher": lambda image, _: resized(image, image.shape[1], image.shape[0] * 4 // 3),
    "between bars": lambda image, _: barred(image, 60),
}
#: Squeezed pictures are known as such only if nothing else moves with it.
UNSQUEEZED = [name for name in PICTURES if name != "higher"]
#: The movements of board and camera by people.
PUSHES = ({"pushed_mm": (11.0, -7.0)}, {"pushed_mm": (-5.0, 16.0)}, {"knocked_deg": (1.0, 0.0, 0.0)}, {})


class MovedTable(Table):
    """A table in the middle of a game, before a camera whose pictures are moved about."""

    def __init__(self) -> None:
        super().__init__()
        self.reader.expect(labels(START))
        self.scene = Scene(figures=figures(START))
        assert read(self.show(self.scene)[-1]) == START

    def rests(self, picture: Picture) -> tuple[FrameResult, FrameResult]:
        """The last looks of two rests."""
        images = [picture(self.camera.render(self.scene), number) for number in range(7)]
        return self.see(images[:3])[-1], self.see(images[3:])[-1]


def read(look: FrameResult) -> dict[int, int] | None:
    """Returns the figures on the track; None if any field is in doubt."""
    if look.status is not FrameStatus.SETTLED or look.reading is None:
        return None
    track = look.reading.counted[:64]
    if float(track.max(axis=1).min()) < np.log(0.9):
        return None
    kinds = track.argmax(axis=1)
    return {int(field): int(kinds[field]) for field in np.flatnonzero(kinds)}


def compared(table: Table) -> float:
    """The share of the spots that are held against the picture of the last lesson."""
    state = table.reader.state
    assert isinstance(state, Located)
    assert state.learnt_from is not None
    return float((state.learnt_from.classes >= 0).mean())


@pytest.mark.thinned(6)
@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", PICTURES)
def test_a_moved_picture_is_read_as_before_and_one_move_in_it_too(name: str) -> None:
    table = MovedTable()
    _, second = table.rests(PICTURES[name])
    assert read(second) == START
    assert compared(table) > 0.9
    table.scene = replace(table.scene, figures=figures(MOVED))
    _, second = table.rests(PICTURES[name])
    assert read(second) == MOVED


@pytest.mark.sampled(3)
@pytest.mark.parametrize("push", PUSHES[:3])
def test_a_push_is_no_hand_and_changes_no_reading(push: dict[str, tuple[float, ...]]) -> None:
    table = MovedTable()
    table.scene = replace(table.scene, **push)
    first, second = table.rests(lambda image, _: image)
    assert FrameStatus.HAND not in (first.status, second.status)
    assert read(second) == START


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_any_row_of_moves_changes_no_reading(seed: int) -> None:
    table, chance, picture = MovedTable(), Random(seed), PICTURES["shifted"]
    for name in chance.sample(UNSQUEEZED, 3):
        table.scene = replace(table.scene, **chance.choice(PUSHES))
        for shown in (picture, PICTURES[name]):
            _, second = table.rests(shown)
            assert read(second) == START, (table.scene, name)
        picture = PICTURES[name]
    table.scene = replace(table.scene, figures=figures(MOVED))
    _, second = table.rests(picture)
    assert read(second) == MOVED
