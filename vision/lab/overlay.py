"""Draws the reading over the picture: rings for pawns, the disc at its angle, and a line of words below.

Law: the picture shows the reading, its certainty, and the reader's report; an unknown spot looks neither empty nor
occupied.
"""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.disc import disc_rim_mm, rest_deg, rotation, turned_places
from vision.find.lens import on_plane
from vision.find.pose import Pose
from vision.frames import Image, Points
from vision.results import BoardReading, FrameResult, Remark

Bgr = tuple[int, int, int]

WORDS: Final = {
    Remark.CAMERA_MOVED: "the camera was moved",
    Remark.BOARD_MOVED: "the board was moved",
    Remark.GLARE: "light dazzles on the board",
    Remark.DISC_TURNED: "the disc was turned, which way is not known",
    Remark.COVERED: "something lies on the board",
    Remark.ON_FIELD: "something that is no pawn lies on a field",
    Remark.SIMILAR_COLOURS: "two colours look alike",
    Remark.MARKER_HIDDEN: "a marker is hidden",
}
#: Below this certainty a spot gets its percentage, and below the other it counts as unknown.
SURE: Final = 0.9
KNOWN: Final = 0.5
_WHITE: Final = (245, 245, 245)
_DARK: Final = (32, 30, 28)
_AMBER: Final = (40, 170, 250)
_GREY: Final = (150, 150, 150)
#: Colours darker than this are shown as black.
_BLACK: Final = 75
#: The line below the picture, in parts of its height, and the dimming of the picture under the rings.
_PANEL: Final = 0.085
_DIMMED: Final = 0.82
_FONT: Final = cv2.FONT_HERSHEY_DUPLEX


def draw_overlay(
    image: Image, pose: Pose, board: Board, look: FrameResult, words: str, numbered: Iterable[int] = ()
) -> Image:
    """Returns the picture, made taller by a line of words; the spots `numbered` bear their number.

    A thin ring is an empty spot, a thick one a pawn in its colour, an amber one with a percentage a doubtful spot, a
    grey cross an unknown one.
    """
    reading = look.reading
    drawn = np.asarray(np.clip(image * _DIMMED, 0, 255), dtype=np.uint8)
    if reading is not None:
        places = turned_places(board, rest_deg(reading.disc_deg))
        paints = _paints(image, pose, board, places, reading.counted)
        _draw_disc(drawn, pose, board, reading)
        for place, logs in zip(places, reading.counted, strict=True):
            _draw_spot(drawn, pose, board, place, logs, paints)
    for spot in numbered:
        x, y = pose.pixels(board.spots.places_mm[spot][None])[0]
        _write(drawn, str(spot), (round(x) + 10, round(y) - 10), _WHITE)
    return _with_words(drawn, words)


def frame_text(look: FrameResult, colours: tuple[str, ...]) -> str:
    """Returns a line of words for a frame: the pawns on the track, the disc, their certainty, and the remarks."""
    if look.reading is None:
        return str(look.status).replace("_", " ")
    logs = look.reading.counted
    kinds, certainty = logs.argmax(axis=1), np.exp(logs.max(axis=1))
    names = (*colours, "dog")
    counts = [f"{name} {np.count_nonzero(kinds == 1 + kind)}" for kind, name in enumerate(names) if 1 + kind in kinds]
    doubts = int(np.count_nonzero(certainty < SURE))
    wheel = (
        "" if look.reading.disc_deg is None else f"wheel {look.reading.quarter_turn} ({look.reading.disc_deg:.0f} deg)"
    )
    sure = f"{doubts} in doubt" if doubts else f"all sure ({certainty.min():.1%} at least)"
    words = [", ".join(counts) or "no pawns", *([wheel] if wheel else []), sure]
    return "  |  ".join([*words, *(WORDS[remark] for remark in look.remarks)])


def _draw_spot(
    image: Image, pose: Pose, board: Board, place: Points, logs: NDArray[np.float64], paints: dict[int, Bgr]
) -> None:
    kind, certainty = int(logs.argmax()), float(np.exp(logs.max()))
    ring = _circle(pose, place, board.piece.width_mm * (0.62 if kind else 0.5))
    if certainty < KNOWN:
        _cross(image, ring)
    elif kind == 0:
        cv2.polylines(image, [ring], True, _WHITE, 1, cv2.LINE_AA, 4)
    else:
        thick = max(2, round(image.shape[0] / 240))
        rim = _DARK if max(paints[kind]) > _BLACK else _WHITE
        cv2.polylines(image, [ring], True, rim, thick + 3, cv2.LINE_AA, 4)
        cv2.polylines(image, [ring], True, paints[kind], thick, cv2.LINE_AA, 4)
    if certainty < SURE:
        beside = ring.max(axis=0) / 16
        _write(image, f"{certainty:.0%}", (round(beside[0]) + 2, round(beside[1])), _AMBER)


