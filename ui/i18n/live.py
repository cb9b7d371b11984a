"""The language in force, as a property that every label in kv follows: `text: i18n._("home.new_game")`."""

from kivy.event import EventDispatcher
from kivy.lang import global_idmap
from kivy.properties import ObjectProperty, StringProperty

from companion.texts import shipped_wording
from companion.views.messages import FALLBACK
from companion.views.wording import Wording
from ui.i18n import Catalogue, load_catalogue


class LiveWords(EventDispatcher):
    """`_` is replaced when the language changes, and Kivy evaluates each rule anew that used it."""

    _ = ObjectProperty(load_catalogue(FALLBACK).text)
    language = StringProperty(FALLBACK)

    def __init__(self) -> None:
        super().__init__()
        self.wording: Wording = shipped_wording()
        self.catalogue: Catalogue = load_catalogue(FALLBACK)

    def use(self, language: str) -> None:
        """Speaks another language of `wording`."""
        self.catalogue = load_catalogue(language, self.wording)
        self._ = self.catalogue.text
        self.language = self.catalogue.language


i18n = LiveWords()
global_idmap["i18n"] = i18n
