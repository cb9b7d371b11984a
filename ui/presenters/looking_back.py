"""Looking back at a game: which line of it is shown, and the table of then."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from companion.history.course import GameCourse, Line
from companion.views.table_view import TableView
from companion.views.wording import Wording
from ui.i18n import Words
from ui.presenters.banner import Banner
from ui.presenters.moves import LineFace, index_of_row, jumps, line_banner, line_faces, next_index


@dataclass(frozen=True)
class LookingBack:
    """`row` is the row of the record that is looked at; None is the newest, also when the game goes on."""

    course: GameCourse
    row: int | None = None

    @property
    def lines(self) -> tuple[Line, ...]:
        return self.course.lines

    @property
    def index(self) -> int:
        """Which line is shown."""
        return len(self.lines) - 1 if self.row is None else index_of_row(self.lines, self.row)

    @property
    def is_now(self) -> bool:
        """Whether the newest line is shown, so that the table is as it lies."""
        return self.index == len(self.lines) - 1

    @property
    def jumps(self) -> Collection[str]:
        return jumps(self.lines)

    def at(self, index: int) -> "LookingBack":
        """The same with another line in view."""
        return replace(self, row=None if index >= len(self.lines) - 1 else self.lines[index].row)

    def after_jump(self, jump: str) -> "LookingBack":
        """The same at the next line of a kind, as it is where there is none."""
        index = next_index(self.lines, self.index, jump)
        return self if index is None else self.at(index)

    def faces(self, words: Words) -> tuple[LineFace, ...]:
        return line_faces(self.course, words)

    def view(self, wording: Wording) -> TableView:
        """The table after the line that is shown."""
        return self.course.view(self.lines[self.index].row, wording)

    def banner(self, view: TableView, words: Words) -> Banner:
        """What happened in the line that is shown; `view` is the table after it."""
        return line_banner(self.course, self.lines[self.index], view, words)
