"""The board reader on pictures of the virtual table: its readings, and the pictures without one.

The pictures come from the simulation's camera, which shares no drawing code with vision.
"""

from collections.abc import Iterable
from functools import cache

import numpy as np
import pytest
from drawn_cameras import as_new, drawn_camera
from table_readers import reader_of

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera
from vision.board import Labels
from vision.frames import Frame, Image
from vision.results import BoardReading, FrameResult, FrameStatus

BOARD = load_board("black_dog")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
TWO_SEATS = BoardSpots.of(BOARD, (1, 3))
COLOURS = ("red", "yellow", "green", "blue")
DOG = 5
STEP_MS = 330
#: A seat waits with three pawns, on these of its five kennel spots; the fourth stands on its start field.
WAITING = ((0, 1, 2), (0, 2, 4), (1, 3, 4), (0, 1, 3))
START = {0: 1, 16: 2, 32: 3, 48: 4}


def figures(track: dict[int, int], waiting: tuple[tuple[int, ...], ...] = WAITING) -> tuple[Figure, ...]:
    """Pawns by field -> class, and those in the kennels."""
    standing = [_figure(kind, BOARD.track[field]) for field, kind in track.items()]
    for seat, spots in enumerate(waiting):
        standing += [_figure(1 + seat, BOARD.kennel[seat][spot]) for spot in spots]
    return tuple(standing)


def _figure(kind: int, spot: tuple[float, float]) -> Figure:
    return Figure(colour="black" if kind == DOG else COLOURS[kind - 1], x_mm=spot[0], y_mm=spot[1])


def labels(track: dict[int, int], waiting: tuple[int, ...] = (3, 3, 3, 3), wheel: int = 0) -> Labels:
    classes = [0] * len(BOARD.track)
    for field, kind in track.items():
        classes[field] = kind
    return SPOTS.labels(track=tuple(classes), goal=((0, 0, 0, 0),) * 4, kennel_counts=waiting, wheel=wheel)


class Table:
    """The reader before a virtual table, and the time that goes by."""

    def __init__(self, stand: Stand | None = None) -> None:
        self.stand = stand
        self.camera = drawn_camera(BOARD, COLOURS, seed=11, stand=stand)
        self.reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True, pawns=4)
        self.t_ms = 0

    def show(self, scene: Scene, pictures: int = 3, step_ms: int = STEP_MS) -> list[FrameResult]:
        return self.see((self.camera.render(scene) for _ in range(pictures)), step_ms)

    def see(self, images: Iterable[Image], step_ms: int = STEP_MS) -> list[FrameResult]:
        looks = []
        for image in images:
            looks.append(self.reader.look(Frame(image, self.t_ms)))
            self.t_ms += step_ms
        return looks

    def begin(self) -> BoardReading:
        """As after the set-up was shown and learnt."""
        before = begun(self.stand)
        self.camera, self.reader.state, self.t_ms = as_new(before.camera), before.reader.state, before.t_ms
        return settled([before.reader.state.result])


@cache
def begun(stand: Stand | None) -> Table:
    """Returns the table after the set-up was shown and learnt.

    The reader's state is a value that every test goes on from.
    """
    table = Table(stand)
    table.reader.expect(labels(START))
    settled(table.show(Scene(figures=figures(START))))
    return table


def settled(looks: list[FrameResult]) -> BoardReading:
    assert looks[-1].status is FrameStatus.SETTLED
    assert looks[-1].reading is not None
    return looks[-1].reading


def on_track(reading: BoardReading) -> dict[int, int]:
    kinds = SPOTS.parts(reading.scores).track.argmax(axis=1)
    return {int(field): int(kinds[field]) for field in np.flatnonzero(kinds)}


def in_kennels(reading: BoardReading, spots: BoardSpots = SPOTS) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(np.flatnonzero(kennel.argmax(axis=1)).tolist()) for kennel in spots.parts(reading.scores).kennel)


def states(looks: list[FrameResult]) -> set[FrameStatus]:
    return {look.status for look in looks}


