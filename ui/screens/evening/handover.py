"""A game for others: a code that gives it to BG Stats, and files for paper, BoardGameGeek and spreadsheets."""

from threading import Thread
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.handover.bg_stats import play_link
from companion.handover.exports import ExportKind, Written
from companion.texts.times import beginning
from companion.views.kept.saved_game import SavedGame
from companion.views.wording.words import variant_name
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.presenters.evening.backups import shown_path
from ui.screens.phones import CodePicture  # noqa: F401  (the layouts name it)


class HandoverScreen(Screen):
    """`back` is the screen that its way back leads to; `link` is empty for a game without a winner; `saved` names the
    last file and what others will not do with it, or why there is none; while one is `writing` no other is begun.
    """

    model: AppModel = ObjectProperty(None, rebind=True)
    back = StringProperty("home")
    title = StringProperty("")
    link = StringProperty("")
    saved = StringProperty("")
    failed = BooleanProperty(False)
    #: Why there is no code.
    no_link = StringProperty("")
    #: A result without plays makes fewer files.
    has_plays = BooleanProperty(True)
    writing = BooleanProperty(False)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._game: SavedGame | None = None
        #: The thread that writes the newest file.
        self.writer: Thread | None = None
        self._refresh_soon = Clock.create_trigger(self.refresh, -1)
        i18n.fbind("language", self._refresh_soon)

    def show_game(self, game: SavedGame) -> None:
        """The game to hand over."""
        self._game = game
        self.saved, self.failed = "", False
        self.refresh()

    def refresh(self, *_: object) -> None:
        game, words = self._game, i18n.words
        if game is None:
            return
        title = variant_name(game.variant, words)
        begun = beginning(game, words)
        self.has_plays = game.entered is None
        self.no_link = words.text("games.struck" if game.is_struck else "share.no_winner")
        self.title = " · ".join(part for part in (title, begun) if part)
        self.link = play_link(game, title, self.model.launcher.profiles()) if game.result and not game.is_struck else ""

    def write(self, kind: str) -> None:
        """Writes the game as a file of this kind in a thread of its own, and shows its path."""
        if self._game is None or self.writing:
            return
        self.writing, self.failed = True, False
        self.saved = i18n.words.text("share.writing")
        self.writer = self.model.export(self._game.game, ExportKind(kind), self._written)

    def _written(self, written: Written | None, reason: str) -> None:
        self.writing, self.failed = False, written is None
        words = i18n.words
        if written is None:
            self.saved = words.text("share.not_written", reason=reason)
            return
        file = f"{written.path.name}\n{shown_path(written.path.parent)}"
        said = [words.text("share.written", file=file), words.text(written.note) if written.note else ""]
        self.saved = "\n".join(filter(None, said))
