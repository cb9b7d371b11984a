"""Keeps markers that were read in earlier pictures, as long as their places look the same.

A marker covered at its rim is read in one picture and not in the next, by the chance of noise and compression.

Law: a marker counts only if it shows nearly whole, and the present picture shows the same patch at the same place.  The
corners of one that is covered further would be read at the edge of the cover.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np

from vision.find.marker_template import Grey, find_marker
from vision.find.markers import Found
from vision.frames import Image, Points
from vision.results import Corner

#: A marker is laid open with this many pixels a side and a rim of this many, and compared at offsets up to the third.
SIDE_PX, RIM_PX, BESIDE_PX = 48, 4, 6
#: The least likeness (of 1) of a nearly whole marker to its drawing, within this many cells of its place.
NEARLY_WHOLE: Final = 0.85
AROUND: Final = 1
#: With less agreement (of 1) the place looks different.
SAME_LOOK: Final = 0.9
#: A marker read further than this from its earlier place, in parts of its size, is another one, or the camera moved.
MOVED_SHARE: Final = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Sighting:
    """The position of a marker, corners (4, 2) in pixels, and the look of its place, grey and laid open."""

    corners: Points
    look: Image

    @classmethod
    def of(cls, grey: Image, read: Points, drawn: Grey) -> "Sighting | None":
        """Returns the sighting of a marker that was `read` (4, 2) in a picture (h, w), refined by its `drawn` look,
        which is more exact than its corners; None if it does not show nearly whole."""
        corners = find_marker(drawn, grey, read, AROUND, NEARLY_WHOLE)
        return None if corners is None else cls(corners, _laid_open(grey, corners, RIM_PX))

    def still_shows(self, grey: Image) -> bool:
        """Reports whether its place in a picture (h, w) looks the same, and no place beside it does more so."""
        view = _laid_open(grey, self.corners, RIM_PX + BESIDE_PX)
        _, alike, _, best = cv2.minMaxLoc(cv2.matchTemplate(view, self.look, cv2.TM_CCOEFF_NORMED))
        return alike >= SAME_LOOK and tuple(best) == (BESIDE_PX, BESIDE_PX)

    def agrees_with(self, corners: Points) -> bool:
        """Reports whether a later reading (4, 2) of the same marker lies at the same place."""
        stray = float(np.linalg.norm(corners - self.corners, axis=1).mean())
        return stray <= MOVED_SHARE * float(np.ptp(self.corners, axis=0).max())


@dataclass(frozen=True, slots=True, eq=False)
class Sightings:
    """The markers in earlier pictures of an unmoved camera, each by its id."""

    markers: Mapping[int, Sighting] = field(default_factory=dict)

    def after(self, grey: Image, read: Found, drawings: Mapping[int, Grey]) -> "Sightings":
        """Returns the sightings with the markers `read` in a picture (h, w), of which there are `drawings`, and the
        earlier ones whose places look the same; none of the earlier ones if a marker was read at another place than
        before."""
        seen = {name: Sighting.of(grey, corners, drawings[name]) for name, corners in read.items()}
        newly = {name: sighting for name, sighting in seen.items() if sighting is not None}
        if not all(self.markers[name].agrees_with(read[name]) for name in self.markers if name in read):
            return Sightings(newly)
        earlier = {name: seen for name, seen in self.markers.items() if name not in newly and seen.still_shows(grey)}
        return Sightings({**earlier, **newly})

    @property
    def places(self) -> Found:
        return {name: seen.corners for name, seen in self.markers.items()}


def missing_corners(printed: Mapping[int, Points], read: Found) -> tuple[Corner, ...]:
    """Returns the corners of the board, by their position in the picture, whose markers were not `read`; none if no
    marker was read.

    `printed` are the corners (4, 2) in millimetres of each of the four.
    """
    seen = [name for name in printed if name in read]
    if not seen:
        return ()
    on_board = np.concatenate([printed[name] for name in seen])
    in_picture = np.concatenate([read[name] for name in seen])
    # a plain affine map: it only distinguishes upper from lower and left from right, and works with a single marker
    way = np.linalg.lstsq(np.column_stack([on_board, np.ones(len(on_board))]), in_picture, rcond=None)[0]
    middles = {name: np.append(at.mean(axis=0), 1.0) @ way for name, at in printed.items()}
    middles |= {name: read[name].mean(axis=0) for name in seen}
    from_above = sorted(printed, key=lambda name: float(middles[name][1]))
    (upper_left, upper_right), (lower_left, lower_right) = (
        sorted(pair, key=lambda name: float(middles[name][0])) for pair in (from_above[:2], from_above[2:])
    )
    clockwise = zip(Corner, (upper_left, upper_right, lower_right, lower_left), strict=True)
    return tuple(corner for corner, name in clockwise if name not in read)


def _laid_open(grey: Image, corners: Points, margin: int) -> Image:
    """Returns the place of a marker (4, 2) as a square picture, with a margin of `margin` pixels round it."""
    low, high = margin - 0.5, margin + SIDE_PX - 0.5
    square = np.array([[low, low], [high, low], [high, high], [low, high]], dtype=np.float32)
    way = cv2.getPerspectiveTransform(square, corners.astype(np.float32))
    side = SIDE_PX + 2 * margin
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    view = cv2.warpPerspective(grey, way, (side, side), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(view, dtype=np.uint8)
