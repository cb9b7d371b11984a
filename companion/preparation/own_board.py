"""A custom board: from a photograph of the empty board to a profile, its spots proposed from a shipped outline.

Law: no proposal moves a spot that was placed by hand; only a playable profile leaves this package.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import cv2
import msgspec
import numpy as np

from companion.board.files import BoardProfile, is_public, load_board
from companion.board.profile import Markers, Pawn, Wheel, check_profile
from companion.board.writing import BoardFileError, write_board
from companion.sensors.board_print import encoded_print
from vision.find.board_outline import corners_by_markers, corners_by_outline
from vision.find.circles.printed_circles import near_circles
from vision.find.rectify import homography_of_corners, laid_flat
from vision.frames import Image, Points
from vision.pictures import read_picture

__all__ = [
    "Draft",
    "OwnBoardError",
    "Pawn",
    "Spot",
    "begin",
    "corners_seen",
    "finished",
    "moved",
    "read_photograph",
    "save",
    "spot_near",
    "with_anchors",
]

Point = tuple[float, float]
#: Group (track, goal, kennel, centre, wheel), sector (0 for groups without one), number.  The wheel has its middle as
#: number 0 and a point of its rim as number 1.
Spot = tuple[str, int, int]

#: The greatest distance of a spot's own printed circle, in parts of the way to the next field.
SNAP_PART: Final = 0.3
#: The greatest distance of a tap from the middle of its field, in the same measure.
TAP_PART: Final = 0.2
#: The number of neighbours that place a spot without a clear circle of its own.
NEIGHBOURS: Final = 5
#: Two spots closer than this, in parts of a pawn's width, cannot both hold a pawn.
CLOSEST: Final = 0.8
LONGEST_NAME: Final = 40


class OwnBoardError(Exception):
    """A board that cannot be made or kept in this form; one line with the remedy.

    `code` and `params` name the reason for a sentence in the family's own language.
    """

    def __init__(self, code: str, message: str, **params: str | int) -> None:
        super().__init__(message)
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True, eq=False)
class Draft:
    """A board in progress.  `proposed` are the outline's spots and `spots` their present places, in millimetres.

    `anchors` were tapped as fields known for certain, `by_hand` are all spots that a person has placed.
    """

    photograph: Image
    corners_px: Points
    size_mm: Point
    template: str
    proposed: Mapping[Spot, Point]
    spots: Mapping[Spot, Point]
    anchors: frozenset[Spot] = frozenset()
    by_hand: frozenset[Spot] = frozenset()

    @property
    def sectors(self) -> int:
        return 1 + max(sector for group, sector, _ in self.spots if group == "goal")

    @property
    def track(self) -> tuple[Point, ...]:
        return self.row("track", 0)

    @property
    def goal(self) -> tuple[tuple[Point, ...], ...]:
        return tuple(self.row("goal", sector) for sector in range(self.sectors))

    @property
    def kennel(self) -> tuple[tuple[Point, ...], ...]:
        return tuple(self.row("kennel", sector) for sector in range(self.sectors))

    @property
    def centre(self) -> Point | None:
        return self.spots.get(("centre", 0, 0))

    @property
    def wheel(self) -> tuple[Point, float] | None:
        """The middle and radius of the disc in millimetres; None on a board without one."""
        row = self.row("wheel", 0)
        return (row[0], float(np.hypot(row[1][0] - row[0][0], row[1][1] - row[0][1]))) if row else None

    def row(self, group: str, sector: int) -> tuple[Point, ...]:
        """Returns the places of one group, and of one sector in it, in millimetres."""
        return tuple(place for (name, owner, _), place in self.spots.items() if (name, owner) == (group, sector))

    def start(self, sector: int) -> Spot:
        """Returns the spot of a sector's start field."""
        return ("track", 0, sector * len(self.track) // self.sectors)

    def pixels(self, places_mm: Points) -> Points:
        """Returns pixels of the photograph (n, 2) for places (n, 2) in millimetres."""
        return _through(homography_of_corners(self.size_mm, self.corners_px), places_mm)

    def millimetres(self, pixels: Points) -> Points:
        """Returns places (n, 2) in millimetres for pixels (n, 2) of the photograph."""
        back = np.linalg.inv(homography_of_corners(self.size_mm, self.corners_px))
        return _through(np.asarray(back, dtype=np.float64), pixels)

    def print(self) -> Image:
        """Returns the print: the empty board seen from above, by which it is found again."""
        return laid_flat(self.photograph, self.pixels, self.size_mm)


def corners_seen(image: Image) -> Points | None:
    """Guesses the board's corners (4, 2) in pixels: upper left, upper right, lower right, lower left."""
    by_markers = corners_by_markers(image)
    return corners_by_outline(image) if by_markers is None else by_markers


def read_photograph(path: Path) -> Image | None:
    """Reads a photograph from a file; None if it is no picture.  Raises OSError."""
    return read_picture(path)


def begin(image: Image, template: str, size_mm: Point, corners_px: Points) -> Draft:
    """Returns a draft with the spots of a shipped board, stretched to the size.  Raises OwnBoardError, ProfileError."""
    if not all(side >= 50 for side in size_mm):
        raise OwnBoardError("size", "give the board's width and height in millimetres, 50 or more")
    corners = np.asarray(corners_px, dtype=np.float64).reshape(4, 2)
    if not cv2.isContourConvex(corners.astype(np.float32)) or cv2.contourArea(corners.astype(np.float32)) < 1000:
        raise OwnBoardError("corners", "tap the four corners in turn: upper left, upper right, lower right, lower left")
    profile = load_board(template)
    stretch = (size_mm[0] / profile.size_mm[0], size_mm[1] / profile.size_mm[1])
    proposed = {spot: (x * stretch[0], y * stretch[1]) for spot, (x, y) in _spots_of(profile)}
    return Draft(image, corners, size_mm, template, proposed, proposed)


def with_anchors(draft: Draft, tapped: Mapping[tuple[str, int], Point]) -> Draft:
    """Fits the outline to fields tapped in the photograph, keyed ("start", sector) or ("track", field).

    The outline meets anchors exactly, or the middle of the tapped printed circle if it is clear; all spots not placed
    by hand follow, and snap to printed circles near by.
    """
    if not tapped:
        return draft
    places = _on_circles(draft, draft.millimetres(np.array(list(tapped.values()), dtype=np.float64)))
    named = [draft.start(number) if kind == "start" else (kind, 0, number) for kind, number in tapped]
    spots = {**draft.spots, **dict(zip(named, map(_point, places), strict=True))}
    anchors = draft.anchors | set(named)
    held = draft.by_hand | set(named)
    ordered = sorted(anchors)
    free = [spot for spot in draft.spots if spot not in held]
    laid = _warped(
        np.array([draft.proposed[spot] for spot in ordered]),
        np.array([spots[spot] for spot in ordered]),
        np.array([draft.proposed[spot] for spot in free]).reshape(-1, 2),
    )
    spots.update(zip(free, map(_point, laid), strict=True))
    return _snapped(replace(draft, spots=spots, anchors=frozenset(anchors), by_hand=frozenset(held)))


def moved(draft: Draft, spot: Spot, to_px: Point) -> Draft:
    """Returns the draft with one spot dragged to a pixel of the photograph."""
    place = _point(draft.millimetres(np.array([to_px], dtype=np.float64))[0])
    return replace(draft, spots={**draft.spots, spot: place}, by_hand=draft.by_hand | {spot})


def spot_near(draft: Draft, px: Point, reach_px: float) -> Spot | None:
    """Returns the spot nearest to a pixel of the photograph, within reach; None if there is none."""
    names = list(draft.spots)
    away = np.linalg.norm(draft.pixels(np.array(list(draft.spots.values()))) - np.array(px), axis=1)
    nearest = int(away.argmin())
    return names[nearest] if away[nearest] <= reach_px else None


def finished(draft: Draft, name: str, pawn: Pawn) -> BoardProfile:
    """Returns the profile of the board.  Raises OwnBoardError if it is not playable."""
    board = board_name(name)
    template = load_board(draft.template)
    wheel = None
    if draft.wheel and template.wheel:
        wheel = Wheel(
            centre=_rounded(draft.wheel[0]),
            radius_mm=round(draft.wheel[1], 1),
            fields=template.wheel.fields,
            paws=template.wheel.paws,
        )
    profile = BoardProfile(
        id=board,
        family=template.family,
        size_mm=_rounded(draft.size_mm),
        track=tuple(map(_rounded, draft.track)),
        goal=tuple(tuple(map(_rounded, lane)) for lane in draft.goal),
        kennel=tuple(tuple(map(_rounded, kennel)) for kennel in draft.kennel),
        centre=_rounded(draft.centre) if draft.centre else None,
        pawn=pawn,
        wheel=wheel,
        markers=_markers(template, draft),
    )
    _check(profile, draft)
    return profile


def save(profile: BoardProfile, draft: Draft, folder: Path) -> Path:
    """Writes `NAME.toml` and beside it the print `NAME.png`, and returns the profile's path.  Raises OwnBoardError."""
    if is_public(profile.id):
        raise OwnBoardError("taken", f"a board named {profile.id} is already there: choose another name")
    try:
        return write_board(profile, encoded_print(draft.print()), folder)
    except BoardFileError as error:
        raise OwnBoardError(error.code, str(error), folder=str(error.folder)) from error


def board_name(name: str) -> str:
    """Returns the id of a board with this name: its words joined.  Raises OwnBoardError."""
    board = "_".join(name.split())
    if not 0 < len(board) <= LONGEST_NAME or not board.replace("_", "").replace("-", "").isalnum():
        raise OwnBoardError(
            "name", f"name the board with 1 to {LONGEST_NAME} letters, digits, spaces or hyphens", most=LONGEST_NAME
        )
    return board


def _spots_of(profile: BoardProfile) -> Iterator[tuple[Spot, Point]]:
    yield from ((("track", 0, number), place) for number, place in enumerate(profile.track))
    for group, rows in (("goal", profile.goal), ("kennel", profile.kennel)):
        for sector, row in enumerate(rows):
            yield from (((group, sector, number), place) for number, place in enumerate(row))
    if profile.centre:
        yield ("centre", 0, 0), profile.centre
    if profile.wheel:
        x, y = profile.wheel.centre
        yield ("wheel", 0, 0), (x, y)
        yield ("wheel", 0, 1), (x + profile.wheel.radius_mm, y)


def _warped(before: Points, after: Points, places: Points) -> Points:
    """Moves places (n, 2) as the anchors moved from `before` (k, 2) to `after` (k, 2).

    One anchor shifts, two turn and stretch, more also bend: a thin plate through all of them.
    """
    if len(before) == 1:
        return places + (after - before)
    if len(before) == 2 or np.linalg.matrix_rank(before - before[0], tol=1.0) < 2:
        return _turned_through(before, after, places)
    count = len(before)
    system = np.zeros((count + 3, count + 3))
    system[:count, :count] = _bending(before, before)
    system[:count, count:] = np.column_stack([np.ones(count), before])
    system[count:, :count] = system[:count, count:].T
    weights = np.linalg.lstsq(system, np.vstack([after, np.zeros((3, 2))]), rcond=None)[0]
    flat = np.column_stack([np.ones(len(places)), places])
    return np.asarray(_bending(places, before) @ weights[:count] + flat @ weights[count:], dtype=np.float64)


def _bending(places: Points, anchors: Points) -> Points:
    squared = ((places[:, None] - anchors[None]) ** 2).sum(axis=2)
    return np.asarray(0.5 * squared * np.log(np.maximum(squared, 1e-9)), dtype=np.float64)


def _turned_through(before: Points, after: Points, places: Points) -> Points:
    """Returns the places after the similarity through the first and the last anchor, as complex numbers."""
    old, new = before @ np.array([1, 1j]), after @ np.array([1, 1j])
    turn = (new[-1] - new[0]) / (old[-1] - old[0])
    laid = new[0] + (places @ np.array([1, 1j]) - old[0]) * turn
    return np.column_stack([laid.real, laid.imag])


def _snapped(draft: Draft) -> Draft:
    """Snaps proposed spots to clear printed circles; the others follow their nearest neighbours."""
    free = [spot for spot in draft.spots if spot not in draft.by_hand and spot[0] != "wheel"]
    if not free:
        return draft
    flat, reach = draft.print(), SNAP_PART * _pitch(draft)
    before = np.array([draft.spots[spot] for spot in free])
    kinds = [group for group, _, _ in free]
    places, clear = near_circles(flat, before, reach, kinds)
    if clear.any() and not clear.all():
        for spot in np.flatnonzero(~clear):
            nearest = np.argsort(((before[clear] - before[spot]) ** 2).sum(axis=1))[:NEIGHBOURS]
            places[spot] = before[spot] + np.median((places - before)[clear][nearest], axis=0)
        left = [kind for kind, found in zip(kinds, clear, strict=True) if not found]
        places[~clear], _ = near_circles(flat, places[~clear], reach, left)
    return replace(draft, spots={**draft.spots, **dict(zip(free, map(_point, places), strict=True))})


def _on_circles(draft: Draft, tapped: Points) -> Points:
    """Returns the places (n, 2) that were tapped: a tap beside the middle of a printed circle means its middle."""
    places, _ = near_circles(draft.print(), tapped, TAP_PART * _pitch(draft), ["tapped"] * len(tapped))
    return places


def _pitch(draft: Draft) -> float:
    """Returns the distance between two track fields, in millimetres."""
    ring = np.array([*draft.track, draft.track[0]])
    return float(np.median(np.linalg.norm(np.diff(ring, axis=0), axis=1)))


def _markers(template: BoardProfile, draft: Draft) -> Markers:
    """Returns the usual markers at the corners, so that they may be glued on at any time."""
    usual = template.markers
    width, height = draft.size_mm
    inset = usual.centres[0]
    centres = (
        (inset[0], inset[1]),
        (width - inset[0], inset[1]),
        (width - inset[0], height - inset[1]),
        (inset[0], height - inset[1]),
    )
    wheel = (
        msgspec.structs.replace(usual.wheel, centre=_rounded(draft.wheel[0])) if usual.wheel and draft.wheel else None
    )
    return msgspec.structs.replace(usual, centres=tuple(map(_rounded, centres)), wheel=wheel)


def _check(profile: BoardProfile, draft: Draft) -> None:
    try:
        check_profile(profile)
    except ValueError as error:
        raise OwnBoardError("profile", str(error)) from error
    names = [spot for spot in draft.spots if spot[0] != "wheel"]
    places = np.array([draft.spots[spot] for spot in names])
    away = np.linalg.norm(places[:, None] - places[None], axis=2) + np.diag(np.full(len(places), np.inf))
    one, other = np.unravel_index(int(away.argmin()), away.shape)
    if away[one, other] < CLOSEST * profile.pawn.width_mm:
        first, second = _spot_name(names[int(one)]), _spot_name(names[int(other)])
        raise OwnBoardError(
            "near", f"{first} and {second} lie on top of each other: drag them apart", one=first, other=second
        )


def _spot_name(spot: Spot) -> str:
    group, sector, number = spot
    return f"{group} {number}" if group in ("track", "centre") else f"{group} {number + 1} of sector {sector}"


def _through(homography: Points, points: Points) -> Points:
    shown = cv2.perspectiveTransform(np.asarray(points, dtype=np.float64).reshape(-1, 1, 2), homography)
    return np.asarray(shown, dtype=np.float64).reshape(-1, 2)


def _point(place: Points) -> Point:
    return (float(place[0]), float(place[1]))


def _rounded(place: Point) -> Point:
    return (round(float(place[0]), 1), round(float(place[1]), 1))
