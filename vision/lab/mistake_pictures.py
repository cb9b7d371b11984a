"""Draws pictures of misread boards: the board with numbered rings, beside it a list of the spots, close up.

Law: such a picture alone shows the reading, the truth and the reader's certainty, without any other file.
"""

from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.find.pose import Pose
from vision.frames import Image, Points
from vision.lab.measure import Failure, Mistake

LIST_NAME: Final = "mistakes.md"
_RED: Final = (60, 60, 235)
_WHITE: Final = (245, 245, 245)
_GREY: Final = (165, 165, 165)
_PANEL: Final = (38, 34, 32)
_PANEL_WIDTH: Final = 380
_ROW: Final = 124
_CLOSE_UP: Final = 108
_TITLE: Final = 64


class MistakeBook:
    """A folder with a picture for each misread board, and a list of them that is complete at any time."""

    def __init__(self, folder: Path) -> None:
        """Raises OSError if the folder cannot be made."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._rows: list[str] = []
        self._list()

    def take(self, failure: Failure) -> None:
        """Draws the picture and adds it to the list.  Raises OSError."""
        name = f"{failure.recording.folder.name}-{Path(failure.scene.name).stem}.png"
        cv2.imwrite(str(self._folder / name), draw_failure(failure))
        what = "; ".join(_in_words(failure, mistake) for mistake in failure.mistakes)
        self._rows.append(f"| [{name}]({name}) | {what or f'not read: {failure.look.status}'} |")
        self._list()

    def _list(self) -> None:
        head = ["# Misread boards", "", "| picture | what was read |", "|---|---|"]
        text = "\n".join([*head, *self._rows]) if self._rows else "# Misread boards\n\nNone."
        (self._folder / LIST_NAME).write_text(f"{text}\n", encoding="utf-8")


def draw_failure(failure: Failure) -> Image:
    """Returns the picture (height, width + panel, 3) with a ring on every misread spot and a panel that names them."""
    scale = max(1, round(720 / failure.image.shape[0]))
    large = cv2.resize(failure.image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    image = np.asarray(large, dtype=np.uint8)
    height = image.shape[0]
    panel = np.full((height, _PANEL_WIDTH, 3), _PANEL, dtype=np.uint8)
    _write(panel, (14, 26), failure.recording.folder.name, _WHITE)
    count = len(failure.mistakes)
    said = f"{count} misread" if count else f"not read: {failure.look.status}"
    _write(panel, (14, 48), f"{failure.scene.t_ms} ms, {failure.scene.verdict or 'at rest'}: {said}", _GREY)
    if failure.pose is not None:
        places = failure.recording.layout.board.spots.places_mm
        room = (height - _TITLE) // _ROW
        for number, mistake in enumerate(failure.mistakes):
            x, y = _pixel(failure.pose, places[mistake.spot], scale)
            if number < room:
                _list_spot(panel, failure, mistake, number, _close_up(failure, (x // scale, y // scale)))
            cv2.circle(image, (x, y), 15, (0, 0, 0), 4, cv2.LINE_AA)
            cv2.circle(image, (x, y), 15, _RED, 2, cv2.LINE_AA)
            _write(image, (x + 15, y - 10), str(number + 1), _WHITE, edged=True)
        if count > room:
            _write(panel, (14, height - 8), f"and {count - room} more", _GREY)
    return np.hstack([image, panel])


def _list_spot(panel: Image, failure: Failure, mistake: Mistake, number: int, close_up: Image) -> None:
    top = _TITLE + number * _ROW
    panel[top : top + _CLOSE_UP, 14 : 14 + _CLOSE_UP] = close_up
    names = ("empty", *failure.recording.piece_names)
    lines = (
        (f"{number + 1}  {failure.recording.layout.names[mistake.spot]}", _WHITE),
        (f"read   {names[mistake.read]}", _RED),
        (f"stands {names[mistake.true]}", _WHITE),
        (f"{mistake.chance:.1%} sure", _GREY),
    )
    for line, (text, colour) in enumerate(lines):
        _write(panel, (26 + _CLOSE_UP, top + 22 + 24 * line), text, colour)


def _in_words(failure: Failure, mistake: Mistake) -> str:
    names = ("empty", *failure.recording.piece_names)
    where, sure = failure.recording.layout.names[mistake.spot], f"{mistake.chance:.1%}"
    return f"{where}: read {names[mistake.read]} ({sure} sure), is {names[mistake.true]}"


def _pixel(pose: Pose, place_mm: Points, scale: int) -> tuple[int, int]:
    x, y = np.round(pose.pixels(place_mm[None])[0] * scale).astype(int)
    return int(x), int(y)


def _close_up(failure: Failure, middle: tuple[int, int]) -> Image:
    """Returns the spot and its neighbours, a good pawn's height round it."""
    image = failure.image
    reach = max(14, round(36 * image.shape[1] / 1280))
    padded = cv2.copyMakeBorder(image, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
    x = min(max(middle[0], 0), image.shape[1] - 1)
    y = min(max(middle[1], 0), image.shape[0] - 1)
    part = padded[y : y + 2 * reach, x : x + 2 * reach]
    return np.asarray(cv2.resize(part, (_CLOSE_UP, _CLOSE_UP), interpolation=cv2.INTER_CUBIC), dtype=np.uint8)


def _write(
    image: Image, place: tuple[int, int], text: str, colour: tuple[int, int, int], *, edged: bool = False
) -> None:
    if edged:
        cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.55, (0, 0, 0), 4, cv2.LINE_AA)
    cv2.putText(image, text, place, cv2.FONT_HERSHEY_SIMPLEX, 0.52, colour, 1, cv2.LINE_AA)
