"""Hands over the board, and delays in the time of the pictures: the time of each verdict, and boards without one."""

from collections.abc import Callable, Iterator
from copy import copy
from functools import cache

import cv2
import numpy as np
import pytest
from drawn_cameras import as_new, drawn_camera
from table_readers import reader_of

from companion.board.files import load_board
from companion.sensors.board_spots import BoardSpots
from companion.sensors.unknowns import camera_health
from companion.simulation.camera import hand_art
from companion.simulation.camera.pinhole import Stand
from companion.simulation.camera.virtual_camera import Figure, Hand, Scene, VirtualCamera
from vision.board import Labels
from vision.frames import Frame, Image
from vision.read.cover.occluders import ARM_MS, THING_MS
from vision.results import BoardReading, FrameResult, FrameStatus

BOARD = load_board("black_dog")
SPOTS = BoardSpots.of(BOARD, (0, 1, 2, 3))
COLOURS = ("red", "yellow", "green", "blue")
START = {0: 1, 16: 2, 32: 3, 48: 4}
MOVED = {5: 1, 16: 2, 32: 3, 48: 4}
AT_LEISURE_MS = 330

Spoil = Callable[[Image], Image]


def as_it_is(image: Image) -> Image:
    return image


def figures(track: dict[int, int]) -> tuple[Figure, ...]:
    standing = [(COLOURS[kind - 1], BOARD.track[field]) for field, kind in track.items()]
    standing += [(colour, spot) for seat, colour in enumerate(COLOURS) for spot in BOARD.kennel[seat][:3]]
    return tuple(Figure(colour=colour, x_mm=x, y_mm=y) for colour, (x, y) in standing)


def labels(track: dict[int, int]) -> Labels:
    classes = tuple(track.get(field, 0) for field in range(len(BOARD.track)))
    return SPOTS.labels(track=classes, goal=((0, 0, 0, 0),) * 4, kennel_counts=(3, 3, 3, 3), wheel=0)


class Table:
    """The reader before a drawn table that has been set up and read once."""

    def __init__(self, camera: VirtualCamera, spoil: Spoil = as_it_is) -> None:
        self.camera, self.t_ms = camera, 0
        self.reader = reader_of(BOARD, sectors=(0, 1, 2, 3), colours=COLOURS, dog=True)
        self.reader.expect(labels(START))
        assert read(self.during(700, START, spoil=spoil)[-1]) == START

    def gone_on(self) -> "Table":
        """Returns the same table once more: the reader's state is a value, and the noise of the camera goes on."""
        table = copy(self)
        table.camera, table.reader = as_new(self.camera), copy(self.reader)
        return table

    def during(
        self,
        span_ms: int,
        track: dict[int, int],
        hand: Hand | None = None,
        spoil: Spoil = as_it_is,
        every_ms: int = AT_LEISURE_MS,
        disc_deg: float = 0.0,
    ) -> list[FrameResult]:
        """Returns the results of so many milliseconds."""
        return [look for _, look in self.timed(span_ms, track, hand, spoil, every_ms, disc_deg)]

    def timed(
        self,
        span_ms: int,
        track: dict[int, int],
        hand: Hand | None,
        spoil: Spoil,
        every_ms: int,
        disc_deg: float = 0.0,
    ) -> Iterator[tuple[int, FrameResult]]:
        begin = self.t_ms
        while self.t_ms < begin + span_ms:
            scene = Scene(figures=figures(track), hand=hand, disc_deg=disc_deg)
            image = spoil(self.camera.render(scene).copy())
            yield self.t_ms - begin, self.reader.look(Frame(image, self.t_ms))
            self.t_ms += every_ms

    def corners(self, x_mm: float, y_mm: float, wide: float, high: float) -> np.ndarray:
        """Pixels (4, 2) of something rectangular that lies with its middle at a place."""
        around = ((-1, -1), (1, -1), (1, 1), (-1, 1))
        places = [self.camera.project(x_mm + a * wide / 2, y_mm + b * high / 2) for a, b in around]
        return np.round(np.array(places)).astype(np.int32)


def read(look: FrameResult) -> dict[int, int]:
    kinds = SPOTS.parts(reading(look).scores).track.argmax(axis=1)
    sure = np.exp(SPOTS.parts(reading(look).scores).track.max(axis=1)) > 0.5
    return {int(field): int(kinds[field]) for field in np.flatnonzero((kinds > 0) & sure)}


def reading(look: FrameResult) -> BoardReading:
    assert look.status is FrameStatus.SETTLED
    assert look.reading is not None
    return look.reading


