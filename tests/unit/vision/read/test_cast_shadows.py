"""Shadows that pawns throw on the next spot: taken out where the table has taught them, while pawns stay pawns."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from drawn_cameras import drawn_camera
from table_readers import reader_of

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Scene
from vision.frames import Frame, Image
from vision.read.appearance import EmptyBoard, Lab, Palette, to_lab
from vision.read.cover.cast_shadows import FALLEN, Shade, _lies_in, cast_shade, without_cast_shadows
from vision.read.cover.shadows import TOE
from vision.read.silhouettes import Silhouettes
from vision.results import FrameStatus
from vision.states import Located

BOARD = load_board("black_dog")
COLOURS = ("red", "yellow", "green", "blue")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
#: The share of blue, green and red light that remains outside the sun.
SKY = (0.5, 0.36, 0.28)
Track = dict[int, int]


class SunnyTable:
    """A drawn table in hard light: every pawn on the track throws its shadow on the field before its own."""

    def __init__(self, seed: int) -> None:
        self.camera = drawn_camera(BOARD, COLOURS, seed=seed, stand=Stand(elevation_deg=62.0))
        self.t_ms = 0
        self.reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)
        self.outlines: Silhouettes | None = None
        self.show({})
        assert isinstance(self.reader.state, Located)
        self.outlines = self.reader.state.view.outlines
        self.reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)

    def picture(self, track: Track) -> Image:
        standing = [(COLOURS[kind - 1], BOARD.track[field]) for field, kind in track.items()]
        standing += [(colour, spot) for seat, colour in enumerate(COLOURS) for spot in BOARD.kennel[seat][:2]]
        image = self.camera.render(Scene(figures=tuple(Figure(colour=c, x_mm=x, y_mm=y) for c, (x, y) in standing)))
        if self.outlines is None:
            return image
        lit = np.ones((image.shape[0] * image.shape[1], 3), dtype=np.float32)
        for field in track:
            lit[self.outlines.wide[field - 1]] = SKY
        for field in track:
            lit[self.outlines.wide[field]] = 1.0
        return np.clip(image * lit.reshape(image.shape), 0, 255).astype(np.uint8)

    def show(self, track: Track) -> Track:
        """The pawns on the track by a picture of the table at rest."""
        picture = self.picture(track)
        for _ in range(3):
            look = self.reader.look(Frame(picture, self.t_ms))
            self.t_ms += 300
        assert look.status is FrameStatus.SETTLED
        assert look.reading is not None
        kinds = SPOTS.parts(look.reading.scores).track.argmax(axis=1)
        return {int(field): int(kinds[field]) for field in np.flatnonzero(kinds)}

    def teach(self, track: Track) -> None:
        fields = tuple(track.get(field, 0) for field in range(len(BOARD.track)))
        self.reader.expect(SPOTS.labels(track=fields, goal=((0,) * 4,) * 4, kennel_counts=(2,) * 4, wheel=0))


PLAYS = ((3, 6), (19, 22), (35, 38), (51, 54))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", [31, 32, 33])
def test_a_field_in_a_known_shadow_is_read_as_empty(seed: int) -> None:
    table = SunnyTable(seed)
    track = {3: 1, 19: 2, 35: 3, 51: 4, 30: 1, 46: 2, 62: 3, 14: 4}
    table.teach(track)
    table.show(track)
    seen = []
    for field, after in PLAYS:
        track[after] = track.pop(field)
        seen.append(table.show(track) == track)
        table.teach(track)
    assert all(seen[1:])


def taught(seed: int) -> tuple[SunnyTable, Track]:
    """A table whose shadows are known."""
    table, track = SunnyTable(seed), {3: 1, 19: 2, 35: 3, 51: 4}
    table.teach(track)
    table.show(track)
    for field, after in PLAYS[:2]:
        track[after] = track.pop(field)
        table.show(track)
        table.teach(track)
    return table, track


def in_shadow(table: SunnyTable, image: Image, palette: Palette | None = None) -> set[int]:
    """The spots whose print is taken for shaded in a picture; by another palette than the table's, if one is given."""
    state = table.reader.state
    assert isinstance(state, Located)
    known, outlines = palette or state.memory.palette, state.view.outlines
    return set(without_cast_shadows(to_lab(image), state.empty, state.memory.shade, known, outlines)[1].tolist())


