"""Locates the board in a picture: by at least three markers, else by its own print.

A board with markers teaches its print when it is first found, so that both agree to a fraction of a millimetre.  A pose
that still fits the evidence stays, so that nothing trembles; one that does not is replaced or dropped.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np

from vision.board import Board
from vision.find.disc import roaming_marker_mm
from vision.find.lens import Lens, NoPlaneError, on_plane, plane_of
from vision.find.marker_search import MarkerSearch
from vision.find.marker_template import drawn_marker, find_marker
from vision.find.markers import Found, MarkerFinder, marker_corners_mm
from vision.find.pose import MIN_MARKERS, Pose, find_pose, fit_pose
from vision.find.print_matching import PrintFinder, SeenPrint
from vision.find.print_search import DrawnPrint, PrintSearch
from vision.find.rectify import flat_corners, laid_flat
from vision.find.sightings import Sightings, missing_corners
from vision.frames import LONGEST_SIDE, Image, Points
from vision.results import Corner

#: The old pose holds while markers or print are this near to its prediction: detection trembles by less.
SAME_POSE_PX: Final = 1.2
#: A shaking camera shifts the whole picture by at most this, and returns.
SHAKE_PX: Final = 3.0
#: A marker further than this from its place by the others, in pixels and a share of its own size, was misread.
MISREAD_PX: Final = 1.0
MISREAD_SHARE: Final = 0.25
#: The largest deviation of three agreeing markers, as a part of that limit, and of three markers accepted without the
#: print.
AGREED, BELIEVED = 0.15, 0.3
#: One of four markers is a spare print if the other three agree, with a deviation smaller than that of all four by this
#: factor.
SPARE_PART: Final = 0.5
#: A picture that differs by less than this mean grey level is the same.
SAME_LEVEL: Final = 1.0


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class BoardLocator:
    """The knowledge of one board's position, and the means to find it.

    `printed` are the corners of its markers in millimetres, `marked` whether it has been found by them; `flat` is the
    picture of the empty board laid flat and `known_print` the features sought in it, None without one; `drawn` is the
    print as drawn, None if unknown; `corners_px` (4, 2) are the corners that a person showed for the next picture;
    `shift_px` (2,) is the shift of the last picture against the pose by a shake; `searched` is a small copy of the last
    picture that was searched in vain.  `sightings` are the markers read since the board was last found, and `missing`
    the corners whose markers show in none of those pictures.
    """

    board: Board
    finder: MarkerFinder
    printed: Mapping[int, Points]
    marked: bool = False
    corners_px: Points | None = None
    pose: Pose | None = None
    shift_px: Points = field(default_factory=lambda: np.zeros(2))
    lens: Lens | None = None
    flat: Image | None = None
    known_print: PrintFinder | None = None
    drawn: DrawnPrint | None = None
    search: PrintSearch | None = None
    searched: Image | None = None
    sightings: Sightings = field(default_factory=Sightings)
    missing: tuple[Corner, ...] = ()

    @classmethod
    def of(cls, board: Board, flat: Image | None = None, draw: Callable[[], Image] | None = None) -> "BoardLocator":
        """Returns a locator before the first picture; `flat` is the picture of the empty board laid flat, if there is
        one: it is prepared for the search, so that the first picture does not wait for it.  `draw` returns a drawn
        picture of the same kind, and is called when it is first needed."""
        known = None if flat is None else PrintFinder(flat, board.size_mm, board.disc)
        return cls(
            board=board,
            finder=MarkerFinder.of(board.markers),
            printed=marker_corners_mm(board.markers),
            flat=flat,
            known_print=known,
            drawn=None if draw is None or flat is not None else DrawnPrint(draw, board),
            search=None if known is None else PrintSearch(known).prepared(),
        )

    def with_corners(self, corners_px: Points) -> "BoardLocator":
        """Returns the locator with the corners (4, 2) of the board in the next picture, from which its print is
        learnt."""
        return replace(self, corners_px=corners_px)

    def lost(self) -> "BoardLocator":
        """Returns the locator for a board that may lie anywhere; lens and print stay known."""
        return replace(self, pose=None, searched=None, finder=self.finder.lost(), sightings=Sightings(), missing=())

    def look(self, image: Image, grey: Image) -> "tuple[BoardLocator, Found, Pose | None]":
        """Returns the locator after this picture, the markers in view, and the pose that fits them or the print: the
        same object as before if it holds, None if the board cannot be found."""
        after, found, pose = replace(self, shift_px=np.zeros(2))._looked(image, grey)
        if pose is not None:
            return replace(after, sightings=Sightings(), missing=()), found, pose
        return replace(after, missing=missing_corners(self.printed, after.sightings.places or found)), found, None

    def through(self, pose: Pose) -> "BoardLocator":
        """Returns the locator with another pose of the same image of the board, and with its lens."""
        return replace(self, pose=pose, lens=pose.lens)

    def _looked(self, image: Image, grey: Image) -> "tuple[BoardLocator, Found, Pose | None]":
        if self.corners_px is not None:
            after, pose = replace(self, corners_px=None)._at_corners(image, self.corners_px)
            found = after.finder.find_near(grey)
            return after._seeing(found), found, pose
        found = self.finder.find_near(grey)
        if self._corners(found) < MIN_MARKERS:
            by_print = self._near_print(grey)
            if by_print is not None:
                after, pose = self._by_print(by_print, image)
                # many a print is alike on all sides: in a new place it may have been turned round
                if pose is self.pose or (self.search and self.search.lies_upright(image, by_print)):
                    after, pose = after._seeing(found)._with_pose(pose)
                    return after, found, pose
        found = self._sought(found, grey)
        size = (image.shape[1], image.shape[0])
        if self.pose is not None and (kept := self._kept(found)) is not None:
            return kept._seeing(found), self._borne_out(self.pose, found), self.pose
        corners = {name: at for name, at in found.items() if name in self.printed}
        sightings = self.sightings.after(grey, corners, self._together.drawings)
        posed = None
        if not self._holds(found):
            found, posed = self._without_spare(self._with_earlier(sightings, found, size), size)
        read = found
        if self.pose is None and not (posed is not None and self._explains(posed, found)):
            found = {**found, **self._together.find(image, grey, found, self._lens_of(size))}
        after = replace(self._seeing(found), sightings=sightings)
        if MIN_MARKERS <= self._corners(found) < len(self.printed) and self.pose is None:
            # three markers determine the fourth, and without it the corner of the board there is a guess
            found = {**self._unread(found, grey), **found}
        after, pose = after._pose_anywhere(found, read, image, grey, posed if found is read else None)
        after, pose = after._with_pose(pose)
        return after, found if pose is None else self._borne_out(pose, found), pose

    def _kept(self, found: Found) -> "BoardLocator | None":
        """Returns the locator with its pose, which enough of the markers in view bear out; None if they do not."""
        holds = self._corners(found) >= MIN_MARKERS and self.marked and self._holds(found)
        return replace(self, shift_px=self._shift(found)) if holds else None

    def _sought(self, found: Found, grey: Image) -> Found:
        """Returns the markers found near their places and, if those do not determine the pose, anywhere in the
        picture."""
        lost = self.pose is None
        if self._corners(found) < MIN_MARKERS or not self._holds(found):
            found = {**found, **self.finder.find_all(grey, thorough=lost)}
        if self._corners(found) < MIN_MARKERS and not self._holds(found) and not lost:
            found = {**found, **self.finder.find_all(grey)}
        if self._corners(found) < MIN_MARKERS and lost:
            found = {**self.finder.find_at(grey, self._supposed(found)), **found}
        return found

    def _with_earlier(self, sightings: Sightings, found: Found, size: tuple[int, int]) -> Found:
        """Returns the markers with those of earlier pictures, whose refined corners count unless all four were read
        now; without the earlier ones if three or more then disagree."""
        both = {**found, **sightings.places}
        if self._corners(found) == len(self.printed) or self._corners(both) < MIN_MARKERS:
            return {**sightings.places, **found}
        return both if self._stray(find_pose(both, self.printed, size, self.lens), both) < AGREED else found

    def _without_spare(self, found: Found, size: tuple[int, int]) -> tuple[Found, Pose | None]:
        """Returns four corner markers without the one that disagrees with the other three: a spare print on the table,
        while the true one is hidden.  With all four comes their pose."""
        if self._corners(found) <= MIN_MARKERS:
            return found, None
        pose = find_pose(found, self.printed, size, self.lens)
        stray = self._stray(pose, found)
        if stray < AGREED:
            return found, pose
        threes = [{name: at for name, at in found.items() if name != odd} for odd in self.printed]
        strays = [self._stray(find_pose(three, self.printed, size, self.lens), three) for three in threes]
        least = int(np.argmin(strays))
        return (threes[least], None) if strays[least] < min(AGREED, SPARE_PART * stray) else (found, pose)

    def _seeing(self, found: Found) -> "BoardLocator":
        return replace(self, finder=self.finder.seen(found))

    def _pose_anywhere(
        self, found: Found, read: Found, image: Image, grey: Image, posed: Pose | None
    ) -> "tuple[BoardLocator, Pose | None]":
        """Returns the pose by the `found` markers, some of them inferred from the `read` ones, else by the print;
        `posed` is their pose if it is known."""
        size = (image.shape[1], image.shape[0])
        if self._corners(found) >= MIN_MARKERS:
            if (kept := self._kept(found)) is not None:
                return kept, self.pose
            pose = posed or find_pose(found, self.printed, size, self.lens)
            if pose is not None and self._explains(pose, found):
                return self._by_markers(found, read, image, grey, pose)
        if self.known_print is not None:
            near = None if self.pose is None else self.pose.homography
            return self._by_search(self.known_print, image, grey, near)
        if self.drawn is not None and self.pose is None and self._corners(read):
            return self._by_drawn(self.drawn, read, image, grey)
        return replace(self, shift_px=self._shift(found)), self.pose if self._holds(found) else None

    def _by_markers(
        self, found: Found, read: Found, image: Image, grey: Image, pose: Pose
    ) -> "tuple[BoardLocator, Pose | None]":
        """Returns the pose of markers seen for the first time or in a new place, refined by the print, which is learnt
        from the first such picture.

        Spots refer to a print known before; the markers were glued on by hand, so their places on it are taken as seen.
        """
        agreed = self._corners(read) == len(self.printed) and self._stray(pose, read) < BELIEVED
        if self.known_print is None and self.drawn is not None and not agreed:
            # the corner beside an unread marker would be a guess, and two of four may be spare prints
            drawn = self._as_drawn(self.drawn, read, grey, pose)
            if drawn is None and not self._stray(pose, read) < AGREED:
                # one of the three may be a spare print
                after, elsewhere = self._by_drawn(self.drawn, read, image, grey)
                if elsewhere is not None or not self._stray(pose, read) < BELIEVED:
                    return after, elsewhere
            pose = drawn or pose
        seen = None if self.known_print is None else self.known_print.climb(grey, pose.homography, pose.lens)
        after, by_print = (self, None) if seen is None else self._by_print(seen, image)
        after, exact = replace(after, marked=True), by_print or pose
        if seen is not None and not self.marked and self.flat is not None:
            glued = {name: exact.millimetres(found[name]) for name in self.printed if name in found}
            after = replace(after, printed={**self.printed, **glued})
        if seen is None and self.flat is None:
            after = after._with_print(laid_flat(image, pose.pixels, self.board.size_mm), keep_flat=False)
        return after, exact

    def _by_search(
        self, known: PrintFinder, image: Image, grey: Image, near: Points | None
    ) -> "tuple[BoardLocator, Pose | None]":
        """Returns the pose by the print anywhere, perhaps `near` a place (mm to straight pixels); a vain search is not
        repeated until the picture changes."""
        small = np.asarray(cv2.resize(grey, None, fx=0.125, fy=0.125, interpolation=cv2.INTER_AREA), dtype=np.uint8)
        before, after = self.searched, replace(self, searched=small)
        if before is not None and before.shape == small.shape and float(cv2.absdiff(before, small).mean()) < SAME_LEVEL:
            return after, None
        search = self.search or PrintSearch(known)
        lens = self._lens_of((image.shape[1], image.shape[0]))
        found = search.find(image, grey, lens, near)
        if found is None:
            return replace(after, search=search), None
        seen, lens = known.through_lens(grey, *found)
        return replace(after, search=search, searched=None, lens=lens)._by_print(seen, image)

    def _as_drawn(self, drawn: DrawnPrint, read: Found, grey: Image, pose: Pose) -> Pose | None:
        """Returns the pose by the print as drawn, near that of the markers; None if the print does not show, or lies
        beside the markers that were read."""
        seen = drawn.finder.climb(grey, pose.homography, pose.lens)
        if seen is None:
            return None
        exact = fit_pose(seen.on_board, seen.in_picture, (grey.shape[1], grey.shape[0]), pose.lens)
        return exact if exact is not None and self._explains(exact, read) else None

    def _by_drawn(
        self, drawn: DrawnPrint, read: Found, image: Image, grey: Image
    ) -> "tuple[BoardLocator, Pose | None]":
        """Returns the pose by the print as drawn, if most of the markers that were read, at least one, agree: some
        boards differ only in the order of their colours.  The print in the picture is then learnt."""
        after, pose = replace(self, search=drawn.search)._by_search(drawn.finder, image, grey, self._roughly(read))
        after = replace(after, search=None)
        if pose is None or not 2 * self._corners(self._borne_out(pose, read)) > self._corners(read):
            return after, None
        return after._with_print(laid_flat(image, pose.pixels, self.board.size_mm), keep_flat=False), pose

    def _near_print(self, grey: Image) -> SeenPrint | None:
        if self.known_print is None or self.pose is None:
            return None
        return self.known_print.near(grey, self.pose.homography, self.pose.lens)

    def _by_print(self, seen: SeenPrint, image: Image) -> "tuple[BoardLocator, Pose | None]":
        if self.pose is not None:
            strays = seen.in_picture - self.pose.pixels(seen.on_board)
            shift = _common_shift(strays)
            if float(np.median(np.linalg.norm(strays - shift, axis=1))) < SAME_POSE_PX:
                return replace(self, shift_px=shift), self.pose
        size = (image.shape[1], image.shape[0])
        return self, fit_pose(seen.on_board, seen.in_picture, size, self._lens_of(size))

    def _lens_of(self, size: tuple[int, int]) -> Lens:
        return Lens.usual(size) if self.lens is None else self.lens.at(size)

    def _unread(self, found: Found, grey: Image) -> Found:
        """Returns corner markers too small to be read, sought at the places given by those that were read, and by the
        one on the middle of the disc, if there is one."""
        disc, markers = self.board.disc, self.board.markers
        middle, beside = markers.on_disc, None
        if disc and middle and middle.id in found and tuple(middle.centre) == tuple(disc.centre):
            beside = disc.centre, found[middle.id].mean(axis=0)
        places = {
            name: find_marker(drawn_marker(markers.dictionary, name), grey, corners)
            for name, corners in self._supposed(found, beside).items()
        }
        return {name: corners for name, corners in places.items() if corners is not None}

    def _supposed(self, found: Found, middle: tuple[tuple[float, float], Points] | None = None) -> Found:
        """Returns the rough places of the missing corner markers, from at least two that were found and a place of the
        board in millimetres and pixels."""
        roughly = self._roughly(found, middle)
        if roughly is None:
            return {}
        places = {name: on_plane(roughly, at) for name, at in self.printed.items() if name not in found}
        return {name: at for name, at in places.items() if np.abs(at).max() < LONGEST_SIDE}

    def _roughly(self, found: Found, middle: tuple[tuple[float, float], Points] | None = None) -> Points | None:
        """Returns the plane (3, 3) of at least two markers and another place; None for fewer, or without a plane."""
        seen = [name for name in self.printed if name in found]
        if len(seen) < MIN_MARKERS - 1:
            return None
        on_board = np.concatenate([self.printed[name] for name in seen])
        in_picture = np.concatenate([found[name] for name in seen])
        if middle is not None:
            on_board, in_picture = np.vstack([on_board, [middle[0]]]), np.vstack([in_picture, [middle[1]]])
        try:
            return plane_of(on_board, in_picture)
        except NoPlaneError:
            return None

    @property
    def _together(self) -> MarkerSearch:
        dictionary = self.board.markers.dictionary
        drawings = {name: drawn_marker(dictionary, name) for name in self.printed}
        return MarkerSearch(drawings, self.printed, self.board.size_mm)

    def _explains(self, pose: Pose, found: Found) -> bool:
        """Reports whether all markers show about where the pose has them: a misread one does not."""
        return self._stray(pose, found) < 1.0

    def _borne_out(self, pose: Pose, found: Found) -> Found:
        """Returns the markers that show about where the pose has them, and the one on the disc."""
        return {name: at for name, at in found.items() if self._explains(pose, {name: at})}

    def _stray(self, pose: Pose | None, found: Found) -> float:
        """Returns how far the worst marker lies from its place by the pose, in parts of the limit for a misread one."""
        if pose is None:
            return float("inf")
        seen = [found[name] for name in self.printed if name in found]
        return max(
            (
                float(np.linalg.norm(stray, axis=1).mean())
                / (MISREAD_PX + MISREAD_SHARE * float(np.ptp(at, axis=0).max()))
                for stray, at in zip(self._strays(found, pose), seen, strict=True)
            ),
            default=0.0,
        )

    def _corners(self, found: Found) -> int:
        return sum(name in self.printed for name in found)

    def _holds(self, found: Found) -> bool:
        """Reports whether the present pose fits the markers in view but for a shake; without markers in view it
        holds."""
        if self.pose is None:
            return False
        strays, shift = self._strays(found, self.pose), self._shift(found)
        return not strays or float(np.median([np.abs(stray - shift).mean() for stray in strays])) < SAME_POSE_PX

    def _shift(self, found: Found) -> Points:
        """Returns the common shift (2,) of the markers in view against the pose."""
        strays = [] if self.pose is None else self._strays(found, self.pose)
        return _common_shift(np.concatenate(strays)) if strays else np.zeros(2)

    def _strays(self, found: Found, pose: Pose) -> list[Points]:
        """Returns the deviations (4, 2) of the corners of each marker in view from the pose."""
        return [found[name] - pose.pixels(at) for name, at in self.printed.items() if name in found]

    def _with_pose(self, pose: Pose | None) -> "tuple[BoardLocator, Pose | None]":
        """Installs a new pose, so that markers are sought by it; None for a pose that no camera can have."""
        if pose is None or pose is self.pose:
            return self, pose
        if not pose.shows(self.board.size_mm, self.board.piece.tall_mm):
            return self, None
        places = {name: pose.pixels(corners) for name, corners in self.printed.items()}
        roaming = roaming_marker_mm(self.board)
        finder = self.finder.supposing(places, None if roaming is None else (roaming[0], pose.pixels(roaming[1])))
        return replace(self, pose=pose, lens=pose.lens, finder=finder), pose

    def _at_corners(self, image: Image, corners: Points) -> "tuple[BoardLocator, Pose | None]":
        """Returns the pose with the corners that a person tapped; the picture shows the print."""
        size_mm, picture = self.board.size_mm, (image.shape[1], image.shape[0])
        pose = fit_pose(flat_corners(size_mm), corners, picture, Lens.usual(picture))
        if pose is None:
            return self, None
        return self._with_print(laid_flat(image, pose.pixels, size_mm), keep_flat=True)._with_pose(pose)

    def _with_print(self, flat: Image, *, keep_flat: bool) -> "BoardLocator":
        """Returns the locator that seeks this print; `keep_flat` if the spots refer to it."""
        known = PrintFinder(flat, self.board.size_mm, self.board.disc)
        return replace(self, known_print=known, search=PrintSearch(known), flat=flat if keep_flat else self.flat)


def _common_shift(strays: Points) -> Points:
    """Returns the common shift (2,) of points with deviations (n, 2) in pixels; zero if it is no shake."""
    shift = np.asarray(np.median(strays, axis=0), dtype=np.float64)
    return shift if float(np.linalg.norm(shift)) < SHAKE_PX else np.zeros(2)