def _circle(pose: Pose, place: Points, radius_mm: float) -> NDArray[np.int32]:
    """Returns a circle on the board in the camera's view, (n, 2) in sixteenths of a pixel."""
    turns = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    rim = place + radius_mm * np.column_stack([np.cos(turns), np.sin(turns)])
    return np.asarray(np.round(pose.pixels(rim) * 16), dtype=np.int32)


def _cross(image: Image, ring: NDArray[np.int32]) -> None:
    eighth = len(ring) // 8
    for start in (eighth, 3 * eighth):
        ends = ring[start], ring[start + 4 * eighth]
        cv2.line(image, ends[0].tolist(), ends[1].tolist(), _GREY, 2, cv2.LINE_AA, 4)


def _draw_disc(image: Image, pose: Pose, board: Board, reading: BoardReading) -> None:
    """Draws the rim of the disc, and a pointer from its middle to the top at wheel = 0."""
    if board.disc is None:
        return
    rim = np.round(pose.pixels(disc_rim_mm(board.disc)) * 16).astype(np.int32)
    cv2.polylines(image, [rim], True, _WHITE, 1, cv2.LINE_AA, 4)
    if reading.disc_deg is None:
        return
    x, y = board.disc.centre
    reach = board.disc.radius_mm
    pointer = np.array([[x, y - 0.22 * reach], [x, y - 0.9 * reach]])
    inner, outer = pose.pixels(on_plane(rotation(board.disc.centre, reading.disc_deg), pointer))
    ends = tuple(tuple(round(part) for part in end) for end in (inner, outer))
    cv2.arrowedLine(image, ends[0], ends[1], _DARK, 5, cv2.LINE_AA, 0, 0.12)
    cv2.arrowedLine(image, ends[0], ends[1], _WHITE, 2, cv2.LINE_AA, 0, 0.12)


def _paints(image: Image, pose: Pose, board: Board, places: Points, logs: NDArray[np.float64]) -> dict[int, Bgr]:
    """Returns the colour of each class in this picture, brightened so that a ring of it stands out."""
    kinds = logs.argmax(axis=1)
    bodies = np.round(pose.raised(places, np.full(len(places), 0.35 * board.piece.tall_mm))).astype(int)
    inside = (bodies >= 2).all(axis=1) & (bodies < np.array(image.shape[1::-1]) - 2).all(axis=1)
    paints = {}
    for kind in range(1, logs.shape[1]):
        standing = bodies[(kinds == kind) & inside]
        patches = [image[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3) for x, y in standing]
        seen = np.median(np.concatenate(patches), axis=0) if patches else np.array(_GREY)
        paints[kind] = _brighter(seen)
    return paints


def _brighter(seen: NDArray[np.float64]) -> Bgr:
    hue, strength, value = cv2.cvtColor(seen.reshape(1, 1, 3).astype(np.uint8), cv2.COLOR_BGR2HSV)[0, 0].tolist()
    if value < _BLACK:
        return _DARK
    if strength > 70:
        strength, value = min(255, round(1.25 * strength)), max(value, 215)
    blue, green, red = cv2.cvtColor(np.array([[[hue, strength, value]]], dtype=np.uint8), cv2.COLOR_HSV2BGR)[
        0, 0
    ].tolist()
    return int(blue), int(green), int(red)


def _with_words(image: Image, words: str) -> Image:
    height, width = image.shape[:2]
    panel = np.full((round(height * _PANEL), width, 3), _DARK, dtype=np.uint8)
    size = min(0.62 * height / 720, 0.62 * height / 720 * (width - 40) / max(_wide(words, 0.62 * height / 720), 1))
    cv2.putText(panel, words, (20, round(0.62 * len(panel))), _FONT, size, _WHITE, 1, cv2.LINE_AA)
    return np.asarray(np.vstack([image, panel]), dtype=np.uint8)


def _wide(words: str, size: float) -> int:
    return int(cv2.getTextSize(words, _FONT, size, 1)[0][0])


def _write(image: Image, text: str, where: tuple[int, int], paint: Bgr) -> None:
    size = 0.5 * image.shape[0] / 720 + 0.1
    for ink, width in ((_DARK, 4), (paint, 1)):
        cv2.putText(image, text, where, _FONT, size, ink, width, cv2.LINE_AA)
