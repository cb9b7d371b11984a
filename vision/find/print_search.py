"""Searches a whole picture for a board by its print: features from several sides, outlines of a board, and the pattern
of its circles.

Law: every candidate is compared with the print patch by patch and as a whole, also turned by quarters and by sixths,
before it is accepted.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.board import Board
from vision.find.board_outline import BENT_BOW, outlines
from vision.find.circles.circle_search import CircleSearch
from vision.find.lens import Lens, on_plane, plane_of
from vision.find.print_matching import PrintFinder, SeenPrint, smoothed
from vision.find.rectify import flat_corners, homography_of_corners, mm_to_print, quarter_turns, sixth_turns
from vision.frames import NO_MASK, Image, Points

#: The sides from which the print is known, and the lean of the camera there from straight above.
LEAN_DEG: Final = 45.0
SIDES: Final = 4
#: The resolution of drawn views, and the approximate width of searched pictures.
VIEW_PX_PER_MM: Final = 1.2
SEARCH_PX: Final = 800
MOST_FEATURES: Final = 900
#: The number of features after a vain search with fewer: a speckled cloth has most of them.
MANY_FEATURES: Final = 4000
#: A feature must match better than its next best by this ratio, and this many must agree within this many pixels.
RATIO: Final = 0.82
MIN_MATCHES: Final = 10
#: With this many agreeing features a place is examined before the print is compared from further sides.
MANY_MATCHES: Final = 30
AGREES_PX: Final = 3.0
#: The number of outlines tried, the likeliest first.
OUTLINES: Final = 2
#: The least likeness of the whole board.
MIN_LIKENESS: Final = 0.35
#: The least lead of the likeness over turned boards, as a part of the print's own lead, because many boards differ from
#: themselves turned only in their colours; it is limited below and above.
MARGIN_PART: Final = 0.25
MARGINS: Final = (0.03, 0.1)

Descriptors = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """Features of the print from one side, or of a picture: places (n, 2) in mm or pixels, and descriptors (n, 128)."""

    places: Points
    descriptors: Descriptors


class PrintSearch:
    """Finds the print of `finder` in a picture from an unknown position; slow, for a lost board."""

    def __init__(self, finder: PrintFinder) -> None:
        self._finder = finder
        self._features, self._many_features = (
            cv2.SIFT.create(nfeatures=most, contrastThreshold=0.02) for most in (MOST_FEATURES, MANY_FEATURES)
        )
        self._views: dict[int | None, View] = {}

    def prepared(self) -> "PrintSearch":
        """Returns the same search with its drawings of the print prepared."""
        self._finder.prepare()
        self._seen_from(None)
        return self

    @cached_property
    def _turns(self) -> list[tuple[Points, float]]:
        """Returns the other possible orientations (mm to mm), and the likeness of the print to itself in each."""
        turns = (*quarter_turns(self._finder.size_mm), *sixth_turns(self._finder.size_mm))
        return [(turn, self._finder.likeness_turned(turn)) for turn in turns]

    @cached_property
    def _circles(self) -> CircleSearch:
        return CircleSearch(self._finder.grey)

    def find(self, image: Image, grey: Image, lens: Lens, last: Points | None = None) -> tuple[SeenPrint, Lens] | None:
        """Finds the print anywhere, and its lens; `last` (mm to straight pixels) is its last position.

        None if it is hidden or in doubt.
        """
        smooth = smoothed(image)
        if last is not None:
            seen = self._finder.climb(grey, last, lens)
            # a board that has hardly moved has not been turned round either
            if seen is not None and self._certain(smooth, seen, turned=False):
                return seen, lens
        hints = chain(
            self._by_features(grey, self._features),
            self._by_outline(image, smooth),
            self._by_features(grey, self._many_features),
            self._by_circles(grey, lens),
        )
        for hint in hints:
            seen = self._about(smooth, grey, hint, lens)
            if seen is not None:
                return seen, lens
        return next(self._through_wide_lenses(image, lens), None)

    def lies_upright(self, image: Image, seen: SeenPrint) -> bool:
        """Reports whether the board resembles its print where it is `seen`, and no more so in any other orientation."""
        return self._certain(smoothed(image), seen, turned=False)

    def _about(self, smooth: Image, grey: Image, hint: Points, lens: Lens) -> SeenPrint | None:
        """Returns the print near the hint, in the orientation with the best likeness; None if in doubt."""
        seen = self._finder.climb(grey, hint, lens)
        if seen is None or self._certain(smooth, seen, turned=True):
            return seen
        ways = [seen.plane @ turn for turn, _ in self._turns]
        likeliest = max(ways, key=lambda way: self._finder.likeness(smooth, way))
        seen = self._finder.climb(grey, likeliest, lens)
        return seen if seen is not None and self._certain(smooth, seen, turned=True) else None

    def _through_wide_lenses(self, image: Image, lens: Lens) -> Iterator[tuple[SeenPrint, Lens]]:
        """Yields outlines with bent sides, in the picture straightened by wide lenses; none once the lens is known."""
        quads = [] if lens.distortion else outlines(image, BENT_BOW)[:OUTLINES]
        for wide in lens.wide() if quads else ():
            straight = wide.straightened(image)
            grey = np.asarray(cv2.cvtColor(straight, cv2.COLOR_BGR2GRAY), dtype=np.uint8)
            smooth = smoothed(straight)
            for hint in self._inside(smooth, [wide.undistort(quad) for quad in quads]):
                seen = self._finder.climb(grey, hint, lens)
                if seen is not None and self._certain(smooth, seen, turned=True):
                    yield replace(seen, in_picture=wide.distort(seen.in_picture)), wide

    def _certain(self, smooth: Image, seen: SeenPrint, *, turned: bool) -> bool:
        """Reports whether the board resembles its print there, and less so in any other orientation; by a margin if
        `turned`, for a board that may be turned."""
        shown = plane_of(seen.on_board, seen.in_picture)
        here = self._finder.likeness(smooth, shown)
        if not here >= MIN_LIKENESS:
            return False
        for turn, alike in self._turns:
            margin = float(np.clip(MARGIN_PART * here * (1 - alike), *MARGINS)) if turned else 0.0
            if not here >= self._finder.likeness(smooth, shown @ turn) + margin:
                return False
        return True

    def _by_features(self, grey: Image, features: cv2.SIFT) -> Iterator[Points]:
        share = min(1.0, SEARCH_PX / grey.shape[1])
        small = cv2.resize(grey, None, fx=share, fy=share, interpolation=cv2.INTER_AREA)
        seen = _features_of(features, np.asarray(small, dtype=np.uint8))
        places = (seen.places + 0.5) / share - 0.5
        faint = []
        for side in (None, *range(SIDES)):
            count, homography = agreed(self._seen_from(side), View(places, seen.descriptors))
            if count >= MANY_MATCHES:
                yield homography
            elif count >= MIN_MATCHES:
                faint.append((count, homography))
        yield from (homography for _, homography in sorted(faint, key=lambda it: -it[0]))

    def _seen_from(self, side: int | None) -> View:
        """Returns the print from one side, or from straight above (None); drawn on first use."""
        if side not in self._views:
            self._views[side] = _view(self._features, self._finder, side)
        return self._views[side]

    def _by_circles(self, grey: Image, lens: Lens) -> Iterator[Points]:
        yield from self._circles.planes(grey, lens)

    def _by_outline(self, image: Image, smooth: Image) -> Iterator[Points]:
        yield from self._inside(smooth, outlines(image)[:OUTLINES])

    def _inside(self, smooth: Image, quads: list[Points]) -> Iterator[Points]:
        """Yields the likeliest positions of the board inside outlines (4, 2)."""
        size = self._finder.size_mm
        for quad in quads:
            turned = [homography_of_corners(size, np.roll(quad, turn, axis=0)) for turn in range(4)]
            yield from sorted(turned, key=lambda hint: -self._finder.likeness(smooth, hint))[:2]


class DrawnPrint:
    """The print of a board as drawn, before any picture has shown it; drawn on first use.

    It is only a supposition that the board was printed so.  A place by it counts if it agrees with the markers that
    were read, at least one: boards of one shape may differ only in the order of their colours.
    """

    def __init__(self, draw: Callable[[], Image], board: Board) -> None:
        """`draw` returns the empty board laid flat."""
        self._draw = draw
        self._board = board

    @cached_property
    def finder(self) -> PrintFinder:
        """Returns the finder of the print near a place."""
        return PrintFinder(self._draw(), self._board.size_mm, self._board.disc)

    @cached_property
    def search(self) -> PrintSearch:
        """Returns the search for the print anywhere in a picture."""
        return PrintSearch(self.finder)


def agreed(view: View, picture: View) -> tuple[int, Points]:
    """Returns how many features of a view agree on a position of the board in the picture, and that position."""
    if min(len(view.places), len(picture.places)) < MIN_MATCHES:
        return 0, np.eye(3)
    pairs = cv2.BFMatcher(cv2.NORM_L2).knnMatch(view.descriptors, picture.descriptors, k=2)
    clear = [pair[0] for pair in pairs if len(pair) == 2 and pair[0].distance < RATIO * pair[1].distance]
    # a place of the picture matches one of the board: otherwise many would agree on a board shrunk to a dot
    good = list({match.trainIdx: match for match in sorted(clear, key=lambda match: -match.distance)}.values())
    if len(good) < MIN_MATCHES:
        return 0, np.eye(3)
    on_board = view.places[[match.queryIdx for match in good]]
    in_picture = picture.places[[match.trainIdx for match in good]]
    fitted, agree = cv2.findHomography(on_board, in_picture, cv2.USAC_MAGSAC, AGREES_PX, maxIters=3000)
    lies = fitted is not None and len(fitted) == 3
    return (int(np.count_nonzero(agree)), np.asarray(fitted, dtype=np.float64)) if lies else (0, np.eye(3))


def _features_of(features: cv2.SIFT, grey: Image) -> View:
    points, descriptors = features.detectAndCompute(grey, NO_MASK)
    places = np.array([point.pt for point in points], dtype=np.float64).reshape(-1, 2)
    # OpenCV returns None for no features, which its type stubs deny
    return View(places, np.asarray(descriptors if len(places) else np.empty((0, 128)), dtype=np.float32))


def _view(features: cv2.SIFT, finder: PrintFinder, side: int | None) -> View:
    """Returns the print as seen by a camera that leans to one side, or hangs straight above it (None)."""
    width, height = finder.size_mm
    middle = np.array([width, height]) / 2
    lean = 0.0 if side is None else np.radians(LEAN_DEG)
    turn = 0.0 if side is None else 2 * np.pi * side / SIDES
    far = 2.2 * max(width, height)
    corners = flat_corners(finder.size_mm) - middle
    sine, cosine = np.sin(turn), np.cos(turn)
    x, y = corners @ np.array([cosine, sine]), corners @ np.array([-sine, cosine])
    depth = far - y * np.sin(lean)
    shown = np.column_stack([x, y * np.cos(lean)]) / depth[:, None] * far * VIEW_PX_PER_MM
    shown -= shown.min(axis=0)
    size = np.ceil(shown.max(axis=0)).astype(int)
    homography = homography_of_corners(finder.size_mm, shown)
    drawn = cv2.warpPerspective(
        finder.grey, homography @ np.linalg.inv(mm_to_print()), (int(size[0]), int(size[1])), flags=cv2.INTER_AREA
    )
    seen = _features_of(features, np.asarray(drawn, dtype=np.uint8))
    back = np.asarray(np.linalg.inv(homography), dtype=np.float64)
    return View(on_plane(back, seen.places), seen.descriptors) if len(seen.places) else seen
