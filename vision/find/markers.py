"""Finds the printed square markers of a board: in the whole picture when lost, near the last places otherwise."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Markers
from vision.frames import Image, Points

#: A marker is sought within this many of its own widths round its last place.
REACH: Final = 0.6
#: A third marker lies within this many of its widths of its place by two others.
FAR_REACH: Final = 2.5
#: Pictures wider than this are searched at half size first.
WIDE_PX: Final = 900
#: Markers narrower than this may have too few pixels: they are sought in pictures enlarged by each of these factors,
#: none wider than `WIDEST_PX`.
SMALL_PX: Final = 24
ENLARGED: Final = (2, 3)
WIDEST_PX: Final = 2700
#: The cells of an enlarged marker blur into each other: each is sampled with this many pixels a side, without this part
#: of its rim.
CELL_PX: Final = 8
CELL_RIM: Final = 0.3

#: Marker id -> its four corners in pixels (4, 2), clockwise from the printed upper left one.
Found = dict[int, Points]


def marker_cells(dictionary: str, marker_id: int) -> NDArray[np.bool_]:
    """Returns the black cells of a marker, rows from above, its black border included.  Raises ValueError."""
    known = getattr(cv2.aruco, dictionary, None)
    if known is None:
        raise ValueError(f"markers.dictionary {dictionary!r} is unknown; DICT_4X4_50 is usual")
    chosen = cv2.aruco.getPredefinedDictionary(known)
    if not 0 <= marker_id < len(chosen.bytesList):
        raise ValueError(f"{dictionary} has no marker {marker_id}; use 0 to {len(chosen.bytesList) - 1}")
    side = chosen.markerSize + 2
    return np.asarray(cv2.aruco.generateImageMarker(chosen, marker_id, side) == 0, dtype=np.bool_)


@dataclass(frozen=True, slots=True, eq=False)
class MarkerFinder:
    """Finds the markers of one board; `last` are their last or supposed places, `roaming` is the id of one that moves
    within a place of its own.  `detector` is OpenCV's with its defaults, `small_detector` the one for enlarged
    pictures."""

    detector: cv2.aruco.ArucoDetector
    small_detector: cv2.aruco.ArucoDetector
    wanted: frozenset[int]
    corners: frozenset[int]
    last: Found
    roaming: int | None = None

    @classmethod
    def of(cls, markers: Markers) -> "MarkerFinder":
        """Raises ValueError for a dictionary that OpenCV does not know."""
        dictionary = getattr(cv2.aruco, markers.dictionary, None)
        if dictionary is None:
            raise ValueError(f"markers.dictionary {markers.dictionary!r} is unknown; DICT_4X4_50 is usual")
        codes = cv2.aruco.getPredefinedDictionary(dictionary)
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        detector = cv2.aruco.ArucoDetector(codes, parameters)
        parameters.perspectiveRemovePixelPerCell = CELL_PX
        parameters.perspectiveRemoveIgnoredMarginPerCell = CELL_RIM
        small_detector = cv2.aruco.ArucoDetector(codes, parameters)
        ids = {*markers.ids, *([markers.on_disc.id] if markers.on_disc else [])}
        return cls(
            detector=detector,
            small_detector=small_detector,
            wanted=frozenset(ids),
            corners=frozenset(markers.ids),
            last={},
        )

    def lost(self) -> "MarkerFinder":
        """Returns the finder for a board that may lie anywhere."""
        return replace(self, last={}, roaming=None)

    def seen(self, found: Found) -> "MarkerFinder":
        """Returns the finder that next searches the places of these markers."""
        return replace(self, last={**self.last, **{name: at for name, at in found.items() if name != self.roaming}})

    def supposing(self, places: Found, roaming: tuple[int, Points] | None = None) -> "MarkerFinder":
        """Returns the finder for markers supposed at `places`, hidden or not: corners (4, 2) in pixels; `roaming` has
        all its room."""
        last = {**self.last, **places}
        if roaming is None:
            return replace(self, last=last)
        return replace(self, last={**last, roaming[0]: roaming[1]}, roaming=roaming[0])

    def find_all(self, grey: Image, *, thorough: bool = True) -> Found:
        """Searches the whole picture, (h, w) grey: a large one at half size, and at full size only if `thorough` and a
        corner marker is still missing; then enlarged as well, within a fixed limit of time for any size."""
        read: list[tuple[int, Points]] = []
        if grey.shape[1] > WIDE_PX:
            small = np.asarray(cv2.resize(grey, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)
            halved = _single(self._detect(small, (0, 0)))
            read += self._refined(grey, {name: at * 2 + 0.5 for name, at in halved.items()}).items()
            if self.corners <= dict(read).keys() or not thorough:
                return dict(read)
        read = [*self._detect(grey, (0, 0)), *read]
        missing = self.corners - _single(read).keys()
        if thorough and missing:
            read += self._detect_small(grey, (0, 0), missing).items()
        return _single(read)

    def find_near(self, grey: Image) -> Found:
        """Searches only the last places; hidden markers are missing from the result.  A marker at the place of another
        one is found there: a picture turned over shows the markers in each other's places."""
        return self._refined(grey, self.last)

    def find_at(self, grey: Image, places: Found) -> Found:
        """Searches only around `places`, at which other markers put these."""
        return self._refined(grey, places, FAR_REACH)

    def _refined(self, grey: Image, places: Found, reach: float = REACH) -> Found:
        found: Found = {}
        for marker, corners in places.items():
            window, corner = _window(corners, grey.shape, reach)
            if window is None:
                continue
            seen = _single(self._detect(grey[window], corner), corners)
            if marker not in seen and float(np.ptp(corners, axis=0).min()) < SMALL_PX:
                seen = self._detect_small(grey[window], corner, frozenset((marker,)))
            found = {**seen, **found, **({marker: seen[marker]} if marker in seen else {})}
        return found

    def _detect_small(self, grey: Image, corner: tuple[int, int], missing: frozenset[int]) -> Found:
        """Searches the picture enlarged, more and more, until all `missing` markers are found."""
        found: Found = {}
        for times in ENLARGED:
            if grey.shape[1] * times > WIDEST_PX:
                break
            large = cv2.resize(grey, None, fx=times, fy=times, interpolation=cv2.INTER_CUBIC)
            seen = _single(self._detect(np.asarray(large, dtype=np.uint8), (0, 0), self.small_detector))
            found = {**{name: (at + 0.5) / times - 0.5 + corner for name, at in seen.items()}, **found}
            if missing <= found.keys():
                break
        return found

    def _detect(
        self, grey: Image, corner: tuple[int, int], detector: cv2.aruco.ArucoDetector | None = None
    ) -> list[tuple[int, Points]]:
        """Returns all that OpenCV reads: each id as often as it shows."""
        corners, ids, _ = (detector or self.detector).detectMarkers(grey)
        shift = np.array(corner, dtype=np.float64)
        # OpenCV returns None for no ids, which its type stubs deny
        names = [] if ids is None else [int(name) for name in np.asarray(ids).ravel()]
        pairs = zip(names, corners, strict=False)
        return [
            (name, np.asarray(at, dtype=np.float64).reshape(4, 2) + shift) for name, at in pairs if name in self.wanted
        ]


