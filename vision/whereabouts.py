"""Where the board lies in a picture: by its markers where three of them are seen, else by its own print; a board with
markers teaches its print the first time it is found, so that both then agree to a fraction of a millimetre.

Law: a pose that still fits what is seen stays as it is, so that nothing trembles; one that no longer fits is replaced
or given up, never kept in silence.
"""

from typing import Final

import cv2
import numpy as np

from vision.disc import roaming_marker_mm
from vision.drawn_marker import drawn_marker, sought
from vision.flat import flat_corners, laid_flat
from vision.frames import Image, Points
from vision.lens import Lens, on_plane
from vision.markers import Found, MarkerFinder, marker_corners_mm
from vision.own_print import PrintFinder, SeenPrint
from vision.pose import FEWEST, Pose, find_pose, fit_pose
from vision.print_search import PrintSearch
from vision.profile import BoardProfile

#: While markers or print stand so near to where the old pose draws them, it holds: detection trembles by less.
SAME_POSE_PX: Final = 1.2
#: A picture that differs by less than this mean grey level is the same.
SAME_LEVEL: Final = 1.0


class Whereabouts:
    """Remembers where one board lay; `flat` is the picture of the empty board laid flat, None where there is none."""

    def __init__(self, profile: BoardProfile, flat: Image | None = None) -> None:
        self._profile = profile
        self._finder = MarkerFinder.of(profile.markers)
        self._printed = dict(marker_corners_mm(profile.markers))
        self._marked = False
        self._told: Points | None = None
        self._pose: Pose | None = None
        self._flat = flat
        self._print = None if flat is None else PrintFinder(flat, profile.size_mm, profile.wheel)
        self._search: PrintSearch | None = None
        self._in_vain: Image | None = None

    @property
    def flat(self) -> Image | None:
        """The print on which the spots were set, laid flat; None where markers tell where the board is."""
        return self._flat

    @property
    def marked(self) -> bool:
        """Whether the board has been found by markers, so that a hidden one is worth a word."""
        return self._marked

    def lies_at(self, corners_px: Points) -> None:
        """Tells where the corners (4, 2) of the board are in the next picture, and so what its print is."""
        self._told = corners_px

    def look(self, image: Image, grey: Image) -> tuple[Found, Pose | None]:
        """The markers in view and the pose they or the print agree with, the very same one as before if it holds; None
        where the board cannot be found."""
        if self._told is not None:
            pose, self._told = self._as_told(image, self._told), None
            return self._finder.find_near(grey), pose
        found = self._finder.find_near(grey)
        if self._corners(found) < FEWEST:
            by_print = self._near_print(grey)
            if by_print is not None:
                return found, self._taken(self._by_print(by_print, image))
        if self._corners(found) < FEWEST or not self._holds(found):
            found = {**found, **self._finder.find_all(grey, thorough=self._pose is None)}
        if self._corners(found) < FEWEST and not self._holds(found):
            found = {**found, **self._finder.find_all(grey)}
        if self._corners(found) < FEWEST and self._pose is None:
            found = {**self._unread(found, grey), **found}
        return found, self._taken(self._pose_anywhere(found, image, grey))

    def _pose_anywhere(self, found: Found, image: Image, grey: Image) -> Pose | None:
        size = (image.shape[1], image.shape[0])
        known = None if self._pose is None else self._pose.lens
        if self._corners(found) >= FEWEST:
            if self._marked and self._holds(found):
                return self._pose
            return self._by_markers(found, image, grey, find_pose(found, self._printed, size, known))
        if self._print is None:
            return self._pose if self._holds(found) else None
        return self._searched(self._print, image, grey)

    def _by_markers(self, found: Found, image: Image, grey: Image, pose: Pose | None) -> Pose | None:
        """The pose of markers seen for the first time or in a new place, made exact by the print, which is learnt from
        the first such picture.

        A print that was known before is where the spots were set, and the markers were glued on by hand: they are
        taken to be where they are seen on it.
        """
        if pose is None:
            return None
        seen = None if self._print is None else self._print.climb(grey, pose.homography, pose.lens)
        exact = pose if seen is None else self._by_print(seen, image) or pose
        if seen is not None and not self._marked and self._flat is not None:
            self._printed.update({name: exact.millimetres(found[name]) for name in self._printed if name in found})
        if seen is None and self._flat is None:
            self._know(laid_flat(image, pose.pixels, self._profile.size_mm))
        self._marked = True
        return exact

    def _searched(self, known: PrintFinder, image: Image, grey: Image) -> Pose | None:
        """The pose by the print wherever it lies; what was searched in vain is not searched again while nothing
        changes."""
        small = np.asarray(cv2.resize(grey, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        before, self._in_vain = self._in_vain, small
        if before is not None and before.shape == small.shape and float(cv2.absdiff(before, small).mean()) < SAME_LEVEL:
            return None
        self._search = self._search or PrintSearch(known)
        lens = Lens.usual((image.shape[1], image.shape[0])) if self._pose is None else self._pose.lens
        seen = self._search.find(image, grey, lens, None if self._pose is None else self._pose.homography)
        if seen is None:
            return None
        self._in_vain = None
        return self._by_print(seen, image)

    def _near_print(self, grey: Image) -> SeenPrint | None:
        if self._print is None or self._pose is None:
            return None
        return self._print.near(grey, self._pose.homography, self._pose.lens)

    def _by_print(self, seen: SeenPrint, image: Image) -> Pose | None:
        if self._pose is not None:
            strays = np.linalg.norm(self._pose.pixels(seen.on_board) - seen.in_picture, axis=1)
            if float(np.median(strays)) < SAME_POSE_PX:
                return self._pose
        size = (image.shape[1], image.shape[0])
        lens = Lens.usual(size) if self._pose is None else self._pose.lens.at(size)
        return fit_pose(seen.on_board, seen.in_picture, size, lens)

    def _unread(self, found: Found, grey: Image) -> Found:
        """Corner markers too small to be read, sought where those that were read say, with the one on the middle of
        the disc beside them."""
        wheel, markers = self._profile.wheel, self._profile.markers
        middle = markers.wheel
        if wheel is None or middle is None or middle.id not in found or tuple(middle.centre) != tuple(wheel.centre):
            return {}
        seen = [name for name in self._printed if name in found]
        if len(seen) + 1 < FEWEST:
            return {}
        on_board = np.concatenate([*(self._printed[name] for name in seen), [wheel.centre]])
        in_picture = np.concatenate([*(found[name] for name in seen), [found[middle.id].mean(axis=0)]])
        roughly = np.asarray(cv2.findHomography(on_board, in_picture)[0], dtype=np.float64)
        places = {
            name: sought(drawn_marker(markers.dictionary, name), grey, on_plane(roughly, corners))
            for name, corners in self._printed.items()
            if name not in found
        }
        return {name: corners for name, corners in places.items() if corners is not None}

    def _corners(self, found: Found) -> int:
        return sum(name in self._printed for name in found)

    def _holds(self, found: Found) -> bool:
        """Whether the pose in force still fits the markers in view; without any in view there is nothing against it."""
        if self._pose is None:
            return False
        strays = [
            np.abs(self._pose.pixels(self._printed[name]) - found[name]).mean()
            for name in self._printed
            if name in found
        ]
        return not strays or float(np.median(strays)) < SAME_POSE_PX

    def _taken(self, pose: Pose | None) -> Pose | None:
        """Puts a new pose in force, so that markers are looked for where they must be."""
        if pose is None or pose is self._pose:
            return pose
        self._pose = pose
        places = {name: pose.pixels(corners) for name, corners in self._printed.items()}
        roaming = roaming_marker_mm(self._profile)
        self._finder.suppose(places, None if roaming is None else (roaming[0], pose.pixels(roaming[1])))
        return pose

    def _as_told(self, image: Image, corners: Points) -> Pose | None:
        """The pose with the corners where a person tapped them; the picture shows the print."""
        size_mm, picture = self._profile.size_mm, (image.shape[1], image.shape[0])
        pose = fit_pose(flat_corners(size_mm), corners, picture, Lens.usual(picture))
        if pose is not None:
            self._flat = laid_flat(image, pose.pixels, size_mm)
            self._know(self._flat)
        return self._taken(pose)

    def _know(self, flat: Image) -> None:
        self._print, self._search = PrintFinder(flat, self._profile.size_mm, self._profile.wheel), None
