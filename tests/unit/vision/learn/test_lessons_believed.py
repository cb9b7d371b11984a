"""A picture teaches only facts that it shows and the record confirms: a move unknown to the record is never learnt."""

from dataclasses import replace

import numpy as np
import pytest
from drawn_tables import DrawnTable, drawn_table
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from invented_tables import invented_table
from numpy.typing import NDArray
from table_readers import reader_of

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.virtual_camera import Figure, Scene, VirtualCamera
from vision.board import Labels
from vision.frames import Frame
from vision.learn.colour_shift import shifted_classes
from vision.learn.lessons import MAX_CONTRADICTED_SHARE, confirmed_classes, reconsidered
from vision.learn.unclear_names import FirstLook
from vision.read.cover.occluders import Occlusion
from vision.results import FrameStatus
from vision.states import Reading

BOARD = load_board("black_dog")
COLOURS = ("red", "yellow", "green", "blue")
ROW = BoardSpots.of(BOARD, (0, 1, 2, 3))
KINDS = 6
FREE = Occlusion(np.zeros((1, 1), dtype=np.bool_), np.empty(0, dtype=np.int64))
Classes = NDArray[np.int64]


def record(rng: np.random.Generator) -> tuple[Labels, Classes]:
    """Returns any position, and the figures on every spot: kennels fill on any of their spots."""
    standing = np.zeros(len(ROW.places_mm), dtype=np.int64)
    kennels = []
    for seat in range(ROW.seats):
        waiting = int(rng.integers(0, 5))
        spots = ROW.kennel_spots(seat)
        standing[rng.permutation(np.arange(spots.start, spots.stop))[:waiting]] = 1 + seat
        free = np.flatnonzero(standing[: ROW.field_count] == 0)
        standing[rng.permutation(free)[: 4 - waiting]] = 1 + seat
        kennels.append(waiting)
    labels = ROW.labels(
        track=tuple(standing[: ROW.field_count].tolist()),
        goal=((0, 0, 0, 0),) * ROW.seats,
        kennel_counts=tuple(kennels),
        wheel=0,
    )
    return labels, standing


def move(rng: np.random.Generator, standing: Classes) -> Classes:
    """Moves one pawn anywhere on the track, out of its kennel, too.

    A pawn there changes places with it or goes home.
    """
    after = standing.copy()
    pawn = int(rng.choice(np.flatnonzero(after > 0)))
    goal = int(rng.choice([field for field in range(ROW.field_count) if after[field] != after[pawn]]))
    kind, other = after[pawn], after[goal]
    after[goal], after[pawn] = kind, 0
    if other and rng.random() < 0.5 and pawn < ROW.field_count:
        after[pawn] = other
    elif other:
        spots = ROW.kennel_spots(int(other) - 1)
        home = [spot for spot in range(spots.start, spots.stop) if after[spot] == 0]
        after[int(rng.choice(home))] = other
    return after


