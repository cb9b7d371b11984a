"""The move list: a line for every event, and the banner over the board of a line."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from companion.history.course import JUMPS, GameCourse, Line, LineKind
from companion.history.line_words import line_note, line_title, started
from companion.views.table_view import TableView
from ui.i18n import Words
from ui.presenters.banner import Banner, winners

_ICONS: Final = {
    LineKind.BEGIN: "resume",
    LineKind.DEAL: "cards",
    LineKind.ROUND: "cards",
    LineKind.FIGURE: "card_dog",
    LineKind.EXCHANGE: "card_swap",
    LineKind.FREE_START: "card_start",
    LineKind.NO_FREE_START: "minus",
    LineKind.PLAY: "move",
    LineKind.REVEAL: "eye",
    LineKind.REFUSED: "cross",
    LineKind.CORRECTION: "amend",
    LineKind.SKIP: "card_skip",
    LineKind.FORFEIT: "hand",
    LineKind.DISCARD: "bin",
    LineKind.DRAW: "plus",
    LineKind.NO_DRAW: "minus",
    LineKind.UNDO: "undo",
    LineKind.REDO: "redo",
    LineKind.WON: "trophy",
    LineKind.ABANDONED: "cross",
}


@dataclass(frozen=True, slots=True)
class LineFace:
    """A line as it is drawn: `number` of the play, `colour` of the player, `note` of further effects.

    `tone` colours the icon; `stands` is False for a line that was taken back.
    """

    number: str
    colour: str
    icon: str
    title: str
    note: str
    tone: str
    stands: bool


def line_faces(course: GameCourse, words: Words) -> tuple[LineFace, ...]:
    """One for each line, in order."""
    return tuple(_line_face(course, line, words) for line in course.lines)


def line_banner(course: GameCourse, line: Line, view: TableView, words: Words) -> Banner:
    """The event of this line, as a sentence over the board of then; `view` is the table after it."""
    if line.kind is LineKind.PLAY and view.last_play is not None:
        return Banner("calm", _icon(line), line_title(course, line, words), words.of(view.last_play.text))
    if line.kind is LineKind.REFUSED and view.verdict is not None:
        return Banner("calm", _icon(line), line_title(course, line, words), words.of(view.verdict.text))
    if line.kind is LineKind.WON:
        return Banner(
            "calm", _icon(line), words.text("banner.over"), words.text("banner.won", names=winners(view, words))
        )
    return Banner("calm", _icon(line), line_title(course, line, words), line_note(course, line, words))


def index_of_row(lines: Sequence[Line], row: int) -> int:
    """The index of the last line up to a row; 0 if there is none."""
    return max((index for index, line in enumerate(lines) if line.row <= row), default=0)


def next_index(lines: Sequence[Line], index: int, jump: str) -> int | None:
    """The next line of a kind (`disputes`, `captures`, `undos`) after this one, from the first again at the end; None
    if no line is of that kind.
    """
    found = [at for at, line in enumerate(lines) if line.jump == jump]
    later = [at for at in found if at > index]
    return next(iter(later or found), None)


def jumps(lines: Sequence[Line]) -> Collection[str]:
    """The kinds of lines present, to jump to."""
    return {line.jump for line in lines} & set(JUMPS)


def _line_face(course: GameCourse, line: Line, words: Words) -> LineFace:
    return LineFace(
        number=str(line.ply) if line.ply else "",
        colour="" if line.seat is None else started(course).colours[line.seat],
        icon=_icon(line),
        title=line_title(course, line, words),
        note=line_note(course, line, words),
        tone="muted" if not line.stands or line.kind in (LineKind.PLAY, LineKind.REVEAL) else "accent",
        stands=line.stands,
    )


def _icon(line: Line) -> str:
    return "home" if line.captured else _ICONS[line.kind]
