"""A board of one's own, step by step: photograph, corners and size, start fields, a few more, every spot, name.

Law: every tap can be undone, and leaving loses nothing; a refused step shows one line with the remedy.
"""

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, Final

import msgspec
from numpy.typing import NDArray

from companion.board.files import ProfileError, load_board
from companion.preparation.own_board import OwnBoardError, Pawn, Spot, corners_seen, finished, save, spot_near
from ui.presenters.own_board.sheet import Px, Sheet, Taps

#: The target of a drag: a corner by its number, or a spot of the board.
Handle = int | Spot

#: The step and the limits of the board's sides and the pawn's measures, in millimetres.
SIDE_STEP: Final = 5.0
SIDES: Final = (200.0, 1000.0)
PAWN_STEP: Final = 1.0
FEET: Final = (6.0, 40.0)
HEIGHTS: Final = (6.0, 80.0)


class Step(StrEnum):
    PHOTOGRAPH = "photograph"
    CORNERS = "corners"
    STARTS = "starts"
    BENDS = "bends"
    SPOTS = "spots"
    KEEP = "keep"


STEPS: Final = tuple(Step)


class Problem(msgspec.Struct, frozen=True):
    """The reason of a refused step: the code of a sentence and its blanks; no code while all is well."""

    code: str = ""
    blanks: dict[str, str | int] = {}


NO_PROBLEM: Final = Problem()


