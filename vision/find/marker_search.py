"""Finds corner markers too small or too flat to be read, all together at possible places of the board: inside outlines
of a board, and at the places that follow from the markers that were read.

Law: a place is accepted only if the picture confirms it: each marker must resemble its drawing there, and all of them
plainly less so with the board in any other orientation.
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

#: The number of outlines tried, the likeliest first; the second through wide lenses.
OUTLINES: Final = 3
BENT_OUTLINES: Final = 1
#: Markers are sought within this many cells of their places by an outline, and by a plane through all of them.
FAR_CELLS, NEAR_CELLS = 7, 2
#: The least mean likeness of the markers but the worst one; and its least lead over the other orientations.
MIN_LIKENESS: Final = 0.8
MIN_MARGIN: Final = 0.08
#: Places of less likeness are not refined, and at most this many are, the likeliest first.
MIN_PROMISE: Final = 0.6
CLOSER_LOOKS: Final = 3
#: Each of this many markers, the least like themselves, may be the hidden one.
MOST_DOUBTED: Final = 2
#: The largest distance of a marker from the plane through all of them, in its own widths; more than half a cell is
#: another place.
STRAY_SHARE: Final = 0.12
#: The least likeness of a partly hidden marker.
IN_PART: Final = 0.6
#: A marker fitted to its drawing is more like itself, and a lens that bends may shift it further.
FITTED_IN_PART: Final = 0.7
FITTED_STRAY_SHARE: Final = 0.2
#: Markers found again this near to their places, in pixels, are the same markers.
SAME_PX: Final = 0.1
#: The corners of a board and of its outline are this near to each other, in parts of its size.
SAME_OUTLINE: Final = 0.01


@dataclass(frozen=True, slots=True, eq=False)
class _Place:
    """A possible place of the board: (3, 3) from millimetres to straight pixels, which the lens bends."""

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
        """Returns all corner markers, exact and confirmed by the picture, a hidden one by the outline; or none.

        `read` are those that were read, `lens` is the lens as far as it is known.
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
        """Yields the places from each two of the markers that were read: one of them may be false."""
        for pair in combinations([name for name in self.printed if name in read], 2):
            yield from self._through({name: read[name] for name in pair}, lens)

    def _inside(self, quads: list[Points], lens: Lens) -> Iterator[_Place]:
        """Yields the board in all orientations inside outlines (4, 2)."""
        for quad in quads:
            for turn in range(4):
                yield from _laid(flat_corners(self.size_mm), np.roll(quad, turn, axis=0), lens)

    def _through(self, found: Found, lens: Lens) -> Iterator[_Place]:
        """Yields the plane of two markers or more; none if they lie in no plane."""
        if len(found) < 2:
            return
        on_board = np.concatenate([self.printed[name] for name in found])
        for place in _laid(on_board, np.concatenate(list(found.values())), lens):
            if all(np.abs(on_plane(place.plane, at)).max() < LONGEST_SIDE for at in self.printed.values()):
                yield place

    def _among(self, grey: Image, places: list[_Place], quads: list[Points]) -> Found:
        """Returns the markers at the likeliest of the places; none if the picture confirms no place."""
        seen = [(*self._nearest(grey, place, FAR_CELLS), place.lens) for place in places]
        seen.sort(key=lambda look: -_likeness(look[0]))
        vain: list[tuple[Lens, Found]] = []
        for alike, at, lens in seen[:CLOSER_LOOKS]:
            if not _likeness(alike) >= MIN_PROMISE:
                break
            found = self._all_exact(grey, at, lens) if alike.min() > IN_PART else {}
            for three in () if found else _without_one(at, alike):
                found = found or self._exact(grey, three, lens, quads, vain)
            if found:
                return found
        return {}

    def _all_exact(self, grey: Image, roughly: Found, lens: Lens) -> Found:
        """Returns all markers exactly, through the lens that they show themselves; none if the picture does not confirm
        them.  Through a lens that bends more than is known, three markers do not determine the fourth."""
        for place in self._through(roughly, self._lens_shown_by(roughly, lens)):
            found = self._closely(grey, place)
            if len(found) == len(self.printed) and self._is_borne_out(grey, found, self._lens_shown_by(found, lens)):
                return found
        return {}

    def _lens_shown_by(self, found: Found, known: Lens) -> Lens:
        """Returns the lens from at least three markers, starting from `known`."""
        printed = [self.printed[name] for name in found]
        outward = [at - at.mean(axis=0) for at in printed]
        try:
            return known.updated(np.concatenate(printed), np.concatenate(outward), np.concatenate(list(found.values())))
        except NoPlaneError:
            return known

    def _nearest(self, grey: Image, place: _Place, cells: int) -> tuple[NDArray[np.float64], Found]:
        """Returns the likeness (markers,) of all markers near their places, and where it is reached."""
        shown = {name: place.shows(at) for name, at in self.printed.items()}
        if not all(_in_view(at, grey.shape) for at in shown.values()):
            return np.zeros(len(shown)), {}
        best = {name: nearest(self.drawings[name], grey, at, cells) for name, at in shown.items()}
        return np.array([alike for alike, _ in best.values()]), {name: at for name, (_, at) in best.items()}

    def _exact(
        self, grey: Image, roughly: Found, lens: Lens, quads: list[Points], vain: list[tuple[Lens, Found]]
    ) -> Found:
        """Returns the exact markers, all on one plane; none if the picture does not confirm them.

        `vain` are markers that led to no more through a lens, and gains these: many a rough place leads to the same.
        """
        for place in self._through(roughly, lens):
            near = self._closely(grey, place)
            if any(through is lens and _are_same(near, other) for through, other in vain):
                continue
            for better in self._through(near, lens):
                found = self._closely(grey, better)
                if len(found) <= MIN_MARKERS:
                    # of more markers the rough ones choose three
                    vain.append((lens, near))
                if len(found) == len(self.printed) and self._is_borne_out(grey, found, lens):
                    return found
                # a doubtful marker may have been found again beside its place, behind the object that hides the rest of
                # it
                three = found if len(found) == MIN_MARKERS else {name: found[name] for name in roughly if name in found}
                if len(three) == MIN_MARKERS and self._is_borne_out(grey, three, lens):
                    # a lens is never exactly as wide as the one tried, and off the middle a small difference shows
                    return self._completed(grey, three, self._lens_shown_by(three, lens), quads)
        return {}

    def _closely(self, grey: Image, place: _Place) -> Found:
        shown = {name: place.shows(at) for name, at in self.printed.items()}
        found = {name: find_marker(self.drawings[name], grey, at, NEAR_CELLS) for name, at in shown.items()}
        return {name: corners for name, corners in found.items() if corners is not None}

    def _is_borne_out(self, grey: Image, found: Found, lens: Lens) -> bool:
        """Reports whether the markers lie on one plane, and the board plainly lies on it in that orientation."""
        for place in self._through(found, lens):
            strays = [
                float(np.linalg.norm(place.shows(self.printed[name]) - at, axis=1).max() / _width(at))
                for name, at in found.items()
            ]
            if not all(stray < STRAY_SHARE for stray in strays):
                return False
            here = _likeness(self._nearest(grey, place, NEAR_CELLS)[0])
            ways = (place.turned(turn) for turn in quarter_turns(self.size_mm))
            others = (_likeness(self._nearest(grey, way, NEAR_CELLS)[0]) for way in ways)
            return here > MIN_LIKENESS and all(here > other + MIN_MARGIN for other in others)
        return False

    def _completed(self, grey: Image, three: Found, lens: Lens, quads: list[Points]) -> Found:
        """Returns three markers and the hidden fourth: at its visible part, else at the corner of the outline; none if
        neither confirms the other three.  Without it that corner would be a guess."""
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
    """Returns the likeness of all markers together: one may be hidden."""
    return float(np.sort(alike)[1:].mean())


def _are_same(found: Found, other: Found) -> bool:
    """Reports whether both are the same markers at the same places."""
    return found.keys() == other.keys() and all(np.abs(found[name] - other[name]).max() < SAME_PX for name in found)


def _without_one(at: Found, alike: NDArray[np.float64]) -> Iterator[Found]:
    """Yields the places of all markers but one of the two least like themselves: another object may pass for a hidden
    marker, and look no less like it than the print of another small one."""
    for place in np.argsort(alike)[:MOST_DOUBTED].tolist():
        doubted = list(at)[place]
        yield {name: corners for name, corners in at.items() if name != doubted}


def _in_view(corners: Points, shape: tuple[int, ...]) -> bool:
    middle = corners.mean(axis=0)
    return bool((middle > 0).all() and (middle < (shape[1], shape[0])).all() and np.ptp(corners, axis=0).min() > 1.0)


def _stray(at: Points, supposed: Points) -> float:
    """Returns the distance of a marker from its supposed place, in its own widths."""
    return float(np.linalg.norm(at - supposed, axis=1).mean()) / _width(at)


def _width(corners: Points) -> float:
    return float(np.linalg.norm(np.roll(corners, -1, axis=0) - corners, axis=1).max())
