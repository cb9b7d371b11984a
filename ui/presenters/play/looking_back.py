"""Looking back at a game: the line shown, and the table after it."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from companion.history.agreement import Disagreement, disagreement_words, disagreements
from companion.history.course import JUMPS, GameCourse, Line, LineKind
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording
from ui.i18n import Words
from ui.presenters.banner import Banner
from ui.presenters.play.moves import LineFace, index_of_row, jumps, line_banner, line_faces, next_index

#: The jump to a disagreement of a silent camera (shadow mode); the jump to disputes finds these too.
SHADOW: Final = "shadow"
DISPUTES: Final = JUMPS[0]


@dataclass(frozen=True)
class LookingBack:
    """`row` is the row of the record in view; None is the newest, also when the game goes on."""

    course: GameCourse
    row: int | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.course.lines

    @property
    def index(self) -> int:
        """The index of the line shown."""
        return len(self.lines) - 1 if self.row is None else index_of_row(self.lines, self.row)

    @property
    def is_now(self) -> bool:
        """Whether the newest line is shown, so that the table is the present one."""
        return self.index == len(self.lines) - 1

    @property
    def jumps(self) -> Collection[str]:
        return {*jumps(self.lines), *((DISPUTES,) if self._otherwise else ())}

    @cached_property
    def _otherwise(self) -> Mapping[int, Disagreement]:
        """The plays, by row, that a silent camera read otherwise; none before the game is over."""
        over = any(line.kind in (LineKind.WON, LineKind.ABANDONED) and line.stands for line in self.lines)
        return {found.row: found for found in disagreements(self.course)} if over else {}

    def at(self, index: int) -> "LookingBack":
        """The same with another line in view."""
        return replace(self, row=None if index >= len(self.lines) - 1 else self.lines[index].row)

    def after_jump(self, jump: str) -> "LookingBack":
        """The same at the next line of a kind; unchanged if there is none."""
        if jump not in (DISPUTES, SHADOW) or not self._otherwise:
            index = next_index(self.lines, self.index, jump)
        else:
            found = [at for at, line in enumerate(self.lines) if self._is_disputed(line, jump)]
            index = next((at for at in found if at > self.index), found[0])
        return self if index is None else self.at(index)

    def _is_disputed(self, line: Line, jump: str) -> bool:
        return line.row in self._otherwise or line.jump == jump

    def faces(self, words: Words) -> tuple[LineFace, ...]:
        faces = line_faces(self.course, words)
        return tuple(
            replace(face, tone="accent", note=words.text("line.shadow_unsure" if found.unsure else "line.shadow"))
            if (found := self._otherwise.get(line.row))
            else face
            for face, line in zip(faces, self.lines, strict=True)
        )

    def view(self, wording: Wording) -> TableView:
        """The table after the line that is shown."""
        return self.course.view(self.lines[self.index].row, wording)

    def banner(self, view: TableView, words: Words, wording: Wording) -> Banner:
        """The event of the shown line, with the reading of a silent camera; `view` is the table after it."""
        line = self.lines[self.index]
        banner, found = line_banner(self.course, line, view, words), self._otherwise.get(line.row)
        if found is None:
            return banner
        return replace(banner, sentence=f"{banner.sentence} {disagreement_words(self.course, found, words, wording)}")