@dataclass(frozen=True, slots=True, eq=False)
class OwnBoard:
    """The board in the making; `past` are the sheets before each of the newest taps."""

    sheet: Sheet
    pawn: Pawn
    step: Step = Step.PHOTOGRAPH
    past: tuple[Sheet, ...] = ()
    name: str = ""
    problem: Problem = NO_PROBLEM

    @classmethod
    def like(cls, template: str) -> "OwnBoard":
        """A new one with the measures of a shipped board.  Raises ProfileError."""
        profile = load_board(template)
        return cls(Sheet(template, profile.size_mm), profile.pawn)

    @property
    def taps(self) -> Taps:
        return self.sheet.taps

    @property
    def ready(self) -> bool:
        """Whether the step is done."""
        return {
            Step.PHOTOGRAPH: self.begun,
            Step.CORNERS: len(self.taps.corners) == 4,
            Step.STARTS: len(self.taps.starts) == self.sheet.sectors,
            Step.KEEP: bool(self.name.strip()),
        }.get(self.step, True)

    @property
    def begun(self) -> bool:
        """Whether there is something to lose."""
        return self.sheet.photograph is not None

    @property
    def has_corners(self) -> bool:
        """Whether there are four corners, in their order round the board."""
        try:
            return self.sheet.bare is not None
        except OwnBoardError:
            return False

    @property
    def asked(self) -> int | None:
        """The sector whose start field, or whose field halfway to the next, is to be tapped; None if there is none."""
        tapped = {Step.STARTS: len(self.taps.starts), Step.BENDS: len(self.taps.bends)}.get(
            self.step, self.sheet.sectors
        )
        return tapped if tapped < self.sheet.sectors else None

    @property
    def takes_taps(self) -> bool:
        """Whether a tap beside all that can be held sets a new point."""
        return self.asked is not None or (self.step is Step.CORNERS and len(self.taps.corners) < 4)

    def turned(self) -> "OwnBoard":
        """The same corners, counted from the next one on: the print lies a quarter turn further round."""
        return self._tapped(corners=(*self.taps.corners[1:], *self.taps.corners[:1]))

    # --- what fingers do -----------------------------------------------------------------------------------------

    def photographed(self, photograph: NDArray[Any]) -> "OwnBoard":
        """A new photograph, its corners proposed; one that was there before comes back by undo."""
        seen = corners_seen(photograph)
        corners = () if seen is None else tuple((float(x), float(y)) for x, y in seen)
        sheet = replace(self.sheet, photograph=photograph, taps=Taps(corners=corners))
        return self._at(sheet=sheet, past=self._with_past(), step=Step.CORNERS)

    def held(self, px: Px, reach_px: float) -> Handle | None:
        """The corner or spot that a finger put down at `px` takes hold of; None if it sets a new point."""
        if self.step is Step.CORNERS:
            near = [number for number, corner in enumerate(self.taps.corners) if math.dist(corner, px) <= reach_px]
            return min(near, key=lambda number: math.dist(self.taps.corners[number], px), default=None)
        if self.step is Step.SPOTS and self.sheet.draft:
            return spot_near(self.sheet.draft, px, reach_px)
        return None

    def place_of(self, handle: Handle) -> Px:
        """The pixel of a corner or a spot in the photograph."""
        return self.taps.corners[handle] if isinstance(handle, int) else self.sheet.place_of(handle)

    def put(self, handle: Handle | None, px: Px) -> "OwnBoard":
        """A finger was lifted at `px`: the thing held moves there, or a new point is set."""
        if self.step is Step.CORNERS:
            return self._with_corner(handle, px)
        if self.step is Step.SPOTS and isinstance(handle, tuple):
            return self._tapped(moves=(*self.taps.moves, *self.sheet.moves(handle, px)))
        if self.asked is None:
            return self
        if self.step is Step.BENDS:
            return self._tapped(bends=(*self.taps.bends, (self.sheet.bend(self.asked), px)))
        starts = (*self.taps.starts, px)
        if not self.sheet.goes_round(starts):
            return self._at(problem=Problem("order"))
        return self._tapped(starts=starts)

    def look_for_fields(self) -> None:
        """Searches for the printed fields, which is slow; may run in a thread of its own."""
        _ = self.sheet.laid

    def without_fields(self) -> "OwnBoard":
        """The same after a search that failed: people tap the start fields again."""
        sheet = self.sheet.with_taps(Taps(corners=self.taps.corners))
        return self._at(sheet=sheet, past=(*self.past, self.sheet), step=Step.STARTS, problem=Problem("search"))

    def undone(self) -> "OwnBoard":
        """Takes back one tap or drag, in the step in which it was made."""
        if not self.past:
            return self
        before = self.past[-1]
        if before.template == self.sheet.template and before.size_mm != self.sheet.size_mm:
            before = replace(before, size_mm=self.sheet.size_mm)
        return self._at(sheet=before, past=self.past[:-1], step=_step_of(before.taps, self.taps))

    def restarted(self) -> "OwnBoard":
        """Removes all taps of this step and of the later ones; that itself can be undone."""
        kept = {
            Step.CORNERS: Taps(),
            Step.STARTS: Taps(corners=self.taps.corners),
            Step.BENDS: Taps(corners=self.taps.corners, starts=self.taps.starts),
        }.get(self.step, msgspec.structs.replace(self.taps, moves=()))
        return self if kept == self.taps else self._at(sheet=self.sheet.with_taps(kept), past=(*self.past, self.sheet))

    def forward(self) -> "OwnBoard":
        """The next step, or the same with the problem that prevents it."""
        if not self.ready or self.step is Step.KEEP:
            return self
        try:
            _ = self.sheet.draft
        except OwnBoardError as error:
            return self._at(problem=_problem(error))
        return self._at(step=STEPS[STEPS.index(self.step) + 1])

    def back(self) -> "OwnBoard":
        return self._at(step=STEPS[max(0, STEPS.index(self.step) - 1)])

    # --- outline, size, pawn, name -------------------------------------------------------------------------------

    def with_template(self, template: str) -> "OwnBoard":
        """Another outline with its own measures; the photograph and its corners stay."""
        profile = load_board(template)
        taps = Taps(corners=self.taps.corners)
        sheet = replace(self.sheet, template=template, size_mm=profile.size_mm, taps=taps)
        return self._at(sheet=sheet, pawn=profile.pawn, past=self._with_past())

    def with_side(self, side: int, by: int) -> "OwnBoard":
        """The board wider (side 0) or higher (1) by so many steps."""
        size = list(self.sheet.size_mm)
        size[side] = _within(size[side] + by * SIDE_STEP, SIDES)
        return self._at(sheet=replace(self.sheet, size_mm=(size[0], size[1])))

    def with_shape(self, shape: str) -> "OwnBoard":
        """Another kind of pawn, as wide and as tall as the one before."""
        width, tall = self.pawn.width_mm, self.pawn.tall_mm
        if shape == "marble":
            return self._at(pawn=Pawn(shape="marble", diameter_mm=width))
        return self._at(pawn=Pawn(shape="cone" if shape == "cone" else "peg", foot_mm=width, height_mm=tall))

    def with_foot(self, by: int) -> "OwnBoard":
        width = _within(self.pawn.width_mm + by * PAWN_STEP, FEET)
        key = "diameter_mm" if self.pawn.shape == "marble" else "foot_mm"
        return self._at(pawn=msgspec.structs.replace(self.pawn, **{key: width}))

    def with_height(self, by: int) -> "OwnBoard":
        tall = _within(self.pawn.tall_mm + by * PAWN_STEP, HEIGHTS)
        return self._at(pawn=msgspec.structs.replace(self.pawn, height_mm=tall))

    def with_name(self, name: str) -> "OwnBoard":
        return self._at(name=name)

    def kept(self, folder: Path) -> tuple["OwnBoard", str]:
        """Saves the board; returns its name in the set-up, or an empty name and a problem if it could not be saved."""
        try:
            draft = self.sheet.draft
            if draft is None:
                return self._at(step=Step.CORNERS), ""
            profile = finished(draft, self.name, self.pawn)
            save(profile, draft, folder)
        except (OwnBoardError, ProfileError) as error:
            return self._at(problem=_problem(error)), ""
        return self, profile.id

    # --- within --------------------------------------------------------------------------------------------------

    def _with_corner(self, handle: Handle | None, px: Px) -> "OwnBoard":
        corners = list(self.taps.corners)
        if isinstance(handle, int):
            corners[handle] = px
        elif len(corners) < 4:
            corners.append(px)
        else:
            return self
        return self._tapped(corners=tuple(corners))

    def _tapped(self, **changes: object) -> "OwnBoard":
        taps = msgspec.structs.replace(self.taps, **changes)
        return self._at(sheet=self.sheet.with_taps(taps), past=(*self.past, self.sheet))

    def _with_past(self) -> tuple[Sheet, ...]:
        return (*self.past, self.sheet) if self.begun else ()

    def _at(self, **changes: Any) -> "OwnBoard":
        """The same with these changes and without the previous report."""
        return replace(self, **{"problem": NO_PROBLEM, **changes})


def _problem(error: OwnBoardError | ProfileError) -> Problem:
    if isinstance(error, OwnBoardError):
        return Problem(error.code, {**error.params, "reason": str(error)})
    return Problem("profile", {"reason": str(error)})


def _step_of(before: Taps, after: Taps) -> Step:
    """The step in which the difference between two states was made."""
    if before.corners != after.corners:
        return Step.CORNERS
    if before.starts != after.starts:
        return Step.STARTS
    return Step.BENDS if before.bends != after.bends else Step.SPOTS


def _within(value: float, bounds: tuple[float, float]) -> float:
    return min(bounds[1], max(bounds[0], value))
