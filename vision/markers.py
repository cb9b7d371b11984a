"""Finds the printed square markers of a board: a search of the whole picture when lost, near the last places
otherwise."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frames import Image, Points
from vision.profile import Markers

#: A marker is looked for within so many of its own widths round its last place.
REACH: Final = 0.6

#: Marker id -> its four corners in pixels (4, 2), clockwise from the printed upper left one.
Found = dict[int, Points]


def marker_cells(dictionary: str, name: int) -> NDArray[np.bool_]:
    """The black cells of a marker, rows from above, its black border included.  Raises ValueError."""
    known = getattr(cv2.aruco, dictionary, None)
    if known is None:
        raise ValueError(f"markers.dictionary {dictionary!r} is unknown; DICT_4X4_50 is usual")
    chosen = cv2.aruco.getPredefinedDictionary(known)
    if not 0 <= name < len(chosen.bytesList):
        raise ValueError(f"{dictionary} has no marker {name}; use 0 to {len(chosen.bytesList) - 1}")
    side = chosen.markerSize + 2
    return np.asarray(cv2.aruco.generateImageMarker(chosen, name, side) == 0, dtype=np.bool_)


@dataclass(slots=True)
class MarkerFinder:
    """Remembers where the markers were last seen."""

    detector: cv2.aruco.ArucoDetector
    wanted: frozenset[int]
    last: Found

    @classmethod
    def of(cls, markers: Markers) -> "MarkerFinder":
        """Raises ValueError for a dictionary that OpenCV does not know."""
        dictionary = getattr(cv2.aruco, markers.dictionary, None)
        if dictionary is None:
            raise ValueError(f"markers.dictionary {markers.dictionary!r} is unknown; DICT_4X4_50 is usual")
        parameters = cv2.aruco.DetectorParameters()
        parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
        detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(dictionary), parameters)
        ids = {*markers.ids, *([markers.wheel.id] if markers.wheel else [])}
        return cls(detector=detector, wanted=frozenset(ids), last={})

    def find_all(self, grey: Image) -> Found:
        """Searches the whole picture, (h, w) grey."""
        found = self._detect(grey, (0, 0))
        self.last = {**self.last, **found}
        return found

    def find_near(self, grey: Image) -> Found:
        """Searches only where markers were seen before; what is hidden now is simply missing."""
        found: Found = {}
        for marker, corners in self.last.items():
            window, corner = _window(corners, grey.shape)
            if window is not None:
                found.update({name: at for name, at in self._detect(grey[window], corner).items() if name == marker})
        self.last = {**self.last, **found}
        return found

    def _detect(self, grey: Image, corner: tuple[int, int]) -> Found:
        corners, ids, _ = self.detector.detectMarkers(grey)
        shift = np.array(corner, dtype=np.float64)
        # OpenCV gives None for no ids, which its type stubs deny
        names = [] if ids is None else [int(name) for name in np.asarray(ids).ravel()]
        pairs = zip(names, corners, strict=False)
        return {
            name: np.asarray(at, dtype=np.float64).reshape(4, 2) + shift for name, at in pairs if name in self.wanted
        }


def _window(corners: Points, shape: tuple[int, ...]) -> tuple[tuple[slice, slice] | None, tuple[int, int]]:
    low, high = corners.min(axis=0), corners.max(axis=0)
    margin = REACH * float((high - low).max()) + 6
    left, top = (max(0, int(value)) for value in low - margin)
    right, bottom = int(high[0] + margin), int(high[1] + margin)
    if right <= left or bottom <= top or left >= shape[1] or top >= shape[0]:
        return None, (0, 0)
    return (slice(top, bottom), slice(left, right)), (left, top)


def marker_corners_mm(markers: Markers) -> Mapping[int, NDArray[np.float64]]:
    """Where the corners of each corner marker are printed, in millimetres, in the detector's order."""
    half = markers.size_mm / 2
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    return {name: np.array(centre) + square for name, centre in zip(markers.ids, markers.centres, strict=True)}
