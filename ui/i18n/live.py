"""The language in force, as a property that every label in kv follows: `text: i18n._("home.new_game")`."""

from kivy.event import EventDispatcher
from kivy.lang import global_idmap
from kivy.properties import ObjectProperty, StringProperty

from ui.i18n import FALLBACK, Catalogue, load_catalogue


class LiveWords(EventDispatcher):
    """`_` is replaced when the language changes, and Kivy evaluates each rule anew that used it."""

    _ = ObjectProperty(load_catalogue(FALLBACK).text)
    language = StringProperty(FALLBACK)

    def __init__(self) -> None:
        super().__init__()
        self.catalogue: Catalogue = load_catalogue(FALLBACK)

    def use(self, language: str) -> None:
        self.catalogue = load_catalogue(language)
        self._ = self.catalogue.text
        self.language = self.catalogue.language


i18n = LiveWords()
global_idmap["i18n"] = i18n
