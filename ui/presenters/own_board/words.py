"""The words and choices of the screen of an own board: advice for every step, problems, outlines."""

from companion.app.card_setup import has_board
from companion.app.table_setup import seats_of
from companion.board.files import board_ids, boards_for, is_public
from companion.looks.colours import PAWNS
from companion.rules.catalogue import Catalogue
from companion.settings.schema import Settings
from ui.i18n import Words
from ui.presenters.own_board.board import OwnBoard, Problem, Step
from ui.presenters.setup import Option, SetupForm, board_label, clockwise, sector_choices


def outlines(form: SetupForm, words: Words, kept: str = "") -> tuple[Option, ...]:
    """The known boards that the game of the set-up can be played on, the chosen one first if it is among them.

    `kept` is a board chosen for another game.
    """
    fitting = _fitting(form) or list(board_ids())
    fitting.sort(key=lambda board: board != form.settings.board)
    if kept and kept not in fitting:
        fitting.append(kept)
    return tuple(Option(board, board_label(board, words)) for board in fitting)


def _fitting(form: SetupForm) -> list[str]:
    """The known boards of the game; none for one without a board."""
    if not form.on_board:
        return []
    way = clockwise(form.variant, form.settings)
    return [
        board
        for sectors in sector_choices(form.variant, form.settings)
        for board in boards_for(form.variant, sectors, clockwise=way)
        if is_public(board)
    ]


def sector_colours(games: Catalogue, settings: Settings, sectors: int) -> tuple[str, ...]:
    """The colour of every sector: that of its player, and any free one for the others."""
    seats = seats_of(games, settings) if has_board(settings.variant) else tuple(range(len(settings.colours)))
    colours = {sector: colour for sector, colour in zip(seats, settings.colours, strict=True) if sector < sectors}
    free = iter(colour for colour in PAWNS if colour not in settings.colours)
    return tuple(colours[sector] if sector in colours else next(free) for sector in range(sectors))


def help_line(board: OwnBoard, colours: tuple[str, ...], words: Words) -> str:
    """The next thing to do."""
    if board.step is Step.CORNERS:
        corners = len(board.taps.corners)
        return words.text("own.corners.drag") if corners == 4 else words.text(f"own.corners.{corners}")
    if board.asked is not None:
        message = "own.starts.tap" if board.step is Step.STARTS else "own.bends.tap"
        return words.text(message, colour=words.text(f"colour.{colours[board.asked]}"))
    return words.text(
        {Step.STARTS: "own.starts.done", Step.BENDS: "own.bends.done"}.get(board.step, f"own.{board.step.value}.help")
    )


def problem_line(problem: Problem, words: Words) -> str:
    """The problem in a line with the remedy; empty while all is well."""
    return words.text(f"own.error.{problem.code}", **problem.blanks) if problem.code else ""
