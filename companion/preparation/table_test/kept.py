"""The placements of a test as a recording with truth, which `vision measure` reads.

Format: docs/reference/formats/recording.md.

Law: the truth is the requested placement, in the places of the profile, and never a reading.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import cv2
import tomlkit

from companion.board.files import PRINT_SUFFIX, board_text
from companion.certification.placements import AskedPlacement
from companion.certification.table import TableUnderTest
from companion.looks.colours import FIGURE_COLOUR
from companion.model.places import CENTRE, goal_number, is_goal, is_track
from companion.model.position import Position
from companion.rules.rules import Rules
from companion.rules.schema import position_to_json
from vision.frames import Frame, Image

JPEG_QUALITY: Final = 92
#: The recording's time between the pictures of two placements.
PAUSE_MS: Final = 2000


class KeptPlacements:
    """Writes the pictures of one placement after the other into a folder."""

    def __init__(self, folder: Path, table: TableUnderTest) -> None:
        self._folder = folder
        self._table = table
        self._t_ms = 0

    def begin(self, rules: Rules, position: Position, board: str, flat: Image | None) -> None:
        """Makes the folder; `position` is that of the first placement.

        Raises OSError, also if the folder already holds a recording.
        """
        if (self._folder / "session.toml").exists():
            raise FileExistsError(17, "it already holds a recording", str(self._folder))
        (self._folder / "frames").mkdir(parents=True, exist_ok=True)
        (self._folder / "board").mkdir(exist_ok=True)
        (self._folder / "board" / "board.toml").write_text(board_text(board), encoding="utf-8")
        if flat is not None:
            cv2.imwrite(str(self._folder / "board" / f"board{PRINT_SUFFIX}"), flat)
        session = {
            "variant": position.variant,
            "options": dict(position.options),
            "sectors": position.sectors,
            "seats": list(position.seats),
            "colours": list(self._table.colours),
            "board": "board/board.toml",
            "position": json.dumps(position_to_json(rules, position)),
        }
        (self._folder / "session.toml").write_text(tomlkit.dumps(session), encoding="utf-8")
        (self._folder / "made.json").write_text(json.dumps({"source": "certified"}), encoding="utf-8")

    def keep(self, asked: AskedPlacement, frames: Iterable[Frame]) -> None:
        """Keeps the pictures of one placement at rest.  Raises OSError."""
        taken = list(frames)
        if not taken:
            return
        pieces = [[colour, *self._from_middle(at)] for colour, at in pieces_of(self._table, asked)]
        stop = asked.placement.extra("wheel")
        disc = None if self._table.profile.wheel is None else -90.0 * (stop or 0)
        with (self._folder / "frames_truth.jsonl").open("a", encoding="utf-8") as truth:
            for frame in taken:
                name = f"{self._t_ms + frame.t_ms - taken[0].t_ms:09d}.jpg"
                cv2.imwrite(str(self._folder / "frames" / name), frame.image, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])
                line: dict[str, Any] = {"frame": name, "what": "still", "hidden": 0, "pieces": pieces, "disc": disc}
                truth.write(json.dumps(line) + "\n")
        self._t_ms += taken[-1].t_ms - taken[0].t_ms + PAUSE_MS

    def _from_middle(self, at: tuple[float, float]) -> tuple[float, float]:
        x, y = self._table.middle
        return round(at[0] - x, 2), round(y - at[1], 2)


def pieces_of(table: TableUnderTest, asked: AskedPlacement) -> Iterator[tuple[str, tuple[float, float]]]:
    """Yields the colour and place, in millimetres on the board, of every figure on it."""
    profile = table.profile
    for seat, row in enumerate(asked.placement.pawns):
        colour, sector = table.colours[seat], table.sectors[seat]
        for place in row:
            if is_track(place):
                yield colour, profile.track[place]
            elif is_goal(place):
                yield colour, profile.goal[sector][goal_number(place) - 1]
            elif place == CENTRE and profile.centre:
                yield colour, profile.centre
        yield from ((colour, profile.kennel[sector][slot]) for slot in asked.kennels[seat].slots)
    for name in table.figures:
        field = asked.placement.extra(name)
        if field is not None:
            yield FIGURE_COLOUR, profile.track[field]
