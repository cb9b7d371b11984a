"""Half of each kennel is taken, in every colour of pawn on every colour of place: learnt truly, or not at all."""

from unittest.mock import patch

import numpy as np
import pytest
from numpy.typing import NDArray
from table_readers import reader_of, spots_of

from companion.board.files import load_board
from companion.simulation.camera import board_art, virtual_camera
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from vision.frames import Frame, Image
from vision.states import Reading

BOARD = load_board("star_4")
SPOTS = spots_of(BOARD)
PAWNS = ("red", "yellow", "green", "blue", "black", "white", "purple", "orange")
#: Prints of kennels; the last two are pale, as a white pawn is.
PLACES = {**{name: board_art.PAINT[name] for name in PAWNS}, "pink": (182, 160, 232), "sky": (226, 196, 150)}
HEIGHTS_DEG = (34.0, 50.0, 42.0, 64.0, 80.0)
TABLES = [(first, shift) for shift in range(len(PLACES)) for first in (0, 4)]


def drawn(colours: tuple[str, ...], places: tuple[str, ...], seed: int) -> tuple[Image, NDArray[np.int64]]:
    """Returns a picture of such a table, and the true figures on its spots."""
    rng = np.random.default_rng([seed, 7])
    truth = np.zeros(len(SPOTS.places_mm), dtype=np.int64)
    for seat in range(4):
        truth[SPOTS.kennel_spots(seat).start + rng.permutation(4)[:2]] = 1 + seat
    truth[rng.permutation(len(BOARD.track))[:8]] = np.tile([1, 2, 3, 4], 2)
    figures = tuple(
        Figure(colour=colours[truth[spot] - 1], x_mm=float(x), y_mm=float(y))
        for spot, (x, y) in ((spot, SPOTS.places_mm[spot] + rng.normal(0, 1, 2)) for spot in np.flatnonzero(truth))
    )
    stand = Stand(elevation_deg=HEIGHTS_DEG[seed % len(HEIGHTS_DEG)], azimuth_deg=float(rng.uniform(-15, 15)))
    draw = board_art.draw_board
    printed = dict(enumerate(places))
    with (
        patch.dict(board_art.PAINT, PLACES),
        patch.object(virtual_camera, "draw_board", lambda profile, _, noise: draw(profile, printed, noise)),
    ):
        camera = VirtualCamera(BOARD, colours, seed=seed, size=(640, 480) if seed % 2 else (1280, 720), stand=stand)
        return camera.render(Scene(figures=figures)), truth


@pytest.mark.sampled(20)
@pytest.mark.parametrize(("first", "shift"), TABLES)
def test_which_half_of_a_kennel_is_taken_is_never_learnt_wrongly(first: int, shift: int) -> None:
    colours, kinds = PAWNS[first : first + 4], tuple(PLACES)
    places = tuple(kinds[(PAWNS.index(colour) + shift) % len(kinds)] for colour in colours)
    image, truth = drawn(colours, places, TABLES.index((first, shift)))
    reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=colours, dog=False)
    track = tuple(truth[: len(BOARD.track)].tolist())
    reader.expect(SPOTS.labels(track=track, goal=((0,) * 4,) * 4, kennel_counts=(2,) * 4, wheel=None))
    for t_ms in (0, 330):
        reader.look(Frame(image, t_ms))
    state = reader.state
    assert isinstance(state, Reading)
    assert state.learnt_from is not None
    kennels = np.concatenate([np.arange(pool.first, pool.stop) for pool in SPOTS.pools])
    known, chances = state.learnt_from.classes[kennels], np.exp(state.scores(state.picture.lab)[kennels])
    assert (known >= 0).mean() >= 0.75
    assert (known[known >= 0] == truth[kennels][known >= 0]).all()
    sure = chances.max(axis=1) > 0.9
    assert (chances.argmax(axis=1)[sure] == truth[kennels][sure]).all()
