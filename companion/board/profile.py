"""The profile of a printed board: the data that the camera needs, no rules (docs/reference/formats/board.md).

Coordinates are millimetres, x to the right and y down, origin at the upper left corner of the board.
"""

import re
from pathlib import Path
from typing import Final, Literal

import msgspec

from companion.system.files import read_text
from companion.system.quoting import short
from companion.system.toml import parse_toml

Point = tuple[float, float]

#: Bounds that limit memory and time, far beyond any board.  A board of 1.5 m has a print of 27 MB.
SMALLEST_MM: Final = 50
LARGEST_MM: Final = 1500
LARGEST_PAWN_MM: Final = 200
SECTORS: Final = range(2, 9)
MOST_FIELDS: Final = 256
#: The spots of a lane, and of a kennel.
_IN_A_ROW: Final = range(3, 7)
_NAME: Final = re.compile(r"[\w .()'-]{1,60}")
#: The dictionaries of OpenCV that people print from, and how many markers each has.
DICTIONARIES: Final = {
    **{f"DICT_{side}X{side}_{count}": count for side in (4, 5, 6, 7) for count in (50, 100, 250, 1000)},
    **{"DICT_ARUCO_ORIGINAL": 1024, "DICT_ARUCO_MIP_36h12": 250},
    **{"DICT_APRILTAG_16h5": 30, "DICT_APRILTAG_25h9": 35, "DICT_APRILTAG_36h10": 2320, "DICT_APRILTAG_36h11": 587},
}


class ProfileError(Exception):
    """A board profile that cannot be used; one line with the key and the reason."""


class Pawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`foot_mm` is the diameter of the foot of a cone or peg; a `marble` has `diameter_mm` alone."""

    shape: Literal["cone", "peg", "marble"]
    foot_mm: float = 0.0
    height_mm: float = 0.0
    diameter_mm: float = 0.0

    @property
    def width_mm(self) -> float:
        return self.diameter_mm if self.shape == "marble" else self.foot_mm

    @property
    def tall_mm(self) -> float:
        return self.diameter_mm if self.shape == "marble" else self.height_mm


class Wheel(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The disc; `fields` are the track indices that lie on it, their spots given for wheel = 0."""

    centre: Point
    radius_mm: float
    fields: tuple[int, ...]
    paws: dict[str, tuple[int, ...]] = {}


