"""A disc without marker and with a poor print, turned in the middle of a game: no hand, and never covered for good."""

from copy import copy
from functools import cache
from unittest.mock import patch

import cv2
import msgspec
import numpy as np
import pytest
from drawn_cameras import as_new
from numpy.typing import NDArray
from table_readers import reader_of

from companion.board.files import load_board
from companion.board.profile import BoardProfile
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera import board_art, virtual_camera
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera
from vision.board import Labels
from vision.frames import Frame, Image
from vision.read.cover.turned_disc import only_calm
from vision.results import FrameResult, FrameStatus, Remark

MARKED = load_board("black_dog")
BOARD = msgspec.structs.replace(MARKED, markers=msgspec.structs.replace(MARKED.markers, wheel=None))
assert BOARD.wheel is not None
CENTRE = BOARD.wheel.centre
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
COLOURS = ("red", "yellow", "green", "blue")
START, MOVED, AFTER = ({field: 1, 16: 2, 32: 3, 48: 4} for field in (8, 9, 10))
#: Prints without a line that shows a stop: soft stains on a pale and on a dark disc, stains that come twice a turn.
PRINTS = ("stains", "dark", "twice")


def disc(kind: str, profile: BoardProfile, noise: np.random.Generator) -> tuple[Image, tuple[float, float]]:
    image, corner = board_art.draw_disc(profile, noise)
    chance = np.random.default_rng(6)
    stains = cv2.GaussianBlur(chance.normal(0, 1, image.shape).astype(np.float32), (0, 0), 100)
    stains /= stains.std()
    if kind == "twice":
        stains = (stains + stains[::-1, ::-1]) / np.sqrt(2)
    gain, strength = (0.35, 14.0) if kind == "dark" else (1.0, 22.0)
    return np.clip(image * gain + stains * strength, 0, 255).astype(np.uint8), corner


class Table:
    """The reader before such a table, taught twice with the disc at its first stop."""

    def __init__(self, kind: str) -> None:
        with patch.object(virtual_camera, "draw_disc", lambda profile, noise: disc(kind, profile, noise)):
            stand = Stand(elevation_deg=58.0, azimuth_deg=8.0)
            self.camera = VirtualCamera(BOARD, COLOURS, seed=6, stand=stand)
            self.camera.render(Scene())
        self.reader, self.t_ms = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True), 0
        for track in ({**START, 8: 0, 7: 1}, START):
            self.reader.expect(labels(track, 0))
            self.show(0.0, track)

    def gone_on(self) -> "Table":
        table = copy(self)
        table.camera, table.reader = as_new(self.camera), copy(self.reader)
        return table

    def show(self, disc_deg: float, track: dict[int, int], hand: Hand | None = None) -> FrameResult:
        look = FrameResult(FrameStatus.SEARCHING)
        for _ in range(3):
            scene = Scene(figures=figures(track), disc_deg=disc_deg, hand=hand)
            look = self.reader.look(Frame(self.camera.render(scene), self.t_ms))
            self.t_ms += 330
        return look


def figures(track: dict[int, int]) -> tuple[Figure, ...]:
    standing = [(COLOURS[kind - 1], BOARD.track[field]) for field, kind in track.items() if kind]
    standing += [(colour, spot) for seat, colour in enumerate(COLOURS) for spot in BOARD.kennel[seat][:3]]
    return tuple(Figure(colour=colour, x_mm=x, y_mm=y) for colour, (x, y) in standing)


def labels(track: dict[int, int], wheel: int) -> Labels:
    classes = tuple(track.get(field, 0) for field in range(len(BOARD.track)))
    return SPOTS.labels(track=classes, goal=((0,) * 4,) * 4, kennel_counts=(3,) * 4, wheel=wheel)


def on_track(look: FrameResult) -> dict[int, int]:
    assert look.reading is not None
    kinds = SPOTS.parts(look.reading.scores).track.argmax(axis=1)
    return {int(field): int(kinds[field]) for field in np.flatnonzero(kinds)}


def unknown(look: FrameResult) -> NDArray[np.bool_]:
    assert look.reading is not None
    return np.asarray(np.exp(look.reading.scores.max(axis=1)) < 0.5)


@cache
def begun(kind: str) -> Table:
    return Table(kind)


@pytest.mark.thinned(3)
@pytest.mark.sampled(6)
@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("kind", ["stains", "dark"])
def test_a_disc_that_one_turn_alone_explains_is_read_as_turned(kind: str, quarters: int) -> None:
    table = begun(kind).gone_on()
    look = table.show(90.0 * quarters + 1.0, MOVED)
    assert (look.status, look.remarks, on_track(look)) == (FrameStatus.SETTLED, (), MOVED)
    assert look.reading is not None
    assert look.reading.quarter_turn == quarters


@pytest.mark.sampled(2)
@pytest.mark.parametrize("quarters", [1, 3])
def test_a_disc_that_two_turns_explain_is_open_until_one_answer(quarters: int) -> None:
    table = begun("twice").gone_on()
    look = table.show(90.0 * quarters + 1.0, MOVED)
    assert (look.status, look.remarks) == (FrameStatus.SETTLED, (Remark.DISC_TURNED,))
    assert look.reading is not None
    assert look.reading.quarter_turn is None
    assert np.array_equal(unknown(look), SPOTS.on_disc)
    table.reader.expect(labels(MOVED, quarters))
    look = table.show(90.0 * quarters + 1.0, AFTER)
    assert (look.status, look.remarks, on_track(look)) == (FrameStatus.SETTLED, (), AFTER)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("kind", PRINTS)
def test_a_disc_that_stays_gets_no_word(kind: str) -> None:
    look = begun(kind).gone_on().show(0.0, MOVED)
    assert (look.status, look.remarks, on_track(look)) == (FrameStatus.SETTLED, (), MOVED)
    assert look.reading is not None
    assert look.reading.quarter_turn == (None if kind == "twice" else 0)


@pytest.mark.thinned(3)
@pytest.mark.parametrize("side", range(4))
@pytest.mark.parametrize("turn_deg", [0.0, 91.0])
def test_a_hand_over_the_disc_is_a_hand_whether_it_turned_it_or_not(side: int, turn_deg: float) -> None:
    hand = Hand(x_mm=CENTRE[0], y_mm=CENTRE[1], side=side)
    assert begun(PRINTS[side % 3]).gone_on().show(turn_deg, MOVED, hand).status is FrameStatus.HAND


@pytest.mark.parametrize(
    ("shares", "turn"),
    [
        ((0.5, 0.0, 0.4, 0.6), 1),
        ((0.0, 0.3, 0.3, 0.3), 0),
        ((0.5, 0.0, 0.4, 0.03), None),
        ((0.5, 0.0, 0.5, 0.0), None),
        ((0.5, 0.3, 0.5, 0.4), None),
        ((0.0, 0.0, 0.0, 0.0), None),
        ((float("nan"), 0.0, 0.5, 0.5), None),
    ],
)
def test_a_turn_is_given_only_where_it_alone_leaves_the_disc_calm(shares: tuple[float, ...], turn: int | None) -> None:
    assert only_calm(shares) == turn
