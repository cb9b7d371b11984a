"""A demo in which a visitor has a seat: the strip over the table and its offers, and the cards shown."""

from dataclasses import dataclass, replace

from companion.model.verdict import VerdictKind
from companion.views.demo_seat import DemoSeat
from companion.views.table_view import Stage, TableView
from companion.writing.bidi import isolated
from ui.i18n import Words
from ui.presenters.play.play import TabletState

#: The seat that a visitor gets.
VISITORS_SEAT = 0


@dataclass(frozen=True, slots=True)
class DemoStripFace:
    """`asks`: the seat may be taken or left; `errs` and `puts_back`: requests that the simulated hand accepts."""

    text: str
    asks: bool = False
    seated: bool = False
    errs: bool = False
    puts_back: bool = False


def demo_strip_face(view: TableView, seat: DemoSeat | None, words: Words) -> DemoStripFace:
    """The strip over a demo; `seat` None: nobody can take a seat at this table."""
    if seat is None:
        return DemoStripFace(words.text("demo.strip"))
    if seat.seat is None or seat.seat >= len(view.seats):
        return DemoStripFace(words.text("demo.watch"), asks=view.stage is not Stage.OVER)
    free = at_own_turn(view, seat) and not seat.busy
    name = isolated(view.seats[seat.seat].name)
    return DemoStripFace(
        words.text("demo.seated", name=name),
        asks=view.stage is not Stage.OVER,
        seated=True,
        errs=free and not seat.astray,
        puts_back=free and seat.astray,
    )


def at_own_turn(view: TableView | None, seat: DemoSeat | None) -> bool:
    """Whether the table waits for the visitor."""
    if view is None or seat is None or seat.seat is None or view.paused:
        return False
    return view.demo and view.stage is Stage.PLAY and view.turn == seat.seat and bool(seat.hand)


def with_visitor(local: TabletState, view: TableView, seat: DemoSeat | None) -> TabletState:
    """The tablet as the visitor needs it: the own hand to choose from, and plays that are tapped, not watched.

    If the referee is unsure of its reading, the visitor gets the same question as everybody else.
    """
    if seat is None or not is_played(view, seat):
        return local
    if not at_own_turn(view, seat):
        return replace(local, others=view.turn != seat.seat)
    unclear = view.verdict is not None and view.verdict.kind is VerdictKind.UNCLEAR
    return replace(local, hand=seat.hand, tapping=not seat.busy and (local.tapping or not unclear))


def is_played(view: TableView, seat: DemoSeat) -> bool:
    """Whether a visitor plays along in the game shown."""
    return seat.seat is not None and view.demo and view.stage is Stage.PLAY