class WheelMarker(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    id: int
    centre: Point
    size_mm: float


class Markers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`ids` and `centres` go upper left, upper right, lower right, lower left; markers are printed upright."""

    dictionary: str
    size_mm: float
    ids: tuple[int, int, int, int]
    centres: tuple[Point, Point, Point, Point]
    wheel: WheelMarker | None = None

    @property
    def all_ids(self) -> tuple[int, ...]:
        """The ids of the corners, and that of the disc, if it has one."""
        return (*self.ids, *((self.wheel.id,) if self.wheel else ()))


class BoardProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`track` has N spots from the start field of sector 0 on; `goal` and `kennel` have three to six spots a sector."""

    id: str
    family: str
    size_mm: Point
    track: tuple[Point, ...]
    goal: tuple[tuple[Point, ...], ...]
    kennel: tuple[tuple[Point, ...], ...]
    pawn: Pawn
    markers: Markers
    centre: Point | None = None
    wheel: Wheel | None = None


def parse_profile(text: str, name: str = "board profile") -> BoardProfile:
    """Reads the TOML text of a profile.  Raises ProfileError."""
    try:
        profile = msgspec.convert(parse_toml(text), BoardProfile)
        check_profile(profile)
    except (msgspec.ValidationError, ValueError) as error:
        raise ProfileError(f"{name}: {error}") from error
    return profile


def load_profile(path: Path) -> BoardProfile:
    """Reads a profile file.  Raises ProfileError, also when the file is missing."""
    try:
        return parse_profile(read_text(path), path.name)
    except OSError as error:
        raise ProfileError(f"{path.name} cannot be read: {error.strerror}") from error


def check_profile(profile: BoardProfile) -> None:
    """Raises ValueError that names the key and the reason."""
    width, height = profile.size_mm
    sectors = len(profile.goal)
    if not (_NAME.fullmatch(profile.id) and _NAME.fullmatch(profile.family)):
        raise ValueError("id and family are names of 60 letters at most")
    if not (SMALLEST_MM <= width <= LARGEST_MM and SMALLEST_MM <= height <= LARGEST_MM):
        raise ValueError(f"size_mm is from {SMALLEST_MM} to {LARGEST_MM} mm each way")
    if sectors not in SECTORS or len(profile.track) > MOST_FIELDS:
        raise ValueError(f"goal has {sectors} sectors and track {len(profile.track)} spots, which is no board")
    if len(profile.kennel) != sectors:
        raise ValueError(f"kennel has {len(profile.kennel)} sectors but goal has {sectors}")
    if not profile.track or len(profile.track) % sectors:
        raise ValueError(f"track has {len(profile.track)} spots, which {sectors} sectors cannot share evenly")
    _check_rows(profile)
    for key, spots in _spots_by_key(profile).items():
        if any(not _on_board(spot, profile) for spot in spots):
            raise ValueError(f"{key} has a spot outside the board")
    _check_pawn(profile.pawn)
    if profile.wheel:
        _check_wheel(profile.wheel, profile)
    _check_markers(profile.markers, profile)


def _check_rows(profile: BoardProfile) -> None:
    for key, rows in (("goal", profile.goal), ("kennel", profile.kennel)):
        if any(len(spots) not in _IN_A_ROW for spots in rows):
            raise ValueError(f"{key} needs {_IN_A_ROW.start} to {_IN_A_ROW[-1]} spots in every sector")
    if len({len(lane) for lane in profile.goal}) > 1:
        raise ValueError("goal has lanes of different lengths")


def _check_pawn(pawn: Pawn) -> None:
    if not 0 < pawn.width_mm <= LARGEST_PAWN_MM:
        raise ValueError(f"pawn needs foot_mm (or diameter_mm for a marble) above 0, {LARGEST_PAWN_MM} at most")
    if any(not 0 <= side <= LARGEST_PAWN_MM for side in (pawn.foot_mm, pawn.height_mm, pawn.diameter_mm)):
        raise ValueError(f"pawn: no side is longer than {LARGEST_PAWN_MM} mm")


def _check_wheel(wheel: Wheel, profile: BoardProfile) -> None:
    named = [*wheel.fields, *(field for fields in wheel.paws.values() for field in fields)]
    if any(not 0 <= field < len(profile.track) for field in named) or len(named) > MOST_FIELDS:
        raise ValueError("wheel.fields names a field that the track does not have, or wheel.paws")
    if not 0 < wheel.radius_mm <= max(profile.size_mm) or not _on_board(wheel.centre, profile):
        raise ValueError("wheel.centre and wheel.radius_mm must lie on the board")


def _check_markers(markers: Markers, profile: BoardProfile) -> None:
    count = DICTIONARIES.get(markers.dictionary)
    if count is None:
        raise ValueError(f"markers.dictionary {short(markers.dictionary)} is unknown; DICT_4X4_50 is usual")
    squares = [(markers.size_mm, centre) for centre in markers.centres]
    if markers.wheel:
        squares.append((markers.wheel.size_mm, markers.wheel.centre))
    if any(not 0 < size <= min(profile.size_mm) or not _on_board(centre, profile) for size, centre in squares):
        raise ValueError("markers: size_mm and centres must fit on the board")
    ids = markers.all_ids
    if len(set(ids)) != len(ids) or any(not 0 <= name < count for name in ids):
        raise ValueError("markers.ids names a marker twice, or one that there is not")


def _on_board(place: Point, profile: BoardProfile) -> bool:
    width, height = profile.size_mm
    return 0 <= place[0] <= width and 0 <= place[1] <= height


def _spots_by_key(profile: BoardProfile) -> dict[str, list[Point]]:
    return {
        "track": list(profile.track),
        "goal": [spot for lane in profile.goal for spot in lane],
        "kennel": [spot for kennel in profile.kennel for spot in kennel],
        "centre": [profile.centre] if profile.centre else [],
    }
