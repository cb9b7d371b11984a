"""Measures this machine with a camera: pictures a second, the time to a verdict, the memory left.

Law: the times are those of the clock on the wall, of the same reader and referee as in a game, for a 7 over eight
pawns; the pictures are drawn beforehand.
"""

import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.looks.colours import SEAT_COLOURS
from companion.model.places import Place
from companion.model.verdict import Params
from companion.settings.load import Load, chosen

if TYPE_CHECKING:
    from companion.board.profile import BoardProfile
    from companion.model.position import Position
    from companion.rules.rules import Rules
    from vision.frames import Frame

#: The measured game, its board and a card that has many plays.
GAME: Final = "dog"
BOARD: Final = "star_4"
CARD: Final = "7"
COLOURS: Final = SEAT_COLOURS[:4]
TRACKS: Final = (tuple(map(Place, (3, 9, 20, 30))), (), tuple(map(Place, (35, 41, 52, 62))), ())
#: Plays that are judged, and pictures of each rest with their distance in milliseconds: nothing is new in the last.
PLAYS: Final = 3
REST: Final = 7
PACE_MS: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """`pictures` a second in which nothing is new, `verdict_s` from the first still picture to the verdict, and the
    memory left in MB, None if that is unknown."""

    pictures: float
    verdict_s: float
    memory_mb: int | None

    @property
    def load(self) -> Load:
        """The load of a game on such a machine."""
        return chosen(self.verdict_s, self.memory_mb)

    @property
    def code(self) -> str:
        """The code of its sentence."""
        return "speed_alone" if self.memory_mb is None else "speed"

    @property
    def params(self) -> Params:
        """The figures of its sentence."""
        shown = {"ms": round(1000 * self.verdict_s), "pictures": round(self.pictures)}
        return tuple({**shown, **({} if self.memory_mb is None else {"memory": self.memory_mb})}.items())


def measured() -> Speed:
    """Reads and judges a drawn table for some seconds."""
    from companion.board.files import load_board
    from companion.catalogue.shipped import SHIPPED
    from companion.rules.rules import rules_of
    from companion.rules.setup import first_position

    variant = SHIPPED.variant(GAME)
    start = first_position(variant)
    pawns = tuple(track or row for track, row in zip(TRACKS, start.placement.pawns, strict=True))
    position = start.with_placement(start.placement.with_pawns(pawns))
    watched, judged = _times(rules_of(variant, position), position, load_board(BOARD))
    return Speed(pictures=1 / statistics.median(watched), verdict_s=statistics.median(judged), memory_mb=free_mb())


def _times(rules: "Rules", position: "Position", profile: "BoardProfile") -> tuple[list[float], list[float]]:
    """Returns the seconds of each picture in which nothing is new, and of each verdict."""
    from companion.referee.match import match
    from companion.rules.legal import legal_plays
    from companion.sensors.board_observer import BoardObserver, roster_of

    observer = BoardObserver(profile, roster_of(rules, position, COLOURS))
    observer.expect(rules, position)
    plays = legal_plays(rules, position, CARD)
    after = [position.with_placement(play.result) for play in plays[:: len(plays) // PLAYS][:PLAYS]]
    watched, judged = [], []
    for number, frames in enumerate(_rests(profile, rules, [each for play in after for each in (position, play)])):
        is_play, verdict_s = number % 2 == 1, 0.0
        for frame in frames:
            began = time.perf_counter()
            look, seen = observer.observe(frame)
            if is_play and seen and not verdict_s:
                match(rules, position, CARD, seen)
                verdict_s = time.perf_counter() - began + look.rest_ms / 1000
        watched.append(time.perf_counter() - began)
        if verdict_s:
            judged.append(verdict_s)
    return watched, judged


def _rests(profile: "BoardProfile", rules: "Rules", positions: "list[Position]") -> "Iterator[list[Frame]]":
    """Gives the pictures of each of these positions at rest."""
    from companion.simulation.camera.virtual_camera import VirtualCamera
    from companion.simulation.physical_table import PhysicalTable
    from vision.frames import Frame

    camera = VirtualCamera(profile, COLOURS, seed=1)
    for number, position in enumerate(positions):
        physical = PhysicalTable(profile, rules.variant, position.seats, COLOURS, seed=1)
        physical.set_up(position.placement)
        scene = physical.scene()
        yield [Frame(camera.render(scene), (number * REST + place) * PACE_MS) for place in range(REST)]


def free_mb(memory: Path = Path("/proc/meminfo")) -> int | None:
    """Returns the memory that programs can still take, by the table of Linux, or None without one."""
    try:
        rows = dict(line.split(":", 1) for line in memory.read_text(encoding="utf-8").splitlines())
        return int(rows["MemAvailable"].split()[0]) // 1024
    except (OSError, ValueError, KeyError, IndexError):
        return None