def _single(read: Sequence[tuple[int, Points]], near: Points | None = None) -> Found:
    """Returns each marker once.  Of several with one id the nearest to the place `near` (4, 2) counts, and none without
    such a place: one of them is a spare print.  The first reading of one place counts."""
    places: dict[int, list[Points]] = {}
    for name, at in read:
        if not any(is_same_place(at, other) for other in places.get(name, [])):
            places.setdefault(name, []).append(at)
    if near is None:
        return {name: several[0] for name, several in places.items() if len(several) == 1}
    middle = near.mean(axis=0)
    return {
        name: min(several, key=lambda at: float(np.linalg.norm(at.mean(axis=0) - middle)))
        for name, several in places.items()
    }


def is_same_place(at: Points, other: Points) -> bool:
    """Reports whether the corners (4, 2) of two readings belong to one marker."""
    return float(np.linalg.norm(at.mean(axis=0) - other.mean(axis=0))) < float(np.ptp(other, axis=0).max()) / 2


def _window(
    corners: Points, shape: tuple[int, ...], reach: float
) -> tuple[tuple[slice, slice] | None, tuple[int, int]]:
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = reach * float((high - low).max()) + 6
    left, top = (max(0, int(value)) for value in low - margin)
    right, bottom = int(high[0] + margin), int(high[1] + margin)
    if right <= left or bottom <= top or left >= shape[1] or top >= shape[0]:
        return None, (0, 0)
    return (slice(top, bottom), slice(left, right)), (left, top)


def marker_corners_mm(markers: Markers) -> Mapping[int, NDArray[np.float64]]:
    """Returns the printed corners of each corner marker, in millimetres, in the detector's order."""
    half = markers.size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return {name: np.array(centre) + square for name, centre in zip(markers.ids, markers.centres, strict=True)}