def unknown(look: FrameResult) -> set[int]:
    """Returns the fields without a reading."""
    return set(np.flatnonzero(np.exp(SPOTS.parts(reading(look).scores).track.max(axis=1)) < 0.5).tolist())


def word(look: FrameResult) -> str:
    return camera_health(look).code


@cache
def begun() -> Table:
    return Table(drawn_camera(BOARD, COLOURS, seed=11, stand=Stand(elevation_deg=58.0)))


@pytest.fixture
def table() -> Table:
    return begun().gone_on()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("every_ms", [33, 66, 100])
def test_judged_within_700_ms_of_the_hands_leaving_and_never_before(table: Table, every_ms: int) -> None:
    """The hand reaches in, moves on twice, rests a second over the board and leaves."""
    for place, span_ms in (((90.0, 380.0), 3 * every_ms), ((160.0, 300.0), 2 * every_ms), ((225.0, 240.0), 1000)):
        hand = Hand(x_mm=place[0], y_mm=place[1], side=2)
        assert all(look.reading is None for look in table.during(span_ms, START, hand, every_ms=every_ms))
    seen = [(ms, look) for ms, look in table.timed(1000, MOVED, None, as_it_is, every_ms) if look.reading is not None]
    assert 250 <= seen[0][0] <= 700
    assert all(read(look) == MOVED for _, look in seen)


@pytest.mark.sampled(16)
@pytest.mark.parametrize("who", range(4))
@pytest.mark.parametrize("side", range(4))
def test_every_hand_from_every_side_is_a_hand(table: Table, who: int, side: int) -> None:
    hand = Hand(x_mm=200.0, y_mm=250.0, side=side, who=who)
    assert [look.status for look in table.during(1500, START, hand)][1:] == [FrameStatus.HAND] * 4


def test_a_hand_that_stays_is_no_freeze_and_gets_a_word(table: Table) -> None:
    hand = Hand(x_mm=225.0, y_mm=235.0, side=2)
    looks = table.during(ARM_MS + 1000, START, hand, every_ms=100)
    assert {word(look) for look in looks[3:50]} == {"camera_hand"}
    assert [look.rest_ms for look in looks[5:50]] == sorted(look.rest_ms for look in looks[5:50])
    assert word(looks[-1]) == "camera_covered"
    assert read(looks[-1]).items() <= START.items()
    assert read(table.during(700, MOVED)[-1]) == MOVED
    assert word(table.during(700, MOVED)[-1]) == "camera_ok"


@pytest.mark.long
def test_a_hand_that_fidgets_is_never_judged(table: Table) -> None:
    for step in range(12):
        hand = Hand(x_mm=200.0 + 6 * (step % 3), y_mm=240.0, side=step % 2)
        assert all(look.reading is None for look in table.during(900, START, hand))


@pytest.mark.sampled(3)
@pytest.mark.parametrize("hidden", [(1,), (0, 1), (2, 3)])
def test_a_sleeve_over_corners_is_not_a_lost_board(table: Table, hidden: tuple[int, ...]) -> None:
    """It lies beside the board but for the corners, and the rest of the board is in view."""
    spots = [tuple(round(part) for part in table.camera.project(*BOARD.markers.centres[corner])) for corner in hidden]

    def with_sleeve(image: Image) -> Image:
        for x, y in spots:
            cv2.circle(image, (x, y), 26, (120, 60, 40), -1, cv2.LINE_AA)
        return image

    for look in table.during(1300, MOVED, spoil=with_sleeve)[1:]:
        assert (read(look), word(look)) == (MOVED, "camera_marker_hidden")
    assert word(table.during(1000, MOVED)[-1]) == "camera_ok"


def test_an_arm_asleep_at_the_rim_does_not_stop_the_game(table: Table) -> None:
    """Fields under it are not read; those in view are judged in the end."""
    arm = table.corners(420.0, 225.0, 90.0, 60.0)

    def with_arm(image: Image) -> Image:
        return np.asarray(cv2.fillConvexPoly(image, arm, (60, 55, 70), cv2.LINE_AA), dtype=np.uint8)

    looks = table.during(3000, START, spoil=with_arm)
    assert all(look.reading is None for look in looks)
    look = table.during(ARM_MS, START, spoil=with_arm)[-1]
    assert word(look) == "camera_covered"
    assert read(look) == {field: kind for field, kind in START.items() if field not in unknown(look)}
    assert len(unknown(look)) < 10
    looks = table.during(700, MOVED, spoil=with_arm)
    assert read(looks[-1]) == {field: kind for field, kind in MOVED.items() if field not in unknown(looks[-1])}
    assert 5 in read(looks[-1])


