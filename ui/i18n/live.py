"""The language in force, as a property that every label in kv follows: `text: i18n._("home.new_game")`."""

from kivy.event import EventDispatcher
from kivy.lang import global_idmap
from kivy.properties import ObjectProperty, StringProperty

from companion.texts import shipped_wording
from companion.views.wording.messages import FALLBACK
from companion.views.wording.sentences import Wording
from ui.i18n import Words, load_words


class LiveWords(EventDispatcher):
    """`_` is replaced when the language changes, and Kivy evaluates each rule anew that used it."""

    _ = ObjectProperty(load_words(FALLBACK).text)
    language = StringProperty(FALLBACK)

    def __init__(self) -> None:
        super().__init__()
        self.wording: Wording = shipped_wording()
        self.words: Words = load_words(FALLBACK)

    def use(self, language: str) -> None:
        """Switches to another language of `wording`."""
        self.words = load_words(language, self.wording)
        self._ = self.words.text
        self.language = self.words.language


i18n = LiveWords()
global_idmap["i18n"] = i18n