def test_no_pawn_of_the_table_is_taken_for_a_shadow() -> None:
    table, _ = taught(31)
    table.outlines = None
    for first in range(0, 64, 4):
        crowd = {first + step: 1 + (first // 4 + step) % 4 for step in range(4)}
        assert not in_shadow(table, table.picture(crowd)) & set(crowd)


def test_where_a_pawn_would_look_like_the_shadow_nothing_is_taken_out() -> None:
    table, track = taught(31)
    image = table.picture(track)
    assert 21 in in_shadow(table, image)
    state = table.reader.state
    assert isinstance(state, Located)
    grey = state.memory.palette
    for _ in range(8):
        grey = grey.learnt(3, to_lab(image).reshape(-1, 3)[state.view.outlines.core[21]])
    assert 21 not in in_shadow(table, image, grey)


def test_no_shade_is_learnt_where_nothing_has_changed_or_other_things_have() -> None:
    table, _ = taught(31)
    state = table.reader.state
    assert isinstance(state, Located)
    lab, everywhere = state.empty.lab, np.ones(state.empty.known.shape, dtype=np.bool_)
    assert cast_shade(state.empty, lab, everywhere, state.view.outlines) is None
    motley = lab.copy()
    colours = np.random.default_rng(5).uniform(20, 235, (64, 3))
    for field, colour in enumerate(colours):
        motley.reshape(-1, 3)[state.view.outlines.wide[field]] = colour
    assert cast_shade(state.empty, motley, everywhere, state.view.outlines) is None


#: Sand in the light, and outlines of ten pixels each.
LIT = np.tile(np.array((160.0, 136.0, 144.0), dtype=np.float32), (1000, 1)).reshape(10, 100, 3)
TENS: Any = SimpleNamespace(wide=tuple(np.arange(10) + 10 * number for number in range(100)))
EMPTY = EmptyBoard(LIT, np.ones((10, 100), dtype=np.bool_))


def fallen(*parts: tuple[int, float]) -> Lab:
    """The lit sand where so many pixels each have become darker by a depth (logarithm) and bluer."""
    lab = LIT.reshape(-1, 3).copy()
    begin = 0
    for count, depth in parts:
        tint = np.array((8.0, 16.0)) / (160 + TOE) + np.array((0.0, 0.1 * depth))
        light = (160 + TOE) * np.exp(depth)
        lab[begin : begin + count] = (light - TOE, *(128 + tint * light))
        begin += count
    return np.asarray(lab.reshape(LIT.shape), dtype=np.float32)


def shade_of(lab: Lab) -> Shade | None:
    return cast_shade(EMPTY, lab, np.ones((10, 100), dtype=np.bool_), TENS)


@pytest.mark.parametrize(("deep", "deepest"), [(45, 0.5), (55, 0.58)])
def test_the_deepest_shadow_is_that_of_all_but_a_twentieth(deep: int, deepest: float) -> None:
    shade = shade_of(fallen((deep, -0.58), (1000 - deep, -0.5)))
    assert shade is not None
    assert shade.deepest == pytest.approx(deepest, abs=1e-3)
    assert shade.tint == pytest.approx((0.0, 0.1), abs=1e-3)


@pytest.mark.parametrize(
    ("pixels", "depth", "known"),
    [(9, -0.5, False), (10, -0.5, True), (900, -0.24, False), (900, -0.26, True), (900, 0.26, True)],
)
def test_a_shade_is_learnt_from_a_pawn_of_dark_pixels(pixels: int, depth: float, *, known: bool) -> None:
    assert (shade_of(fallen((pixels, depth))) is not None) == known


@pytest.mark.parametrize(
    ("light", "aside", "known"),
    [(0.59, 0.0, True), (0.61, 0.0, False), (0.3, 0.049, True), (0.3, 0.051, False), (0.3, -0.051, False)],
)
@pytest.mark.parametrize("sign", [-1, 1])
def test_a_shade_explains_what_is_of_its_tint_and_no_deeper(
    light: float, aside: float, sign: int, *, known: bool
) -> None:
    """Whether the shadow came or went; the tint of a pawn may be further off."""
    shade = Shade(np.array((0.1, -0.05)), 0.5)
    lights, tints = np.array([sign * light]), np.array([[sign * light * 0.1 + aside, sign * light * -0.05]])
    assert shade.explains(lights, tints).tolist() == [known]
    assert shade.explains(lights, tints, 0.08).tolist() == [light < 0.6]


def test_spots_compared_at_once_lie_in_a_shadow_one_by_one_as_well() -> None:
    """Spots whose light has changed by about the least that counts, some of them never seen bare or out of view."""
    shade = Shade(np.array((0.0, 0.1)), 0.5)
    depths = -np.linspace(FALLEN / 2 - 0.002, FALLEN / 2 + 0.002, 100)
    now, known = fallen(*((10, depth) for depth in depths)), np.ones((10, 100), dtype=np.bool_)
    known.reshape(-1)[TENS.wide[90]] = False
    cores = (*TENS.wide[:80], np.empty(0, dtype=np.int64), *TENS.wide[81:])
    outlines: Any = SimpleNamespace(core=cores, wide=TENS.wide)
    palette, empty = Palette.named(("yellow",)), EmptyBoard(LIT, known)
    then, flat = LIT.reshape(-1, 3), now.reshape(-1, 3)
    alone = [spot for spot, core in enumerate(cores) if len(core) and spot != 90]
    alone = [spot for spot in alone if _lies_in(shade, then[cores[spot]], flat[cores[spot]], palette)]
    assert 0 < len(alone) < 98
    assert without_cast_shadows(now, empty, shade, palette, outlines)[1].tolist() == alone
