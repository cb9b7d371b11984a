"""The common part of every tablet in a browser: its page, its acts, its language.

Laws: an act is done only on the page that is shown now, and only if that page offers it; the commands of an act count
for the state of that page alone.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Protocol, TypeVar

import msgspec

from companion.session.commands import Command
from companion.session.state import Phase
from companion.views.table_view import TableView
from companion.views.wording.sentences import Wording
from ui.i18n import load_words
from ui.presenters.banner import Banner
from ui.presenters.browser.offers import Do, Offers
from ui.presenters.browser.page import (
    Act,
    BannerFace,
    BoardFace,
    ChipFace,
    Part,
    SeatFace,
    SheetFace,
    TabletPage,
    TurnFace,
)
from ui.presenters.play.input import TableInput
from ui.presenters.play.play import SeatViewModel
from ui.presenters.status import Chip, all_well

Shown = TypeVar("Shown", bound=msgspec.Struct)
#: A touch of the board: its place in parts of the board's side (y down), and the side in pixels.
Touch = tuple[float, float, float]
#: Why an act is not done: another page is shown now.
STALE: Final = "stale"
#: The act that chooses a language is this, and its code.
LANGUAGE: Final = "language."


@dataclass(frozen=True, slots=True)
class Done:
    """The outcome of an act: the commands for the table in the state of `view`; `error` is empty if it was done."""

    error: str = ""
    view: TableView | None = None
    commands: tuple[Command, ...] = ()


class Face(Protocol):
    """The values that the play screens of all games share."""

    @property
    def banner(self) -> Banner: ...
    @property
    def turn_name(self) -> str: ...
    @property
    def turn_colour(self) -> str: ...
    @property
    def chips(self) -> Sequence[Chip]: ...
    @property
    def notice(self) -> str: ...
    @property
    def pause_text(self) -> str: ...
    @property
    def winners(self) -> str: ...
    @property
    def can_undo(self) -> bool: ...


class Browser(TableInput):
    """One browser; for one thread at a time.  `clock` gives the milliseconds of the sensors."""

    def __init__(self, wording: Wording, language: str, clock: Callable[[], int]) -> None:
        super().__init__()
        self.offers = Offers()
        self._wording = wording
        self._clock = clock
        self._view: TableView | None = None
        self.words = load_words(language, wording)
        self._commands: list[Command] = []
        self._page: TabletPage | None = None
        self._read = ""

    def show(self, view: TableView) -> None:
        """Takes the newest snapshot."""
        if view is self._view:
            return
        before, self._view = self._view, view
        self._page = None
        self.follow_view(before, view)
        if all_well(view):
            self._read = ""

    def page(self) -> TabletPage | None:
        """The present page; None before a first snapshot."""
        if self._page is None and self._view is not None:
            self.offers = Offers()
            for code in self._wording.codes:
                self.offers.name(LANGUAGE + code, lambda chosen=code: self._speak(chosen))  # type: ignore[misc]
            self._page = self.draw(self._view)
        return self._page

    def do(self, seen: str, name: str, touch: Touch | None = None) -> Done:
        """Does what a button of the page `seen` stands for; `touch` is the place of a finger on the board."""
        page, view = self.page(), self._view
        act = self.find(view, name, touch) if page and view and page.seen == seen else None
        if act is None:
            return Done(STALE)
        self._page = None
        act()
        commands, self._commands = tuple(self._commands), []
        return Done("", view, commands)

    def follow_view(self, _before: TableView | None, view: TableView) -> None:
        """Drops the input that belongs to an earlier question."""
        raise NotImplementedError

    def draw(self, view: TableView) -> TabletPage:
        """Makes the page and its offers."""
        raise NotImplementedError

    def find(self, _view: TableView, name: str, _touch: Touch | None) -> Do | None:
        """The act of this name; None if the page does not offer it."""
        return self.offers.find(name)

    @property
    def view(self) -> TableView | None:
        return self._view

    def now_ms(self) -> int:
        return self._clock()

    def changed(self) -> None:
        self._page = None

    def post(self, command: Command) -> None:
        self._commands.append(command)

    def made(
        self,
        view: TableView,
        face: Face,
        seats: Sequence[SeatViewModel],
        panel: tuple[Part, ...],
        foot: tuple[Act, ...],
        *,
        note: str = "",
        board: BoardFace | None = None,
    ) -> TabletPage:
        """The page of these parts; `note` stands beside the name of the player to move."""
        text, notice = self.words.text, "" if face.notice == self._read else face.notice
        read = self.offers.act("read", text("nav.ok"), "check", lambda: self._note(notice)) if notice else None
        made = TabletPage(
            seen="",
            seq=view.seq,
            language=self.words.language,
            banner=_shown(face.banner, BannerFace),
            turn=TurnFace(name=face.turn_name, colour=face.turn_colour, note=note),
            seats=tuple(_shown(seat, SeatFace) for seat in seats),
            board=board,
            panel=panel,
            foot=foot,
            sheet=self._sheet(view, face),
            notice=notice,
            read=read,
            chips=(),
        )
        state = (view.epoch, view.game, made)
        seen = hashlib.sha256(msgspec.json.encode(state)).hexdigest()[:16]
        # health comes and goes while people act, and no act depends on it
        return msgspec.structs.replace(made, seen=seen, chips=tuple(_shown(chip, ChipFace) for chip in face.chips))

    def _sheet(self, view: TableView, face: Face) -> SheetFace | None:
        text = self.words.text
        if view.paused:
            resume = self.offers.act("resume", text("pause.resume"), "resume", self.resume, strong=True)
            return SheetFace(title=text("pause.title"), text=face.pause_text, acts=(resume,))
        if view.phase is not Phase.OVER:
            return None
        undo = self.offers.act("undo_end", text("over.undo"), "undo", self.undo, able=face.can_undo)
        return SheetFace(title=text("over.title"), text=face.winners, acts=(undo,))

    def _speak(self, language: str) -> None:
        self.words = load_words(language, self._wording)

    def _note(self, notice: str) -> None:
        self._read = notice


def _shown(values: object, kind: type[Shown]) -> Shown:
    """The values of a presenter as a part of the page."""
    return msgspec.convert(values, kind, from_attributes=True)
