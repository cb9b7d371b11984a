"""The looks of the empty board and of pawns: unknown until seen, forgiving to shade but not to colour."""

from statistics import NormalDist

import numpy as np
import pytest

from vision.read.appearance import (
    NAMED,
    OUTLIER_LOG_DENSITY,
    EmptyBoard,
    Palette,
    shaded_distance,
    shaded_log_density,
    to_lab,
)

CREAM_BGR = (176, 212, 226)
SHAPE = (40, 60)
ALL = np.arange(SHAPE[0] * SHAPE[1])


def plain(bgr: tuple[int, int, int], shape: tuple[int, int] = SHAPE) -> np.ndarray:
    """Lab of a picture in one colour."""
    return to_lab(np.full((*shape, 3), bgr, dtype=np.uint8))


def paint(name: str, count: int = 400, seed: int = 0) -> np.ndarray:
    """Lab pixels (n, 3) of a colour by name in many shades, as on a round figure."""
    shades = np.random.default_rng(seed).uniform(0.5, 1.1, (1, count, 1))
    bgr = np.clip(np.array(NAMED[name][::-1]) * shades, 0, 255).astype(np.uint8)
    return to_lab(np.repeat(bgr, 3, axis=0))[1].astype(np.float64)


@pytest.fixture
def board() -> EmptyBoard:
    return EmptyBoard.unknown(SHAPE).learnt(plain(CREAM_BGR), np.ones(SHAPE, dtype=bool))


def likelihood(memory: EmptyBoard, lab: np.ndarray) -> float:
    return float(memory.log_likelihood(lab.reshape(-1, 3).astype(np.float64), ALL).mean())


def test_what_was_never_seen_empty_is_unknown() -> None:
    bare = np.zeros(SHAPE, dtype=bool)
    bare[:20] = True
    lab = plain(CREAM_BGR)
    memory = EmptyBoard.unknown(SHAPE).learnt(lab, bare)
    said = memory.log_likelihood(lab.reshape(-1, 3).astype(np.float64), ALL).reshape(SHAPE)
    assert not np.isnan(said[:20]).any()
    assert np.isnan(said[20:]).all()


def test_a_shadow_is_likelier_than_another_colour(board: EmptyBoard) -> None:
    same, shadow = likelihood(board, plain(CREAM_BGR)), likelihood(board, plain((123, 148, 158)))
    blue = likelihood(board, plain((165, 70, 35)))
    assert same > shadow > blue


def test_nothing_is_less_likely_than_odd(board: EmptyBoard) -> None:
    assert likelihood(board, plain((255, 0, 255))) == pytest.approx(OUTLIER_LOG_DENSITY)


def test_new_pixels_are_taken_at_once_and_known_ones_by_and_by(board: EmptyBoard) -> None:
    before, darker = plain(CREAM_BGR)[0, 0, 0], plain((140, 170, 180))
    board = board.learnt(darker, np.ones(SHAPE, dtype=bool))
    first = board.lab[0, 0, 0]
    assert darker[0, 0, 0] < first < before
    for _ in range(20):
        board = board.learnt(darker, np.ones(SHAPE, dtype=bool))
    assert board.lab[0, 0, 0] == pytest.approx(darker[0, 0, 0], abs=0.5)


def test_the_memory_moves_with_the_board() -> None:
    lab = plain(CREAM_BGR)
    lab[10, 20] = plain((40, 40, 200))[0, 0]
    memory = EmptyBoard.unknown(SHAPE).learnt(lab, np.ones(SHAPE, dtype=bool))
    memory = memory.warped(np.array([[1.0, 0.0, 5.0], [0.0, 1.0, 3.0], [0.0, 0.0, 1.0]]))
    assert memory.lab[13, 25] == pytest.approx(lab[10, 20], abs=0.5)
    assert not memory.known[0, 0], "what came in over the edge has never been seen"