def test_a_lamp_mirrored_on_the_disc_does_not_turn_with_it_and_is_no_hand(table: Table) -> None:
    mirrored = table.corners(260.0, 200.0, 60.0, 40.0)

    def with_lamp(image: Image) -> Image:
        bright = cv2.fillConvexPoly(image.copy(), mirrored, (250, 245, 250), cv2.LINE_AA)
        return np.asarray(cv2.addWeighted(image, 0.4, bright, 0.6, 0), dtype=np.uint8)

    lit = Table(as_new(table.camera), with_lamp)
    for turn in (1, 2, 3):
        looks = lit.during(1000, START, spoil=with_lamp, disc_deg=90.0 * turn)
        assert looks[-1].status is FrameStatus.SETTLED
    hand = Hand(x_mm=225.0, y_mm=235.0, side=2)
    assert lit.during(1500, START, hand, with_lamp, disc_deg=270.0)[-1].status is FrameStatus.HAND


def cards(table: Table, places: tuple[tuple[float, float], ...]) -> Spoil:
    def laid(image: Image) -> Image:
        for number, (x, y) in enumerate(places):
            corners = table.corners(x, y, 59.0, 91.0)
            cv2.fillConvexPoly(image, corners, (225, 228, 232), cv2.LINE_AA)
            cv2.polylines(image, [corners], True, (90, 90, 90), 2, cv2.LINE_AA)
            cv2.circle(image, tuple(corners.mean(axis=0).astype(int).tolist()), 14, (60, 40, 50 + 60 * number), -1)
        return image

    return laid


def test_cards_laid_down_in_the_middle_do_not_stop_the_game(table: Table) -> None:
    """They are waited for once; the next plays are judged as fast as ever."""
    pile = cards(table, ((225.0, 225.0),))
    looks = table.during(THING_MS - 330, START, spoil=pile)
    assert all(look.reading is None for look in looks)
    look = table.during(1300, START, spoil=pile)[-1]
    assert (read(look), word(look)) == (START, "camera_covered")
    table.reader.expect(labels(START))
    seen = [(ms, look) for ms, look in table.timed(1000, MOVED, None, pile, 100) if look.reading is not None]
    assert seen[0][0] <= 700
    assert read(seen[-1][1]) == MOVED
    look = table.during(1000, MOVED)[-1]
    assert (read(look), word(look)) == (MOVED, "camera_ok")


@pytest.mark.long
def test_what_lies_under_a_card_is_not_known_and_is_not_learnt(table: Table) -> None:
    """A card over fields 10 and round about gives no reading of them, nor does it teach the look of an empty field."""
    x, y = BOARD.track[10]
    over = cards(table, ((x, y),))
    look = table.during(ARM_MS + 1000, START, spoil=over)[-1]
    assert word(look) == "camera_covered"
    assert 10 in unknown(look)
    assert read(look) == START
    table.reader.expect(labels(START))
    stands = {**START, 10: 1}
    assert read(table.during(1300, stands)[-1]) == stands


def test_a_new_thing_is_waited_for_again(table: Table) -> None:
    pile = cards(table, ((225.0, 225.0),))
    assert read(table.during(THING_MS + 1000, START, spoil=pile)[-1]) == START
    hand = Hand(x_mm=150.0, y_mm=330.0, side=2)
    assert all(look.reading is None for look in table.during(2000, START, hand, pile))
    assert read(table.during(1000, MOVED, spoil=pile)[-1]) == MOVED


@pytest.mark.long
def test_a_hand_of_the_board_s_own_colour_leads_to_no_false_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing false is read, whether it is seen to be a hand or not."""
    table = begun().gone_on()
    bare = table.camera.render(Scene())
    x, y = (round(part) for part in table.camera.project(60.0, 225.0))
    ground = tuple(int(part) for part in np.median(bare[y - 12 : y + 12, x - 12 : x + 12].reshape(-1, 3), axis=0))
    monkeypatch.setattr(hand_art, "_SKINS", (ground,))
    monkeypatch.setattr(hand_art, "_SLEEVES", (ground,))
    for place in ((225.0, 225.0), (330.0, 110.0), (120.0, 300.0)):
        for look in table.during(1300, START, Hand(x_mm=place[0], y_mm=place[1], side=2)):
            assert look.reading is None or read(look).items() <= START.items()
        assert read(table.during(700, START)[-1]) == START
