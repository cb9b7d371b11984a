"""The board profile: what the eyes need to know of one printed board, and nothing of the rules (contract section 5).

Coordinates are millimetres, x to the right and y down, origin at the upper left corner of the board.
"""

import tomllib
from pathlib import Path
from typing import Literal

import msgspec

Point = tuple[float, float]


class ProfileError(Exception):
    """A board profile that cannot be used; one line with the key and the reason."""


class Pawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`foot_mm` is the diameter a cone or peg stands on; a marble has `diameter_mm` alone."""

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


class BoardProfile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """`track` has N spots from the start field of sector 0 on; `goal` four and `kennel` four or five spots a sector."""

    id: str
    family: str
    size_mm: Point
    track: tuple[Point, ...]
    goal: tuple[tuple[Point, Point, Point, Point], ...]
    kennel: tuple[tuple[Point, ...], ...]
    pawn: Pawn
    markers: Markers
    centre: Point | None = None
    wheel: Wheel | None = None


def parse_profile(text: str, name: str = "board profile") -> BoardProfile:
    """Reads the TOML text of a profile.  Raises ProfileError."""
    try:
        profile = msgspec.convert(tomllib.loads(text), BoardProfile, strict=False)
        check_profile(profile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError, ValueError) as error:
        raise ProfileError(f"{name}: {error}") from error
    return profile


def load_profile(path: Path) -> BoardProfile:
    """Reads a profile file.  Raises ProfileError, also when the file is missing."""
    try:
        return parse_profile(path.read_text(encoding="utf-8"), path.name)
    except (OSError, UnicodeDecodeError) as error:
        raise ProfileError(f"{path.name} cannot be read: {error}") from error


def check_profile(profile: BoardProfile) -> None:
    """Raises ValueError that names the key and the reason."""
    width, height = profile.size_mm
    sectors = len(profile.goal)
    if not (width > 0 and height > 0):
        raise ValueError("size_mm must be positive")
    if len(profile.kennel) != sectors:
        raise ValueError(f"kennel has {len(profile.kennel)} sectors but goal has {sectors}")
    if not profile.track or len(profile.track) % sectors:
        raise ValueError(f"track has {len(profile.track)} spots, which {sectors} sectors cannot share evenly")
    if any(len(spots) not in (4, 5) for spots in profile.kennel):
        raise ValueError("kennel needs 4 or 5 spots in every sector")
    for key, spots in _spots_by_key(profile).items():
        if any(not (0 <= x <= width and 0 <= y <= height) for x, y in spots):
            raise ValueError(f"{key} has a spot outside the board")
    if profile.pawn.width_mm <= 0:
        raise ValueError("pawn needs foot_mm (or diameter_mm for a marble) above 0")
    if profile.wheel and any(not 0 <= field < len(profile.track) for field in profile.wheel.fields):
        raise ValueError("wheel.fields names a field that the track does not have")
    ids = [*profile.markers.ids, *([profile.markers.wheel.id] if profile.markers.wheel else [])]
    if len(set(ids)) != len(ids):
        raise ValueError("markers.ids names a marker twice")


def _spots_by_key(profile: BoardProfile) -> dict[str, list[Point]]:
    return {
        "track": list(profile.track),
        "goal": [spot for lane in profile.goal for spot in lane],
        "kennel": [spot for kennel in profile.kennel for spot in kennel],
        "centre": [profile.centre] if profile.centre else [],
    }
