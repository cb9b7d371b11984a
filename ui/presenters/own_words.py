"""What the screen of an own board says and offers: advice for every step, complaints, outlines to choose from."""

from companion.board_files import board_ids, boards_for
from companion.settings import Settings
from companion.table_setup import start_command
from ui.i18n import Catalogue
from ui.presenters.own_board import Complaint, OwnBoard, Step
from ui.presenters.setup import Option, SetupForm, clockwise, sector_choices
from ui.theme import PAWNS


def outlines(form: SetupForm, words: Catalogue, kept: str = "") -> tuple[Option, ...]:
    """The shipped boards that the game of the set-up can be played on, the chosen one first if it is among them.

    `kept` is one that was chosen for another game.
    """
    way = clockwise(form.settings)
    fitting = [
        board
        for sectors in sector_choices(form.settings)
        for board in boards_for(form.variant, sectors, clockwise=way)
        if board in board_ids()
    ]
    fitting = fitting or list(board_ids())
    fitting.sort(key=lambda board: board != form.settings.board)
    if kept and kept not in fitting:
        fitting.append(kept)
    return tuple(Option(board, words.text(f"board.{board}")) for board in fitting)


def sector_colours(settings: Settings, sectors: int) -> tuple[str, ...]:
    """The colour of every sector: of who sits there, and of the others any that is free."""
    seats = start_command(settings, "").seats
    colours = {sector: colour for sector, colour in zip(seats, settings.colours, strict=True) if sector < sectors}
    free = iter(colour for colour in PAWNS if colour not in settings.colours)
    return tuple(colours[sector] if sector in colours else next(free) for sector in range(sectors))


def help_line(board: OwnBoard, colours: tuple[str, ...], words: Catalogue) -> str:
    """What to do now."""
    if board.step is Step.CORNERS:
        told = len(board.taps.corners)
        return words.text("own.corners.drag") if told == 4 else words.text(f"own.corners.{told}")
    if board.asked is not None:
        message = "own.starts.tap" if board.step is Step.STARTS else "own.bends.tap"
        return words.text(message, colour=words.text(f"colour.{colours[board.asked]}"))
    return words.text(
        {Step.STARTS: "own.starts.done", Step.BENDS: "own.bends.done"}.get(board.step, f"own.{board.step.value}.help")
    )


def complaint_line(complaint: Complaint, words: Catalogue) -> str:
    """The complaint in a line that says what to do; empty while all is well."""
    return words.text(f"own.error.{complaint.code}", **complaint.blanks) if complaint.code else ""
