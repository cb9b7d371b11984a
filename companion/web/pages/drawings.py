"""The boards of the page, from the same drawing as on the tablet."""

from collections.abc import Iterable
from typing import Final

from companion.board.board_svg import page_svg
from companion.board.drawing import GameMarks
from companion.board.files import BoardProfile, fits, runs_clockwise
from companion.board.layout import BoardLayout
from companion.rules.variant import Variant

_LANE_OFFSET: Final = "walk.lane_offset"


class Drawings:
    """The drawings of one board, by their paths: a plain one, and one for every marking that games use."""

    def __init__(self, profile: BoardProfile, variants: Iterable[Variant], folder: str = "/board") -> None:
        self._profile = profile
        self._folder = folder
        self._paths: dict[GameMarks, str] = {}
        self.plain = self._path(GameMarks())
        #: By game and by the offset of the lanes, which house rules may set.
        self.by_game = {variant.id: self._by_offset(variant) for variant in variants if fits(profile, variant)}

    def files(self) -> dict[str, str]:
        """Returns the SVG files by path."""
        layout = BoardLayout(self._profile)
        return {path: page_svg(layout, marks) for marks, path in self._paths.items()}

    def _by_offset(self, variant: Variant) -> dict[str, str]:
        sectors = len(self._profile.goal)
        option = variant.options.get(lane_option(variant) or "")
        offsets = [int(value) for value in option.values] if option else [variant.walk.lane_offset]
        clockwise = runs_clockwise(self._profile)
        return {
            str(offset): self._path(GameMarks.of(variant, sectors, offset, clockwise=clockwise)) for offset in offsets
        }

    def _path(self, marks: GameMarks) -> str:
        return self._paths.setdefault(marks, f"{self._folder}/{len(self._paths)}.svg")


def lane_option(variant: Variant) -> str | None:
    """Returns the house rule that moves the fields at which the lanes leave the track."""
    return next((name for name, rule in variant.options.items() if _LANE_OFFSET in rule.sets), None)