@pytest.fixture
def table() -> Table:
    return Table()


def test_the_start_is_read_on_every_spot(table: Table) -> None:
    reading = table.begin()
    assert on_track(reading) == START
    assert in_kennels(reading) == WAITING
    assert (SPOTS.parts(reading.scores).goal.argmax(axis=2) == 0).all()
    assert reading.quarter_turn == 0


def test_scores_are_log_probabilities_that_never_rule_anything_out(table: Table) -> None:
    reading = table.begin()
    rows = reading.scores
    assert rows.shape == (64 + 16 + 20, 6)
    assert np.exp(rows).sum(axis=1) == pytest.approx(1.0)
    assert rows.min() >= np.log(1e-4)


def test_the_first_picture_gives_no_verdict_the_second_does(table: Table) -> None:
    table.reader.expect(labels(START))
    looks = table.show(Scene(figures=figures(START)), 2)
    assert [look.status for look in looks] == [FrameStatus.SEARCHING, FrameStatus.SETTLED]
    assert looks[0].reading is None


def test_a_reading_carries_the_time_of_its_own_picture(table: Table) -> None:
    table.reader.expect(labels(START))
    looks = table.show(Scene(figures=figures(START)), 9)
    assert [look.reading.t_ms for look in looks if look.reading] == [STEP_MS * number for number in range(1, 9)]


def test_a_play_is_read_before_anybody_says_what_it_was(table: Table) -> None:
    table.begin()
    moved = {5: 1, 16: 2, 32: 3, 48: 4}
    looks = table.show(Scene(figures=figures(moved)))
    assert looks[0].status is FrameStatus.MOVING
    assert on_track(settled(looks)) == moved


def test_captured_pawns_are_read_back_in_the_kennel(table: Table) -> None:
    table.begin()
    waiting = (WAITING[0], (0, 1, 2, 4), *WAITING[2:])
    reading = settled(table.show(Scene(figures=figures({16: 1, 32: 3, 48: 4}, waiting))))
    assert on_track(reading) == {16: 1, 32: 3, 48: 4}
    assert in_kennels(reading) == waiting


def test_the_dog_has_a_class_of_its_own(table: Table) -> None:
    table.begin()
    assert on_track(settled(table.show(Scene(figures=figures({**START, 22: DOG}))))) == {**START, 22: DOG}


def test_a_second_dog_is_doubted(table: Table) -> None:
    """There is one; which of two that look alike it is cannot be seen.  Whole positions are weighed without counts."""
    table.begin()
    one, two = (
        settled(table.show(Scene(figures=figures({**START, **dict.fromkeys(dogs, DOG)})))) for dogs in ([22], [22, 40])
    )
    assert (one.counted.argmax(axis=1) == one.scores.argmax(axis=1)).all()
    assert np.exp(one.counted[22, DOG]) > 0.99
    assert np.exp(two.scores[[22, 40], DOG]).min() > 0.99
    assert np.exp(two.counted[[22, 40], DOG]).max() < 0.97


def test_a_pawn_in_its_lane_is_read(table: Table) -> None:
    table.begin()
    lane = Figure(colour="green", x_mm=BOARD.goal[2][1][0], y_mm=BOARD.goal[2][1][1])
    others = {field: kind for field, kind in START.items() if kind != 3}
    reading = settled(table.show(Scene(figures=(*figures(others), lane))))
    assert SPOTS.parts(reading.scores).goal.argmax(axis=2).tolist() == [[0] * 4, [0] * 4, [0, 3, 0, 0], [0] * 4]
    assert on_track(reading) == others


def test_neighbours_one_behind_the_other_are_both_seen(table: Table) -> None:
    """Fields 4 to 7 run towards the camera, so each pawn's head covers the field behind."""
    table.begin()
    crowd = {4: 2, 5: 1, 6: 4, 7: 3}
    assert on_track(settled(table.show(Scene(figures=figures(crowd))))) == crowd


