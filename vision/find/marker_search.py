"""Corner markers too small or too flat to be read, sought all together where the board may lie: inside whatever has a
board's outline, and where the markers that were read say.

Law: nothing is believed that the picture does not bear out: each marker must look as it would there, and all of them
plainly less so with the board laid down any other way round.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np
from numpy.typing import NDArray

from vision.find.board_outline import BENT_BOW, outlines
from vision.find.lens import Lens, NoPlaneError, on_plane, plane_of
from vision.find.marker_template import find_marker, nearest
from vision.find.markers import Found
from vision.find.pose import MIN_MARKERS
from vision.find.rectify import flat_corners, quarter_turns
from vision.frames import LONGEST_SIDE, Image, Points

#: So many outlines are tried, the likeliest first; through wide lenses only so many of them.
OUTLINES: Final = 3
BENT_OUTLINES: Final = 1
#: Markers are sought within so many cells of where an outline has them, and of where a plane through all of them has.
FAR_CELLS, NEAR_CELLS = 7, 2
#: How alike the markers but the least of them must look, in the mean; and by how much more than the other way round.
MIN_LIKENESS: Final = 0.8
MIN_MARGIN: Final = 0.08
#: With less likeness a place is not worth a closer look, and so many places get one, the likeliest first.
MIN_PROMISE: Final = 0.6
CLOSER_LOOKS: Final = 3
#: Of so many markers, those least like themselves, each may be the one that is hidden.
MOST_DOUBTED: Final = 2
#: Markers lie so near to the plane through all of them, in their own widths; more than half a cell is another place.
STRAY_SHARE: Final = 0.12
#: A marker that is hidden in part still looks so much like itself.
IN_PART: Final = 0.6
#: One that is drawn to fit looks more like itself, and a lens that bends may put it further off.
FITTED_IN_PART: Final = 0.7
FITTED_STRAY_SHARE: Final = 0.2
#: The corners of a board and of its outline lie so near to each other, in parts of its size.
SAME_OUTLINE: Final = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """Where the board may lie: (3, 3) from millimetres to straight pixels, which the lens bends."""

    plane: Points
    lens: Lens

    def shows(self, places_mm: Points) -> Points:
        return self.lens.distort(on_plane(self.plane, places_mm))

    def turned(self, turn: Points) -> "_Place":
        return _Place(self.plane @ turn, self.lens)


@dataclass(frozen=True, slots=True, eq=False)
class MarkerSearch:
    """The corner markers of one board: their `drawings`, and their corners (4, 2) as `printed` in millimetres on a
    board of `size_mm`."""

    drawings: Mapping[int, NDArray[np.float32]]
    printed: Mapping[int, Points]
    size_mm: tuple[float, float]

    def find(self, image: Image, grey: Image, read: Found, lens: Lens) -> Found:
        """All corner markers, exact and confirmed by the picture, one that is hidden by the outline; or none.

        `read` are those that were read, `lens` is what is known of the lens.
        """
        quads = outlines(image, BENT_BOW)[:OUTLINES]
        found = self._among(grey, [*self._by_read(read, lens), *self._inside(quads, lens)], quads)
        if found:
            return found
        bent = [
            place
            for wide in lens.wide()
            for place in (*self._by_read(read, wide), *self._inside(quads[:BENT_OUTLINES], wide))
        ]
        return self._among(grey, bent, quads)

    def _by_read(self, read: Found, lens: Lens) -> Iterator[_Place]:
        """Where each two of the markers that were read say: one of them may be none."""
        for pair in combinations([name for name in self.printed if name in read], 2):
            yield from self._through({name: read[name] for name in pair}, lens)

    def _inside(self, quads: list[Points], lens: Lens) -> Iterator[_Place]:
        """The board laid down all ways inside outlines (4, 2)."""
        for quad in quads:
            for turn in range(4):
                yield from _laid(flat_corners(self.size_mm), np.roll(quad, turn, axis=0), lens)

    def _through(self, found: Found, lens: Lens) -> Iterator[_Place]:
        """The plane of two markers or more; none where they lie in none."""
        if len(found) < 2:
            return
        on_board = np.concatenate([self.printed[name] for name in found])
        for place in _laid(on_board, np.concatenate(list(found.values())), lens):
            if all(np.abs(on_plane(place.plane, at)).max() < LONGEST_SIDE for at in self.printed.values()):
                yield place

    def _among(self, grey: Image, places: list[_Place], quads: list[Points]) -> Found:
        """The markers at the likeliest of the places; none where the picture bears none of them out."""
        seen = [(*self._nearest(grey, place, FAR_CELLS), place.lens) for place in places]
        seen.sort(key=lambda look: -_likeness(look[0]))
        for alike, at, lens in seen[:CLOSER_LOOKS]:
            if not _likeness(alike) >= MIN_PROMISE:
                break
            found = self._all_exact(grey, at, lens) if alike.min() > IN_PART else {}
            for three in () if found else _without_one(at, alike):
                found = found or self._exact(grey, three, lens, quads)
            if found:
                return found
        return {}

    def _all_exact(self, grey: Image, roughly: Found, lens: Lens) -> Found:
        """All markers where they lie exactly, through the lens that they show themselves; none where the picture does
        not bear that out.  Through a lens that bends more than is known, three do not tell where the fourth is."""
        for place in self._through(roughly, self._lens_shown_by(roughly, lens)):
            found = self._closely(grey, place)
            if len(found) == len(self.printed) and self._is_borne_out(grey, found, self._lens_shown_by(found, lens)):
                return found
        return {}

    def _lens_shown_by(self, found: Found, known: Lens) -> Lens:
        """The lens as the markers show it, three at least, as `known` before."""
        printed = [self.printed[name] for name in found]
        outward = [at - at.mean(axis=0) for at in printed]
        try:
            return known.updated(np.concatenate(printed), np.concatenate(outward), np.concatenate(list(found.values())))
        except NoPlaneError:
            return known

    def _nearest(self, grey: Image, place: _Place, cells: int) -> tuple[NDArray[np.float64], Found]:
        """How alike (markers,) all markers look near where a place has them, and where that is."""
        shown = {name: place.shows(at) for name, at in self.printed.items()}
        if not all(_in_view(at, grey.shape) for at in shown.values()):
            return np.zeros(len(shown)), {}
        best = {name: nearest(self.drawings[name], grey, at, cells) for name, at in shown.items()}
        return np.array([alike for alike, _ in best.values()]), {name: at for name, (_, at) in best.items()}

    def _exact(self, grey: Image, roughly: Found, lens: Lens, quads: list[Points]) -> Found:
        """The markers where they lie exactly, all on one plane; none where the picture does not bear that out."""
        for place in self._through(roughly, lens):
            for better in self._through(self._closely(grey, place), lens):
                found = self._closely(grey, better)
                if len(found) == len(self.printed) and self._is_borne_out(grey, found, lens):
                    return found
                # what is doubted may have been found again beside its place, behind the thing that hides the rest of it
                three = found if len(found) == MIN_MARKERS else {name: found[name] for name in roughly if name in found}
                if len(three) == MIN_MARKERS and self._is_borne_out(grey, three, lens):
                    # a lens is never just as wide as the one that was tried, and off the middle a little tells
                    return self._completed(grey, three, self._lens_shown_by(three, lens), quads)
        return {}

    def _closely(self, grey: Image, place: _Place) -> Found:
        shown = {name: place.shows(at) for name, at in self.printed.items()}
        found = {name: find_marker(self.drawings[name], grey, at, NEAR_CELLS) for name, at in shown.items()}
        return {name: corners for name, corners in found.items() if corners is not None}

    def _is_borne_out(self, grey: Image, found: Found, lens: Lens) -> bool:
        """Whether the markers lie on one plane, and the board is plainly seen to lie on it that way round."""
        for place in self._through(found, lens):
            strays = [
                float(np.linalg.norm(place.shows(self.printed[name]) - at, axis=1).max() / _width(at))
                for name, at in found.items()
            ]
            ways = [place, *(place.turned(turn) for turn in quarter_turns(self.size_mm))]
            here, *others = [_likeness(self._nearest(grey, way, NEAR_CELLS)[0]) for way in ways]
            lies_flat = all(stray < STRAY_SHARE for stray in strays)
            return lies_flat and here > MIN_LIKENESS and all(here > other + MIN_MARGIN for other in others)
        return False

    def _completed(self, grey: Image, three: Found, lens: Lens, quads: list[Points]) -> Found:
        """Three markers, and the fourth, which is hidden: where it still shows in part, else where the outline has the
        corner beside it; none where neither bears out the other three.  Without it that corner would be a guess."""
        (hidden,) = [name for name in self.printed if name not in three]
        for place in self._through(three, lens):
            supposed = place.shows(self.printed[hidden])
            alike, at = nearest(self.drawings[hidden], grey, supposed, NEAR_CELLS)
            if alike > IN_PART and _stray(at, supposed) < STRAY_SHARE:
                return {**three, hidden: at}
            fitted = find_marker(self.drawings[hidden], grey, supposed, NEAR_CELLS, FITTED_IN_PART)
            if fitted is not None and _stray(fitted, supposed) < FITTED_STRAY_SHARE:
                return {**three, hidden: fitted}
            return self._outlined(three, hidden, place, quads)
        return {}

    def _outlined(self, three: Found, hidden: int, place: _Place, quads: list[Points]) -> Found:
        rim = flat_corners(self.size_mm)
        beside = int(np.linalg.norm(rim - self.printed[hidden].mean(axis=0), axis=1).argmin())
        corners = place.shows(rim)
        slack = SAME_OUTLINE * float(np.ptp(corners, axis=0).max())
        ways = [np.roll(quad, turn, axis=0) for quad in quads for turn in range(4)]
        near = min(ways, key=lambda way: float(np.linalg.norm(way - corners, axis=1).max()), default=None)
        if near is None or not float(np.linalg.norm(near - corners, axis=1).max()) <= slack:
            return {}
        on_board = np.vstack([*(self.printed[name] for name in three), rim[beside]])
        in_picture = np.vstack([*three.values(), near[beside]])
        for whole in _laid(on_board, in_picture, place.lens):
            return {**three, hidden: whole.shows(self.printed[hidden])}
        return {}


def _laid(on_board: Points, in_picture: Points, lens: Lens) -> Iterator[_Place]:
    try:
        yield _Place(plane_of(on_board, lens.undistort(in_picture)), lens)
    except NoPlaneError:
        return


def _likeness(alike: NDArray[np.float64]) -> float:
    """Of all markers together: one may be hidden."""
    return float(np.sort(alike)[1:].mean())


def _without_one(at: Found, alike: NDArray[np.float64]) -> Iterator[Found]:
    """The places of all markers but one of the two least like themselves: another thing may have been taken for one
    that is hidden, and look no less like it than the print does like another that is small."""
    for place in np.argsort(alike)[:MOST_DOUBTED].tolist():
        doubted = list(at)[place]
        yield {name: corners for name, corners in at.items() if name != doubted}


def _in_view(corners: Points, shape: tuple[int, ...]) -> bool:
    middle = corners.mean(axis=0)
    return bool((middle > 0).all() and (middle < (shape[1], shape[0])).all() and np.ptp(corners, axis=0).min() > 1.0)


def _stray(at: Points, supposed: Points) -> float:
    """How far a marker lies from where it was supposed to be, in its own widths."""
    return float(np.linalg.norm(at - supposed, axis=1).mean()) / _width(at)


def _width(corners: Points) -> float:
    return float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max())
