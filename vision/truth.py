"""A recorded table with the truth beside it: its pictures, and what stands on every spot in each of them.

The truth is `frames_truth.jsonl`, a line a picture: every figure as colour and place in millimetres from the middle of
the board (x to the right, y up), and the disc's angle.  `truth.jsonl`, where there is one, says which settled states
were a legal play, and `made.json` how the recording was made.  Nothing of the rules.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import msgspec
import numpy as np

from vision.flat import print_beside
from vision.frames import Frame, Image
from vision.profile import BoardProfile, load_profile
from vision.spots import Labels

STILL = "still"
#: A piece that lies further than this from every spot, in parts of a pawn's width, stands on none.
ON_SPOT = 0.75


class TruthError(Exception):
    """The folder is no recording with the truth beside it; one line that says what is missing."""


class _Line(msgspec.Struct, frozen=True):
    frame: str
    what: str
    pieces: tuple[tuple[str, float, float], ...]
    disc: float | None = None


class _Session(msgspec.Struct, frozen=True):
    board: str
    seats: tuple[int, ...]
    colours: tuple[str, ...]


class _Judged(msgspec.Struct, frozen=True):
    t_ms: int
    verdict: str


class Made(msgspec.Struct, frozen=True):
    """How a recording was made, as far as its maker tells; "" and None: unknown."""

    source: str = ""
    light: str = ""
    kelvin: int | None = None
    art: str = ""
    shape: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """A picture with what truly stands there.  `still`: no hand in it and nothing moving.

    `verdict` is the true one (`legal`, `illegal`) in the last picture of a state that was to be judged, else "".
    """

    name: str
    t_ms: int
    still: bool
    labels: Labels
    verdict: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueRecording:
    """`colours` go by seat, `sectors` are their printed sectors; `dog`: a piece of another colour runs there too.

    `judged`: the scenes tell which states were legal plays.
    """

    folder: Path
    profile: BoardProfile
    flat: Image | None
    sectors: tuple[int, ...]
    colours: tuple[str, ...]
    dog: bool
    scenes: tuple[Scene, ...]
    judged: bool
    made: Made

    def frames(self) -> Iterator[tuple[Scene, Frame]]:
        """Every picture with its truth, in order.  Raises TruthError where a picture is missing."""
        for scene in self.scenes:
            image = cv2.imread(str(self.folder / "frames" / scene.name))
            if image is None:
                raise TruthError(f"{self.folder.name}: the picture {scene.name} is missing or damaged")
            yield scene, Frame(np.asarray(image, dtype=np.uint8), scene.t_ms)


def load_truth(folder: Path) -> TrueRecording:
    """Reads a recording and its truth.  Raises TruthError, ProfileError."""
    try:
        session = msgspec.convert(tomllib.loads((folder / "session.toml").read_text(encoding="utf-8")), _Session)
        rows = (folder / "frames_truth.jsonl").read_text(encoding="utf-8").splitlines()
        lines = [msgspec.json.decode(row, type=_Line) for row in rows if row.strip()]
        verdicts, made = _verdicts(folder / "truth.jsonl"), _made(folder / "made.json")
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.MsgspecError) as error:
        raise TruthError(f"{folder.name} is no recording with the truth beside it ({error})") from error
    profile = load_profile(folder / session.board)
    flat = print_beside(folder / session.board)
    dog = any(colour not in session.colours for line in lines for colour, _, _ in line.pieces)
    scenes = tuple(
        Scene(
            name=line.frame,
            t_ms=int(Path(line.frame).stem),
            still=line.what == STILL,
            labels=_labels(line, profile, session),
            verdict=verdicts.get(int(Path(line.frame).stem), ""),
        )
        for line in lines
    )
    return TrueRecording(
        folder=folder,
        profile=profile,
        flat=flat,
        sectors=session.seats,
        colours=session.colours,
        dog=dog,
        scenes=scenes,
        judged=bool(verdicts),
        made=made,
    )


def _verdicts(path: Path) -> dict[int, str]:
    """The true verdict by the time of the last picture of its state; nothing where nobody wrote them down."""
    if not path.exists():
        return {}
    rows = path.read_text(encoding="utf-8").splitlines()
    judged = [msgspec.json.decode(row, type=_Judged) for row in rows if row.strip()]
    return {line.t_ms: line.verdict for line in judged}


def _made(path: Path) -> Made:
    return msgspec.json.decode(path.read_bytes(), type=Made) if path.exists() else Made()


def _labels(line: _Line, profile: BoardProfile, session: _Session) -> Labels:
    quarter = None if line.disc is None or profile.wheel is None else round(-line.disc / 90) % 4
    track, centre = [0] * len(profile.track), 0
    lanes = [[0] * 4 for _ in session.seats]
    kennels = [0] * len(session.seats)
    spots = _spots(profile, session, 0.0 if line.disc is None else -line.disc)
    for colour, x, y in line.pieces:
        kind = 1 + (session.colours.index(colour) if colour in session.colours else len(session.colours))
        place = np.array([profile.size_mm[0] / 2 + x, profile.size_mm[1] / 2 - y])
        away = np.linalg.norm(spots[1] - place, axis=1)
        if away.min() > ON_SPOT * profile.pawn.width_mm:
            continue
        region, owner, index = spots[0][int(away.argmin())]
        if region == "track":
            track[index] = kind
        elif region == "goal":
            lanes[owner][index] = kind
        elif region == "centre":
            centre = kind
        elif kind == 1 + owner:
            kennels[owner] += 1
    return Labels(
        track=tuple(track),
        goal=tuple(tuple(lane) for lane in lanes),
        kennel_counts=tuple(kennels),
        centre=centre,
        wheel=quarter,
    )


_Named = list[tuple[str, int, int]]


def _spots(profile: BoardProfile, session: _Session, angle_deg: float) -> tuple[_Named, np.ndarray]:
    """Region, seat and index of every spot, and where it is with the disc turned clockwise by `angle_deg`."""
    named: _Named = []
    places: list[tuple[float, float]] = []
    for index, spot in enumerate(profile.track):
        named.append(("track", 0, index))
        places.append(_turned(profile, index, spot, angle_deg))
    for seat, sector in enumerate(session.seats):
        named += [("goal", seat, index) for index in range(4)]
        places += profile.goal[sector]
        named += [("kennel", seat, index) for index in range(len(profile.kennel[sector]))]
        places += profile.kennel[sector]
    if profile.centre:
        named.append(("centre", 0, 0))
        places.append(profile.centre)
    return named, np.array(places)


def _turned(profile: BoardProfile, index: int, spot: tuple[float, float], angle_deg: float) -> tuple[float, float]:
    wheel = profile.wheel
    if wheel is None or index not in wheel.fields:
        return spot
    # A whole quarter turn carries a figure to another field; only what is left of it moves the field itself.
    rest = np.radians(angle_deg - 90 * round(angle_deg / 90))
    x, y = spot[0] - wheel.centre[0], spot[1] - wheel.centre[1]
    return (
        wheel.centre[0] + x * np.cos(rest) - y * np.sin(rest),
        wheel.centre[1] + x * np.sin(rest) + y * np.cos(rest),
    )