@pytest.mark.long
def test_plays_in_a_row_each_confirmed(table: Table) -> None:
    table.begin()
    stand = dict(START)
    for play, field in enumerate((3, 20, 41, 57, 9, 28)):
        kind = 1 + play % 4
        stand = {**{place: who for place, who in stand.items() if who != kind}, field: kind}
        assert on_track(settled(table.show(Scene(figures=figures(stand)), 2))) == stand
        table.reader.expect(labels(stand))


def test_a_disc_between_two_stops_is_turning(table: Table) -> None:
    table.begin()
    looks = table.show(Scene(figures=figures(START), disc_deg=40.0), 4)
    assert looks[-1].status is FrameStatus.TURNING
    assert all(look.reading is None for look in looks)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("disc_deg", [90.0, 177.5, 272.5])
def test_a_turned_disc_brings_its_pawns_to_their_new_fields(table: Table, disc_deg: float) -> None:
    """A pawn on wheel field 9 comes 16 fields further each quarter turn; the disc may rest a little off its stop."""
    table.begin()
    ridden = {9: 1, 16: 2, 32: 3, 48: 4}
    assert on_track(settled(table.show(Scene(figures=figures(ridden))))) == ridden
    table.reader.expect(labels(ridden))
    quarters = round(disc_deg / 90)
    after = {(9 + 16 * quarters) % 64: 1, 16: 2, 32: 3, 48: 4}
    reading = settled(table.show(Scene(figures=figures(after), disc_deg=disc_deg)))
    assert on_track(reading) == after
    assert reading.quarter_turn == quarters % 4
    assert reading.disc_deg == pytest.approx(disc_deg, abs=1.0)


def test_a_hidden_wheel_marker_makes_the_wheel_unknown(table: Table) -> None:
    table.begin()
    images = [table.camera.render(Scene(figures=figures(START))) for _ in range(3)]
    assert BOARD.wheel is not None
    x, y = (round(value) for value in table.camera.project(*BOARD.wheel.centre))
    for image in images:
        image[y - 7 : y + 7, x - 7 : x + 7] = (30, 90, 30)
    reading = settled(table.see(images))
    assert (reading.quarter_turn, reading.disc_deg) == (None, None)
    assert on_track(reading) == START


def test_a_moving_hand_is_no_rest(table: Table) -> None:
    table.begin()
    looks: list[FrameResult] = []
    for x in (120.0, 170.0, 220.0, 270.0):
        looks += table.show(Scene(figures=figures(START), hand=Hand(x_mm=x, y_mm=150.0, side=0)), 1)
    assert states(looks) == {FrameStatus.MOVING}
    assert on_track(settled(table.show(Scene(figures=figures(START))))) == START


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("x_mm", "y_mm", "side"), [(225.0, 225.0, 1), (300.0, 300.0, 2), (100.0, 300.0, 3)])
def test_a_hand_that_rests_over_the_board_is_no_settled_board(
    table: Table, x_mm: float, y_mm: float, side: int
) -> None:
    table.begin()
    looks = table.show(Scene(figures=figures(START), hand=Hand(x_mm=x_mm, y_mm=y_mm, side=side)), 5)
    assert looks[-1].status is FrameStatus.HAND
    assert FrameStatus.SETTLED not in states(looks)


def test_a_pawn_pushed_slowly_is_noticed(table: Table) -> None:
    """0.4 mm a picture at 30 pictures a second, from field 0 to field 1."""
    table.begin()
    (begin, y), (end, _) = BOARD.track[0], BOARD.track[1]
    rest = figures({field: kind for field, kind in START.items() if kind != 1})
    for x in np.arange(begin, end, 0.4):
        table.show(Scene(figures=(*rest, Figure(colour="red", x_mm=float(x), y_mm=y))), 1, 33)
    arrived = {1: 1, 16: 2, 32: 3, 48: 4}
    assert on_track(settled(table.show(Scene(figures=figures(arrived)), 15, 33))) == arrived


