"""A hand over the board in the very first picture is not learnt as board: it goes, and the place under it is learnt."""

from copy import copy
from functools import cache

import numpy as np
import pytest
from drawn_cameras import as_new, drawn_camera
from table_readers import reader_of

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera import hand_art
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera
from vision.board import Labels
from vision.frames import Frame, Image
from vision.results import FrameResult, FrameStatus
from vision.states import Located

BOARD = load_board("black_dog")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
COLOURS = ("red", "yellow", "green", "blue")
START = {0: 1, 16: 2, 32: 3, 48: 4}
SKINS = ((128, 158, 206), (60, 80, 120), (96, 128, 182), (40, 56, 86))
SLEEVES = ((96, 62, 40), (30, 30, 30), (210, 210, 205), (70, 70, 150))


def labels() -> Labels:
    track = tuple(START.get(field, 0) for field in range(len(BOARD.track)))
    return SPOTS.labels(track=track, goal=((0,) * 4,) * 4, kennel_counts=(3,) * 4, wheel=0)


@cache
def drawn() -> VirtualCamera:
    return drawn_camera(BOARD, COLOURS, seed=13, stand=Stand(elevation_deg=55.0))


class Table:
    def __init__(self) -> None:
        self.camera, self.t_ms = as_new(drawn()), 0
        self.reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
        self.reader.expect(labels())

    def picture(self, hand: Hand | None) -> Image:
        standing = [(COLOURS[kind - 1], BOARD.track[field]) for field, kind in START.items()]
        standing += [(colour, spot) for seat, colour in enumerate(COLOURS) for spot in BOARD.kennel[seat][:3]]
        figures = tuple(Figure(colour=colour, x_mm=x, y_mm=y) for colour, (x, y) in standing)
        return self.camera.render(Scene(figures=figures, hand=hand))

    def show(self, hand: Hand | None, pictures: int = 4) -> FrameResult:
        for _ in range(pictures):
            look = self.reader.look(Frame(self.picture(hand), self.t_ms))
            self.t_ms += 250
        return look

    @property
    def known(self) -> Located:
        assert isinstance(self.reader.state, Located)
        return self.reader.state


def read(look: FrameResult) -> dict[int, int]:
    assert look.reading is not None
    kinds = SPOTS.parts(look.reading.scores).track.argmax(axis=1)
    return {int(field): int(kinds[field]) for field in np.flatnonzero(kinds)}


def any_hand(seed: int, monkeypatch: pytest.MonkeyPatch) -> Hand:
    chance = np.random.default_rng([seed, 23])
    monkeypatch.setattr(hand_art, "_SKINS", (SKINS[int(chance.integers(len(SKINS)))],))
    monkeypatch.setattr(hand_art, "_SLEEVES", (SLEEVES[int(chance.integers(len(SLEEVES)))],))
    x, y = chance.uniform(100, 350, 2)
    return Hand(x_mm=float(x), y_mm=float(y), side=seed % 4)


@pytest.mark.thinned(2)
@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(12))
def test_a_hand_in_the_first_picture_is_unlearnt_when_it_has_gone(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table, never = Table(), Table()
    table.show(any_hand(seed, monkeypatch))
    look, plain = table.show(None), never.show(None)
    assert (look.status, plain.status) == (FrameStatus.SETTLED, FrameStatus.SETTLED)
    assert read(look) == START
    assert table.known.pending is None
    both = table.known.empty.known & never.known.empty.known
    assert both.sum() > 0.95 * never.known.empty.known.sum()
    strays = np.abs(table.known.empty.lab - never.known.empty.lab).max(axis=2)[both]
    assert np.percentile(strays, 99.5) < 16


@pytest.mark.thinned(2)
@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(12))
def test_a_hand_after_a_first_picture_without_one_unlearns_nothing(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table()
    table.show(None)
    before = table.known.empty
    hand = any_hand(seed, monkeypatch)
    assert table.show(hand).status is FrameStatus.HAND
    assert table.show(copy(hand)).status is FrameStatus.HAND
    assert table.known.empty is before
    assert read(table.show(None)) == START
