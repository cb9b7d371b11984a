"""A profile of one's own board from a photograph, on the command line: `calibrate`.

Law: every typing error gives one line with the correct form; nothing is half saved.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.board.files import ProfileError, load_board, own_folder
from companion.preparation.own_board import (
    Draft,
    OwnBoardError,
    Pawn,
    begin,
    corners_seen,
    finished,
    read_photograph,
    save,
    with_anchors,
)
from companion.system.disk.whole_file import write_whole

_SHAPES: Final = "cone:14x25, peg:9x28 or marble:16"
_NUMBER: Final = r"(\d+(?:\.\d+)?)"
_PAINT: Final = {"track": (255, 255, 255), "goal": (60, 200, 255), "kennel": (255, 160, 60)}

Px = tuple[float, float]


class CalibrationError(Exception):
    """A board that cannot be made from the input; one line with the remedy."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CalibrationInput:
    """The typed input: sizes in centimetres, places in pixels of the photograph; empty if not given."""

    template: str
    size: str
    corners: str
    starts: str
    name: str
    pawn: str


def calibrate(photograph: Path, given: CalibrationInput, drawn: Path | None) -> Path:
    """Saves the board's profile and print, and returns the profile's path; draws the spots into `drawn`.

    Raises CalibrationError.
    """
    image = _read(photograph)
    try:
        template = load_board(given.template)
        corners = _corners(image, given.corners)
        draft = begin(image, given.template, _size_mm(given.size), corners)
        starts = _places(given.starts, "--starts")
        if len(starts) != draft.sectors:
            raise CalibrationError(f"--starts has {len(starts)} places: give the {draft.sectors} start fields in turn")
        draft = with_anchors(draft, {("start", sector): place for sector, place in enumerate(starts)})
        profile = finished(draft, given.name, _pawn(given.pawn) if given.pawn else template.pawn)
        if drawn is not None:
            _draw(draft, drawn)
        return save(profile, draft, own_folder())
    except (OwnBoardError, ProfileError) as error:
        raise CalibrationError(str(error)) from error


def _read(photograph: Path) -> NDArray[np.uint8]:
    try:
        image = read_photograph(photograph)
    except OSError as error:
        raise CalibrationError(
            f"{photograph.name} cannot be read ({error.strerror}): give a photograph of the empty board"
        ) from error
    if image is None:
        raise CalibrationError(f"{photograph.name} is no picture: give a photograph of the empty board")
    return image


def _corners(image: NDArray[np.uint8], typed: str) -> NDArray[np.float64]:
    places = _places(typed, "--corners")
    if len(places) == 4:
        return np.array(places)
    if places:
        raise CalibrationError(f"--corners has {len(places)} places: give 4, clockwise from the upper left one")
    seen = corners_seen(image)
    if seen is None:
        raise CalibrationError('the corners do not show: give them as --corners "x,y x,y x,y x,y", upper left first')
    return seen


def _places(typed: str, option: str) -> list[Px]:
    places = []
    for word in typed.split():
        found = re.fullmatch(f"{_NUMBER},{_NUMBER}", word)
        if found is None:
            raise CalibrationError(f"{option} {word[:20]!r}: write places as x,y in pixels, such as 310,85")
        places.append((float(found[1]), float(found[2])))
    return places


def _size_mm(typed: str) -> Px:
    found = re.fullmatch(f"{_NUMBER}x{_NUMBER}", typed)
    if found is None:
        raise CalibrationError(f"--size {typed[:20]!r}: write width and height in centimetres, such as 45x45")
    return float(found[1]) * 10, float(found[2]) * 10


def _pawn(typed: str) -> Pawn:
    standing = re.fullmatch(f"(cone|peg):{_NUMBER}x{_NUMBER}", typed)
    rolling = re.fullmatch(f"marble:{_NUMBER}", typed)
    if standing and standing[1] == "cone":
        return Pawn(shape="cone", foot_mm=float(standing[2]), height_mm=float(standing[3]))
    if standing:
        return Pawn(shape="peg", foot_mm=float(standing[2]), height_mm=float(standing[3]))
    if rolling:
        return Pawn(shape="marble", diameter_mm=float(rolling[1]))
    raise CalibrationError(f"--pawn {typed[:20]!r}: write the shape and its millimetres, such as {_SHAPES}")


def _draw(draft: Draft, file: Path) -> None:
    """The photograph with every spot ringed, to check their places."""
    image = draft.photograph.copy()
    for (group, _, _), place in draft.spots.items():
        x, y = draft.pixels(np.array([place]))[0]
        cv2.circle(image, (round(x), round(y)), 7, _PAINT.get(group, (80, 80, 255)), 2, cv2.LINE_AA)
    ok, png = cv2.imencode(".png", image)
    try:
        write_whole(file, png.tobytes() if ok else b"", shared=True)
    except OSError as error:
        raise CalibrationError(f"{file} cannot be written ({error.strerror}): name another file") from error
