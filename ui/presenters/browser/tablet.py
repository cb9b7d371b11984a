"""A tablet in a browser: the table as its page shows it, and the acts that the page may do.

Laws: an act is done only on the page that is shown now, and only if that page offers it; the commands of an act count
for the state of that page alone.
"""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeVar

import msgspec

from companion.board.files import load_board
from companion.board.layout import BoardLayout
from companion.session.commands import Command
from companion.session.state import Phase
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording
from ui.i18n import load_words
from ui.presenters.browser.board import SpotNames, arrow_faces, position_face, spot_faces, spot_key
from ui.presenters.browser.offers import Offers
from ui.presenters.browser.page import (
    BannerFace,
    BoardFace,
    ChipFace,
    SeatFace,
    SheetFace,
    TabletPage,
    TurnFace,
    ZoomFace,
)
from ui.presenters.browser.panels import Panel
from ui.presenters.play.finger import Reach
from ui.presenters.play.input import PlayInput
from ui.presenters.play.play import PlayViewModel, play_view_model
from ui.presenters.spots import Spot, Spots
from ui.presenters.status import all_well

Shown = TypeVar("Shown", bound=msgspec.Struct)
#: A touch of the board: its place in parts of the board's side (y down), and the side in pixels.
Touch = tuple[float, float, float]
#: Why an act is not done: another page is shown now.
STALE: Final = "stale"
#: The act that stands for a touch of the board, and the one that shows the whole board again.
TOUCH, WHOLE = "touch", "whole"
#: The act that chooses a language is this, and its code.
LANGUAGE: Final = "language."


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of an act: the commands for the table in the state of `view`; `error` is empty if it was done."""

    error: str = ""
    view: TableView | None = None
    commands: tuple[Command, ...] = ()


class BrowserTablet(PlayInput):
    """One browser; for one thread at a time.  `clock` gives the milliseconds of the sensors."""

    def __init__(self, wording: Wording, language: str, clock: Callable[[], int]) -> None:
        self.mode, self.draft, self.next_turn, self.hand, self.face = "turn", None, None, None, None
        super().__init__()
        self._wording = wording
        self._clock = clock
        self._view: TableView | None = None
        self._words = load_words(language, wording)
        self._commands: list[Command] = []
        self._offers = Offers()
        self._page: TabletPage | None = None
        self._read = ""
        self._zoom: ZoomFace | None = None

    def show(self, view: TableView) -> None:
        """Takes the newest snapshot."""
        if view is self._view:
            return
        before, self._view = self._view, view
        self._page = None
        if view.card_table is not None:
            return
        if before is None or before.position != view.position:
            self._zoom = None
        self.follow_question(view)
        if all_well(view):
            self._read = ""

    def page(self) -> TabletPage | None:
        """The present page; None before a first snapshot, and in a game of cards alone."""
        if self._page is None and self._view is not None and self._view.card_table is None:
            self._page = self._made(self._view)
        return self._page

    def do(self, seen: str, name: str, touch: Touch | None = None) -> Done:
        """Does what a button of the page `seen` stands for; `touch` belongs to `TOUCH`."""
        page, view = self.page(), self._view
        if page is None or view is None or page.seen != seen:
            return Done(STALE)
        act = self._offers.find(name)
        if name == TOUCH:
            act = self._touched(view, touch) if touch else None
        if act is None:
            return Done(STALE)
        self._page = None
        act()
        commands, self._commands = tuple(self._commands), []
        return Done("", view, commands)

    # --- what the input needs -------------------------------------------------------------------------------------

    @property
    def view(self) -> TableView | None:
        return self._view

    @property
    def all_spots(self) -> frozenset[Spot]:
        return frozenset(spot for spot, _, _ in self._spots.all()) if self._spots else frozenset()

    @property
    def fields(self) -> int:
        return self._spots.fields if self._spots else 0

    def now_ms(self) -> int:
        return self._clock()

    def changed(self) -> None:
        self._page = None

    def post(self, command: Command) -> None:
        self._commands.append(command)

    # --- the page -------------------------------------------------------------------------------------------------

    @property
    def _spots(self) -> Spots | None:
        view = self._view
        if view is None or view.position is None:
            return None
        return _spots(view.board, view.position.seats, tuple(view.rules.variant.rank_names))

    def _made(self, view: TableView) -> TabletPage:
        words, offers = self._words, Offers()
        self._offers = offers
        face = self.face = play_view_model(view, self.local, words)
        panel = Panel(self, view, face, offers, words)
        for code in self._wording.codes:
            offers.name(LANGUAGE + code, lambda chosen=code: self._speak(chosen))  # type: ignore[misc]
        notice = "" if face.notice == self._read else face.notice
        made = TabletPage(
            seen="",
            seq=view.seq,
            language=words.language,
            banner=_shown(face.banner, BannerFace),
            turn=TurnFace(name=face.turn_name, colour=face.turn_colour, note=face.turn_note),
            seats=tuple(_shown(seat, SeatFace) for seat in face.seats),
            board=self._board(view, face, offers),
            panel=panel.parts() if not view.paused else (),
            foot=panel.foot(),
            sheet=self._sheet(view, face, offers),
            notice=notice,
            read=offers.act("read", words.text("nav.ok"), "check", lambda: self._note(notice)) if notice else None,
            chips=(),
        )
        state = (view.epoch, view.game, made)
        seen = hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:16]
        # health comes and goes while people act, and no act depends on it
        return msgspec.structs.replace(made, seen=seen, chips=tuple(_shown(chip, ChipFace) for chip in face.chips))

    def _sheet(self, view: TableView, face: PlayViewModel, offers: Offers) -> SheetFace | None:
        words = self._words
        if view.paused:
            resume = offers.act("resume", words.text("pause.resume"), "resume", self.resume, strong=True)
            return SheetFace(title=words.text("pause.title"), text=face.pause_text, acts=(resume,))
        if view.phase is not Phase.OVER:
            return None
        undo = offers.act("undo_end", words.text("over.undo"), "undo", self.undo, able=face.can_undo)
        return SheetFace(title=words.text("over.title"), text=face.winners, acts=(undo,))

    def _board(self, view: TableView, face: PlayViewModel, offers: Offers) -> BoardFace | None:
        spots = self._spots
        if view.position is None or spots is None:
            return None
        placement = self.draft.placement if self.draft else view.position.placement
        means = frozenset() if view.paused else self.tappable(view).spots
        lit = face.marks.lit if self.mode == "turn" else frozenset()
        for spot in means:
            offers.name(spot_key(spot), lambda chosen=spot: self._choose_spot(chosen))  # type: ignore[misc]
        if self._zoom:
            offers.name(WHOLE, self._show_whole)
        arrows = face.computer.arrows if face.computer and not self.draft else ()
        return BoardFace(
            position=position_face(view, placement),
            taps=bool(means),
            spots=spot_faces(spots, means, self.picks(view), lit, SpotNames(view, placement, self._words)),
            arrows=arrow_faces(spots, arrows),
            zoom=self._zoom if means else None,
        )

    def _touched(self, view: TableView, touch: Touch) -> Callable[[], None] | None:
        """The meaning of a finger on the board; if several spots lie under it, the board is enlarged there."""
        spots, (x, y, side) = self._spots, touch
        means = self.tappable(view)
        if spots is None or view.paused or not means.spots:
            return None
        reach = Reach(spots, means, side, 1.0)
        under = reach.under((x, y))
        spot = reach.meant(under) if under else reach.astray((x, y))
        if spot is not None:
            return lambda: self._choose_spot(spot)
        if not under:
            return self._show_whole
        glass = reach.glass((x, y))
        return lambda: self._enlarge(ZoomFace(x=x, y=y, times=max(2.0, glass.enlarges)))

    def _choose_spot(self, spot: Spot) -> None:
        self._zoom = None
        self.on_spot(spot)

    def _enlarge(self, zoom: ZoomFace) -> None:
        self._zoom = zoom

    def _show_whole(self) -> None:
        self._zoom = None

    def _speak(self, language: str) -> None:
        self._words = load_words(language, self._wording)

    def _note(self, notice: str) -> None:
        self._read = notice


def _shown(values: object, kind: type[Shown]) -> Shown:
    """The values of a presenter as a part of the page."""
    return msgspec.convert(values, kind, from_attributes=True)


@lru_cache(maxsize=4)
def _spots(board: str, sectors: tuple[int, ...], ranks: tuple[str, ...]) -> Spots:
    return Spots(BoardLayout(load_board(board)), sectors, ranks)