def test_a_turned_disc_leaves_the_rest_alone() -> None:
    """Only what lies within moves, and the light that fell there stays."""
    lab = plain(CREAM_BGR, (80, 80))
    lab[40, 25], lab[5, 5] = plain((40, 40, 200))[0, 0], plain((40, 160, 40))[0, 0]
    memory = EmptyBoard.unknown((80, 80)).learnt(lab, np.ones((80, 80), dtype=bool))
    rows, columns = np.mgrid[:80, :80]
    disc = np.hypot(rows - 40, columns - 40) < 30
    quarter = np.array([[0.0, -1.0, 80.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    memory = memory.turned(quarter, disc)
    assert memory.lab[25, 40, 1] == pytest.approx(lab[40, 25, 1], abs=3.0), "left of the middle comes to the top"
    assert memory.lab[40, 25, 1] == pytest.approx(plain(CREAM_BGR)[0, 0, 1], abs=3.0)
    assert memory.lab[5, 5] == pytest.approx(lab[5, 5])


def test_a_turned_disc_keeps_its_light_beside_an_unknown_part() -> None:
    """Neither the unknown part of the disc nor the dark board round it counts as the disc's light."""
    rows, columns = np.mgrid[:80, :80]
    disc = np.hypot(rows - 40, columns - 40) < 30
    seen = ~disc | (columns > 30)
    lab = np.where(disc[..., None], (180.0, 140.0, 120.0), (20.0, 128.0, 128.0)).astype(np.float32)
    half = np.array([[-1.0, 0.0, 80.0], [0.0, -1.0, 80.0], [0.0, 0.0, 1.0]])
    memory = EmptyBoard.unknown((80, 80)).learnt(lab, seen).turned(half, disc)
    known, middle = memory.known & disc, np.hypot(rows - 40, columns - 40) < 26
    assert np.count_nonzero(known & middle & (columns < 30)) > 500, "the seen part has come to the other side"
    assert not memory.known[disc & (columns > 52)].any()
    assert np.abs(memory.lab[known & middle] - (180.0, 140.0, 120.0)).max() < 5.0


def test_the_light_of_a_turned_disc_stays_in_its_place() -> None:
    """A plain disc, bright on one side and with more chroma there, looks the same at its next stop."""
    rows, columns = np.mgrid[:160, :160]
    light = (1.0 - 0.5 * columns / 160)[..., None]
    lab = np.asarray((0, 128, 128) + light * (200.0, 20.0, -20.0), dtype=np.float32)
    disc = np.hypot(rows - 80, columns - 80) < 70
    half = np.array([[-1.0, 0.0, 160.0], [0.0, -1.0, 160.0], [0.0, 0.0, 1.0]])
    memory = EmptyBoard.unknown((160, 160)).learnt(lab, np.ones((160, 160), dtype=bool)).turned(half, disc)
    middle = np.hypot(rows - 80, columns - 80) < 40
    assert np.abs(memory.lab - lab)[middle].max(axis=0) == pytest.approx([0, 0, 0], abs=6.0)
    assert np.abs(memory.lab[..., 1:] - lab[..., 1:])[middle].max() < 1.0


def test_the_likeliest_colour_is_as_dense_as_three_normal_distributions() -> None:
    expected = np.array([[120.0, 140.0, 110.0]])
    lightness, chroma = NormalDist(0, 11.0).pdf(0), NormalDist(0, 5.5).pdf(0)
    assert shaded_log_density(expected, expected) == pytest.approx(np.log(lightness * chroma**2))


@pytest.mark.parametrize(
    ("lightness", "shade"),
    [(96, 1.0), (46, 0.5), (42, 0.46), (41, 0.45), (25, 0.45), (121, 1.25), (125, 1.29), (126, 1.3), (140, 1.3)],
)
def test_a_shade_is_counted_as_one_between_its_limits(lightness: float, shade: float) -> None:
    """The chroma goes with the light; a colour beyond every shade is off in its lightness."""
    colour, expected = (lightness, 128 + 10 * shade, 128 - 10 * shade), (96.0, 138.0, 118.0)
    squared = shaded_distance(np.array([colour]), np.array([expected]))[0]
    assert squared == pytest.approx(((lightness - 96 * shade) / 11.0) ** 2 + (np.log(shade) / 0.28) ** 2)


@pytest.mark.parametrize(
    ("a", "b", "squared"), [(5.5, 0, 1), (-5.5, 0, 1), (0, 11, 4), (0, -11, 4), (5.5, -11, 5), (0, 0, 0)]
)
def test_chroma_is_off_either_way(a: float, b: float, squared: float) -> None:
    expected = np.array([[96.0, 138.0, 118.0]])
    assert shaded_distance(expected + np.array((0, a, b)), expected)[0] == pytest.approx(squared)


def test_shade_is_forgiven_only_so_far() -> None:
    expected = plain(CREAM_BGR)[:1, :3].reshape(-1, 3).astype(np.float64)
    black = np.repeat(plain((25, 25, 25))[:1, :1].reshape(-1, 3).astype(np.float64), 3, axis=0)
    assert (shaded_log_density(expected, expected) > shaded_log_density(black, expected) + 3).all()


@pytest.mark.parametrize("name", sorted(NAMED))
def test_names_of_colours_are_a_beginning(name: str) -> None:
    """Before any lesson a figure's pixels fit its own name best."""
    names = tuple(sorted(NAMED))
    said = Palette.named(names).log_likelihood(paint(name)).mean(axis=1)
    assert names[int(said.argmax())] == name


def test_the_board_teaches_what_its_red_is() -> None:
    """A pink that is called red is red once it has been shown."""
    palette = Palette.named(("red", "white"))
    pink = plain((190, 150, 245)).reshape(-1, 3).astype(np.float64)
    before = palette.log_likelihood(pink).mean(axis=1)
    palette = palette.learnt(0, pink)
    after = palette.log_likelihood(pink).mean(axis=1)
    assert after[0] > before[0] + 2
    assert after[0] > after[1]


def test_an_empty_lesson_teaches_nothing() -> None:
    palette = Palette.named(("red", "blue"))
    before = palette.log_likelihood(paint("red"))
    palette = palette.learnt(1, np.empty((0, 3)))
    assert np.array_equal(palette.log_likelihood(paint("red")), before)


def test_densities_are_finite_for_every_colour() -> None:
    grid = np.stack(np.meshgrid(*[np.linspace(0, 255, 9)] * 3), axis=-1).reshape(-1, 3)
    palette = Palette.named(("red", "black"))
    palette = palette.learnt(0, paint("red"))
    assert np.isfinite(palette.log_likelihood(grid)).all()