def reading(rng: np.random.Generator, shown: Classes) -> NDArray[np.float64]:
    """Scores of a reader that is mostly sure and never wrong."""
    sure = rng.uniform(0.7, 0.999, len(shown))
    scores = np.log(np.repeat(((1 - sure) / (KINDS - 1))[:, None], KINDS, axis=1))
    scores[np.arange(len(shown)), shown] = np.log(sure)
    return scores


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_of_a_picture_that_shows_a_later_move_only_what_it_shows_is_learnt(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    shown = move(rng, standing)
    known = confirmed_classes(labels, reading(rng, shown), ROW, FREE)
    assert known is not None
    learnt = known >= 0
    assert (known[learnt] == shown[learnt]).all()
    assert np.count_nonzero(~learnt) <= 4 + 5


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_single_spot_that_was_misread_is_learnt_as_the_record_has_it(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    misread = standing.copy()
    spot = int(rng.integers(ROW.field_count))
    misread[spot] = int(rng.choice([kind for kind in range(KINDS) if kind != standing[spot]]))
    known = confirmed_classes(labels, reading(rng, misread), ROW, FREE)
    assert known is not None
    assert known[spot] == standing[spot]
    learnt = known >= 0
    assert (known[learnt] == standing[learnt]).all()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_skipped_spot_is_learnt_if_the_rest_confirms_the_record(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    known = np.where(rng.random(len(standing)) < 0.1, -1, standing)
    left_out = np.flatnonzero(known[: ROW.field_count] < 0)
    assume(len(left_out))
    misread = standing.copy()
    spot = int(rng.choice(left_out))
    misread[spot] = int(rng.choice([kind for kind in range(KINDS) if kind != standing[spot]]))
    again = reconsidered(known, labels, reading(rng, misread), ROW, FREE)
    assert (again[left_out] == standing[left_out]).all()
    assert (again[known >= 0] == known[known >= 0]).all()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_move_that_the_first_lesson_left_out_stays_left_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    shown = move(rng, standing)
    known = confirmed_classes(labels, reading(rng, shown), ROW, FREE)
    assert known is not None
    again = reconsidered(known, labels, reading(rng, shown), ROW, FREE)
    assert (again[again >= 0] == shown[again >= 0]).all()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_what_is_left_of_a_kennel_follows_from_its_number(seed: int) -> None:
    """Print of the pawns' colour beside a pawn that is overlooked: the record gives their number."""
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    seat = int(rng.integers(ROW.seats))
    spots = ROW.kennel_spots(seat)
    taken = np.flatnonzero(standing == 1 + seat)
    taken = taken[(taken >= spots.start) & (taken < spots.stop)]
    assume(len(taken))
    overlooked = int(rng.choice(taken))
    misread = standing.copy()
    misread[overlooked] = 0
    known = standing.copy()
    known[overlooked] = -1
    assert (reconsidered(known, labels, reading(rng, misread), ROW, FREE) == standing).all()


def by_candles(standing: Classes) -> Classes:
    """As the reader sees it before the first lesson: every colour as the one before it."""
    return np.where((standing > 1) & (standing < KINDS - 1), standing - 1, standing)


def coloured_as_named() -> NDArray[np.float64]:
    turn = 2 * np.pi * np.arange(1, KINDS) / KINDS
    return np.column_stack([np.full(KINDS - 1, 70.0), 134 + 22 * np.cos(turn), 140 + 22 * np.sin(turn)])


def first_look(scores: NDArray[np.float64], colours: NDArray[np.float64]) -> FirstLook:
    """A picture in which colours differ as their names do."""
    taken = np.logaddexp.reduce(scores[:, 1:], axis=1) - scores[:, 0]
    return FirstLook(colours, taken, coloured_as_named())


def coloured(rng: np.random.Generator, shown: Classes) -> NDArray[np.float64]:
    """Returns the look of the spots in that light, in Lab: every colour darker and warmer, yet unlike the others."""
    lab = np.vstack([[110.0, 132.0, 141.0], coloured_as_named()])
    return np.asarray(lab[shown] + rng.normal(0.0, (8.0, 1.5, 1.5), (len(shown), 3)), dtype=np.float64)


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_colours_that_the_light_shifts_are_learnt_as_the_record_has_them(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    scores, colours = reading(rng, by_candles(standing)), coloured(rng, standing)
    known = confirmed_classes(labels, scores, ROW, FREE, first_look(scores, colours))
    assert known is not None
    learnt = known >= 0
    assert (known[learnt] == standing[learnt]).all()
    assert learnt[: ROW.field_count][standing[: ROW.field_count] > 2].all()
    # red and yellow are both read as red: on the track only their look distinguishes them
    alike = np.tile(colours[0], (len(colours), 1))
    known = confirmed_classes(labels, scores, ROW, FREE, first_look(scores, alike))
    assert known is not None
    learnt = known >= 0
    assert (known[learnt] == standing[learnt]).all()
    assert not learnt[: ROW.field_count][np.isin(standing[: ROW.field_count], (1, 2))].any()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_pawn_missed_by_candlelight_is_learnt_if_it_resembles_others(seed: int) -> None:
    """No pawn stands on a wrong field, but a field looks like a pawn of a colour that is complete."""
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    seen, colours = by_candles(standing), coloured(rng, standing)
    out = np.flatnonzero(np.isin(standing[: ROW.field_count], (3, 4)))
    assume(len(out))
    overlooked = int(rng.choice(out))
    imagined = int(rng.choice(np.flatnonzero(standing[: ROW.field_count] == 0)))
    seen[overlooked], seen[imagined] = 0, 1
    colours[imagined] = colours[np.flatnonzero(standing == 1)[0]]
    scores = reading(rng, seen)
    known = confirmed_classes(labels, scores, ROW, FREE, first_look(scores, colours))
    assert known is not None
    learnt = known >= 0
    assert (known[learnt] == standing[learnt]).all()
    assert learnt[: ROW.field_count][standing[: ROW.field_count] > 2].all()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_move_by_candles_is_never_learnt_as_the_record_has_it(seed: int) -> None:
    """Each moved pawn stands where the record has nobody, or another one."""
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    shown = move(rng, standing)
    known = shifted_classes(labels, reading(rng, by_candles(shown)), ROW, coloured(rng, shown))
    if known is not None:
        learnt = known >= 0
        assert (known[learnt] == shown[learnt]).all()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_pawns_that_stand_on_each_others_side_are_no_light(seed: int) -> None:
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    one, other = 1 + rng.permutation(ROW.seats)[:2]
    exchanged = np.select([standing == one, standing == other], [other, one], standing)
    assert shifted_classes(labels, reading(rng, exchanged), ROW, coloured(rng, exchanged)) is None


def test_a_picture_of_quite_another_board_teaches_nothing() -> None:
    rng = np.random.default_rng(5)
    labels, standing = record(rng)
    shown = rng.permutation(standing)
    assert np.count_nonzero(shown != standing) > MAX_CONTRADICTED_SHARE * len(shown)
    assert confirmed_classes(labels, reading(rng, shown), ROW, FREE) is None


def test_a_reader_that_takes_print_for_pawns_is_corrected_by_the_record() -> None:
    rng = np.random.default_rng(5)
    labels, standing = record(rng)
    shown = np.where((standing == 0) & (rng.random(len(standing)) < 0.6), 2, standing)
    known = confirmed_classes(labels, reading(rng, shown), ROW, FREE)
    assert known is not None
    learnt = known >= 0
    assert (known[learnt] == standing[learnt]).all()
    assert learnt[: ROW.field_count].all()


def test_beside_a_thing_that_hides_spots_nothing_is_put_right() -> None:
    rng = np.random.default_rng(6)
    labels, standing = record(rng)
    misread = standing.copy()
    misread[7] = (standing[7] + 1) % 5
    hidden = Occlusion(FREE.pixels, np.array([20]))
    known = confirmed_classes(labels, reading(rng, misread), ROW, hidden)
    assert known is not None
    assert (known[7], known[20]) == (-1, -1)


def standing_on(table: DrawnTable, row: BoardSpots) -> tuple[Labels, Classes]:
    """Returns the first state of a drawn table, and the figures on every spot of it, by place."""
    labels, figures = table._state(np.random.default_rng(table.number), out=1)
    standing = np.zeros(len(row.places_mm), dtype=np.int64)
    names = (*table.colours, "black")
    for figure in figures:
        away = np.hypot(*(row.places_mm - (figure.x_mm, figure.y_mm)).T)
        standing[int(away.argmin())] = 1 + names.index(figure.colour)
    return labels, standing


def assert_nothing_wrong_is_learnt(number: int) -> None:
    table = drawn_table(number)
    seats = tuple(range(len(table.colours)))
    row = BoardSpots.of(table.profile, seats)
    labels, standing = standing_on(table, row)
    reader = reader_of(table.profile, sectors=seats, colours=table.colours, dog=table.dog)
    shown, images = next(iter(table.pictures(1, each=2)))
    assert shown == labels
    looks = [reader.look(Frame(image, 330 * step)) for step, image in enumerate(images)]
    assert looks[-1].status is FrameStatus.SETTLED
    assert isinstance(reader.state, Reading)
    known = confirmed_classes(labels, reader.state.picture.scores, row, FREE)
    assert known is not None
    kennels = np.arange(len(known)) >= row.kennel_spots(0).start
    learnt = (known >= 0) & kennels
    assert (known[learnt] == standing[learnt]).all()


@pytest.mark.sampled(9)
@pytest.mark.parametrize("number", range(60, 66))
def test_a_part_filled_kennel_is_learnt_as_it_stands_or_not_at_all(number: int) -> None:
    assert_nothing_wrong_is_learnt(number)


@pytest.mark.long
def test_a_start_that_was_never_in_view_is_not_learnt_from_the_first_move() -> None:
    camera = VirtualCamera(BOARD, COLOURS, seed=11)
    start = ROW.labels(track=(0,) * len(BOARD.track), goal=((0, 0, 0, 0),) * 4, kennel_counts=(4,) * 4, wheel=0)
    places = [(seat, spot) for seat in range(4) for spot in range(4)]
    waiting = {(seat, spot): BOARD.kennel[seat][spot] for seat, spot in places}
    moved = {**waiting, (0, 0): BOARD.track[0]}
    reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=False)
    reader.expect(start)
    figures = tuple(Figure(colour=COLOURS[seat], x_mm=x, y_mm=y) for (seat, _), (x, y) in moved.items())
    for step in range(4):
        look = reader.look(Frame(camera.render(Scene(figures=figures)), 330 * step))
    assert look.reading is not None
    assert ROW.parts(look.reading.scores).track[0].argmax() == 1
    assert ROW.parts(look.reading.scores).kennel[0].argmax(axis=1).tolist().count(1) == 3
    # the print of the start field is not known, since a pawn stood there
    reader.expect(replace(start, classes=(1, *start.classes[1:]), pool_counts=(3, 4, 4, 4)))
    figures = tuple(Figure(colour=COLOURS[seat], x_mm=x, y_mm=y) for (seat, _), (x, y) in waiting.items())
    for step in range(4, 8):
        look = reader.look(Frame(camera.render(Scene(figures=figures)), 330 * step))
    assert look.reading is not None
    assert ROW.parts(look.reading.scores).track[0].argmax() == 0


@pytest.mark.sampled(5)
@pytest.mark.parametrize("number", [4008, 4018, 4021, 4032, 4053])
def test_print_in_the_named_colour_of_a_pawn_is_not_learnt_as_the_pawn(number: int) -> None:
    """A yard looks more like the name of its colour than the pawns do; pawns elsewhere show their true look."""
    table = invented_table(number)
    seats = tuple(range(len(table.colours)))
    row = BoardSpots.of(table.profile, seats)
    labels, standing = standing_on(table, row)
    reader = reader_of(table.profile, sectors=seats, colours=table.colours, dog=table.dog)
    reader.expect(labels)
    _, images = next(iter(table.pictures(1, each=2)))
    for step, image in enumerate(images):
        reader.look(Frame(image, 330 * step))
    assert isinstance(reader.state, Reading)
    assert reader.state.learnt_from is not None
    known = reader.state.learnt_from.classes
    learnt = (known >= 0) & (np.arange(len(known)) >= row.kennel_spots(0).start)
    assert (known[learnt] == standing[learnt]).all()


@settings(deadline=None)
@given(st.integers(0, 2**32 - 1))
def test_a_faint_look_of_another_position_does_not_outweigh_the_record(seed: int) -> None:
    """An answered question is learnt, though the picture alone slightly supports something else."""
    rng = np.random.default_rng(seed)
    labels, standing = record(rng)
    pawns = np.flatnonzero(standing[: ROW.field_count])
    free = np.flatnonzero(standing[: ROW.field_count] == 0)
    assume(len(pawns))
    pawn, other = int(rng.choice(pawns)), int(rng.choice(free))
    scores = reading(rng, standing)
    for spot, shown in ((pawn, 0), (other, standing[pawn])):
        scores[spot] = np.log(0.001)
        scores[spot, [shown, standing[spot]]] = np.log([0.7, 0.295])
    known = confirmed_classes(labels, scores, ROW, FREE)
    assert known is not None
    assert (known[pawn], known[other]) == (standing[pawn], 0)
