"""The family shows its deck to the camera: the card to lay, and the camera's result."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.screenmanager import Screen

from companion.views.deck_progress import DeckProgress
from ui.app_model import AppModel
from ui.i18n.live import i18n
from ui.ports import DeckShowing
from ui.presenters.banner import Banner
from ui.presenters.deck import DeckFace, deck_face
from ui.presenters.play.cards import CardFace
from ui.presenters.status import fault_line
from ui.widgets.photo import PhotoView

#: Pictures are fetched this often while cards are shown.
_FETCH_S: Final = 1 / 8
_NO_FACE: Final = DeckFace(number="", heading="", banner=Banner("calm", "", "", ""), lines="", asked=None, button="")


class DeckScreen(Screen):
    """`fault` is the reason why nothing can be shown."""

    model: AppModel = ObjectProperty(None, rebind=True)
    face: DeckFace = ObjectProperty(_NO_FACE, rebind=True)
    tile: CardFace = ObjectProperty(CardFace("", "", "", "card_blue"), rebind=True)
    fault = StringProperty("")

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        self._showing: DeckShowing | None = None
        self._shown: tuple[DeckProgress, str] | None = None
        self._fetching: Any = None
        i18n.fbind("language", self.look)

    def on_pre_enter(self, *_: object) -> None:
        """The camera belongs to the deck while this screen is open."""
        self.model.close()
        self.fault = ""
        self.face, self._shown = _NO_FACE, None
        try:
            self._showing = self.model.launcher.deck_showing(self.model.settings)
        except Exception as error:  # noqa: BLE001  (reported in one line; the tablet stays)
            self.fault = fault_line(i18n.words, "fault.no_table", reason=str(error))
            return
        self._showing.start()
        self._fetching = Clock.schedule_interval(self.look, _FETCH_S)
        self.look()

    def on_leave(self, *_: object) -> None:
        if self._fetching is not None:
            self._fetching.cancel()
            self._fetching = None
        if self._showing is not None:
            self._showing.stop()
            self._showing = None
        photo: PhotoView = self.ids.photo
        photo.forget()

    def leave(self) -> None:
        """Goes back to the devices; the cards shown so far stay known."""
        self.manager.show("setup")
        self.manager.get_screen("setup").page = "devices"

    def tap(self) -> None:
        """The one button: skip the card, begin again, or try again."""
        showing = self._showing
        if showing is None:
            return
        match self.face.button:
            case "skip":
                showing.skip()
            case "again":
                showing.forget()
            case "retry":
                showing.start()
        self.look()

    def look(self, *_: object) -> None:
        """Takes over the newest picture and the progress of the deck."""
        showing = self._showing
        if showing is None:
            return
        photo: PhotoView = self.ids.photo
        photo.take(showing.picture())
        now = (showing.progress, i18n.language)
        if self._shown != now:
            self._shown = now
            game = self.model.catalogue.variant(self.model.settings.variant)
            self.face = deck_face(showing.progress, i18n.words, game)
            self.tile = self.face.asked or self.tile
