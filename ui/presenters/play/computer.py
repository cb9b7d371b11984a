"""A seat that the computer plays, as the play screen shows it: its announcement, and the cards to deal to it."""

from dataclasses import dataclass

from companion.session import commands as cmd
from companion.session.commands import Command
from companion.views.table_view import EXCHANGES, Stage, TableView
from ui.i18n import Words
from ui.presenters.play.board_marks import Arrow, paths
from ui.presenters.play.cards import CardFace, card_face

ENTER, ANNOUNCED, THINKING = "enter", "announced", "thinking"
#: The stages in which people act first, with computer seats too.
_OF_PEOPLE = (Stage.IDLE, Stage.DEAL, Stage.OVER)


@dataclass(frozen=True, slots=True)
class ComputerFace:
    """`seat` and its `name`; `card` is its card face up, None if none is shown.

    `hides`: the card is for one person alone, who taps to see it.  `arrows` lead from the place of a figure to its
    target.  `wanted` is the number of cards to enter.
    """

    seat: int
    name: str
    title: str = ""
    prompt: str = ""
    card: CardFace | None = None
    hides: bool = False
    arrows: tuple[Arrow, ...] = ()
    wanted: int = 0


def computer_pane(view: TableView, *, tapping: bool = False, anew: bool = False) -> str:
    """The panel for a seat of the computer; empty if people act.

    `tapping`: people tap its play themselves; `anew`: they enter its whole hand once more.
    """
    if view.put_back is not None or view.paused or tapping:
        return ""
    if view.to_enter is not None or anew:
        return ENTER
    if view.announced is not None:
        decides = view.announced.play is not None or view.announced.decided is not None
        return ANNOUNCED if decides else ""
    return THINKING if _is_due(view) else ""


def _is_due(view: TableView) -> bool:
    """Whether the computer is to decide something."""
    if view.stage in _OF_PEOPLE or view.declared is not None:
        return False
    if view.stage in EXCHANGES:
        return any(seat.level is not None and not seat.exchanged for seat in view.seats)
    return view.acting < len(view.seats) and view.seats[view.acting].level is not None


def computer_seat(view: TableView, pane: str, anew: int | None = None) -> int:
    """The seat of the computer that the panel is about."""
    if pane == ENTER:
        return anew if anew is not None else view.to_enter.seat if view.to_enter else view.acting
    if pane == ANNOUNCED and view.announced is not None:
        return view.announced.seat
    if view.stage in EXCHANGES:
        return next(seat.seat for seat in view.seats if seat.level is not None and not seat.exchanged)
    return view.acting


def computer_face(
    view: TableView, pane: str, words: Words, *, shows: bool = False, anew: int | None = None, entered: int = 0
) -> ComputerFace | None:
    """`shows`: the one person has opened the card that is for them alone; `entered`: the number of cards tapped."""
    if not pane:
        return None
    seat = view.seats[computer_seat(view, pane, anew)]
    if pane == ENTER:
        wanted = missing_count(view, seat.seat, anew=anew is not None)
        title = words.text("computer.enter_title", name=seat.name)
        prompt = words.text("computer.enter_prompt", count=wanted - entered)
        return ComputerFace(seat.seat, seat.name, title, prompt, wanted=wanted)
    if pane == THINKING:
        return ComputerFace(seat.seat, seat.name, prompt=words.text("computer.thinking", name=seat.name))
    said = view.announced
    secret = said is not None and isinstance(said.decided, cmd.Exchange)
    shown = said is not None and said.card is not None and (shows or not secret)
    return ComputerFace(
        seat.seat,
        seat.name,
        words.of(said.text) if said else "",
        words.text("computer.move" if said and said.board else "computer.do"),
        card_face(said.card, words, view.rules.variant) if said and said.card and shown else None,
        hides=secret and not shown,
        arrows=arrows(view),
    )


def missing_count(view: TableView, seat: int, *, anew: bool) -> int:
    """The number of the seat's cards to tap: the missing ones, or all that it holds."""
    if not anew:
        return view.to_enter.count if view.to_enter else 0
    held = view.seats[seat].cards or 0
    return held - (view.stage in EXCHANGES and view.seats[seat].exchanged)


def arrows(view: TableView) -> tuple[Arrow, ...]:
    """The paths of the figures in the computer's announcement; a turn of the wheel is worded, not drawn."""
    said, position = view.announced, view.position
    if said is None or said.board is None or position is None:
        return ()
    return paths(view.rules, position, said.board)


def confirmed(view: TableView) -> Command | None:
    """The command after people have carried out the computer's announcement."""
    said = view.announced
    if said is None:
        return None
    return cmd.ChoosePlay(result=said.play.result) if said.play else said.decided