def test_without_a_board_in_view_nothing_is_read(table: Table) -> None:
    table.reader.expect(labels(START))
    table_top = np.full((720, 1280, 3), 120, dtype=np.uint8)
    looks = table.see([table_top] * 4)
    assert states(looks) <= {FrameStatus.SEARCHING, FrameStatus.NO_MARKERS}
    assert looks[-1].status is FrameStatus.NO_MARKERS


def test_a_grey_picture_is_a_bad_picture_and_the_next_one_is_fine(table: Table) -> None:
    table.begin()
    bad = table.reader.look(Frame(np.zeros((720, 1280), dtype=np.uint8), table.t_ms))
    assert (bad.status, bad.reading) == (FrameStatus.BAD_PICTURE, None)
    table.t_ms += STEP_MS
    assert on_track(settled(table.show(Scene(figures=figures(START))))) == START


def test_a_hidden_corner_marker_does_not_disturb_a_board_that_lies_still(table: Table) -> None:
    table.begin()
    stand = {5: 1, 16: 2, 32: 3, 48: 4}
    images = [table.camera.render(Scene(figures=figures(stand))) for _ in range(3)]
    for corner in BOARD.markers.centres[:2]:
        x, y = (round(value) for value in table.camera.project(*corner))
        for image in images:
            image[y - 18 : y + 18, x - 22 : x + 22] = (60, 60, 60)
    assert on_track(settled(table.see(images))) == stand


@pytest.mark.long
def test_a_camera_that_was_pushed_finds_the_board_again() -> None:
    stand, pushed = Stand(elevation_deg=58.0), Stand(elevation_deg=57.2, azimuth_deg=1.2)
    table = Table(stand)
    table.begin()
    table.camera = drawn_camera(BOARD, COLOURS, seed=11, stand=pushed)
    moved = {5: 1, 16: 2, 32: 3, 48: 4}
    assert on_track(settled(table.show(Scene(figures=figures(START))))) == START
    assert on_track(settled(table.show(Scene(figures=figures(moved))))) == moved


def first_reading(colours: tuple[str, str], seed: int) -> BoardReading:
    """Two players at sectors 1 and 3, no dog: each has three pawns in the kennel and one on the track."""
    camera = VirtualCamera(BOARD, colours, seed=seed, seats=(1, 3))
    reader = reader_of(BOARD, sectors=(1, 3), colours=colours, dog=False)
    spots = ((*BOARD.kennel[1][:3], BOARD.track[16]), (*BOARD.kennel[3][1:4], BOARD.track[50]))
    standing = tuple(
        Figure(colour=colour, x_mm=x, y_mm=y) for colour, own in zip(colours, spots, strict=True) for x, y in own
    )
    classes = [0] * 64
    classes[16], classes[50] = 1, 2
    reader.expect(TWO_SEATS.labels(track=tuple(classes), goal=((0,) * 4,) * 2, kennel_counts=(3, 3), wheel=0))
    return settled([reader.look(Frame(camera.render(Scene(figures=standing)), t_ms)) for t_ms in (0, 330, 660)])


@pytest.mark.sampled(2)
@pytest.mark.parametrize("colours", [("orange", "purple"), ("black", "yellow")])
def test_other_seats_at_other_sectors(colours: tuple[str, str]) -> None:
    """Three classes, and no spots but theirs."""
    reading = first_reading(colours, seed=5)
    assert TWO_SEATS.parts(reading.scores).track.shape == (64, 3)
    assert TWO_SEATS.parts(reading.scores).goal.shape == (2, 4, 3)
    assert on_track(reading) == {16: 1, 50: 2}
    assert in_kennels(reading, TWO_SEATS) == ((0, 1, 2), (1, 2, 3))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("other", "seed"), [("purple", 5), ("yellow", 2), ("black", 3)])
def test_white_pawns_are_found_in_their_kennel_at_the_first_look(other: str, seed: int) -> None:
    assert in_kennels(first_reading(("white", other), seed), TWO_SEATS) == ((0, 1, 2), (1, 2, 3))
