"""What a family likes: language, sound, motion, dark or light.  On the first screen, and on the sheet of a pause."""

from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.settings.schema import Settings
from ui.i18n.live import i18n
from ui.theme import THEMES
from ui.voice import next_volume
from ui.widgets.basics import BigButton


class LanguageButton(BigButton):
    """A language in its own words."""

    code = StringProperty("")


class LanguageRow(BoxLayout):
    """All languages, the one in force lit; `model` keeps the choice."""

    model = ObjectProperty(None, allownone=True, rebind=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for messages in i18n.wording.languages:
            button = LanguageButton(text=messages.name, code=messages.language)
            button.bind(on_release=lambda tapped: self.model.change(language=tapped.code))
            self.add_widget(button)


class VoiceButton(BigButton):
    """How loud verdict and turn are spoken: a tap is louder, then silence again; `model` keeps the choice."""

    model = ObjectProperty(None, allownone=True, rebind=True)

    def words(self, volume: int, language: str) -> str:
        """What stands on it, in the language in force."""
        del language
        if not self.model.has_voice:
            return i18n.words.text("voice.missing")
        return i18n.words.text("voice.off") if volume == 0 else i18n.words.text("voice.on", percent=volume)

    def change(self) -> None:
        if self.model.has_voice:
            self.model.change(voice=next_volume(self.model.settings.voice))


class PreferenceRow(BoxLayout):
    """A button for each of sound, motion and theme; `model` keeps the choice."""

    model = ObjectProperty(None, allownone=True, rebind=True)

    def toggle(self, setting: str) -> None:
        self.model.change(**{setting: not getattr(self.model.settings, setting)})

    def is_light(self, settings: Settings) -> bool:
        return settings.theme == "light"

    def change_theme(self) -> None:
        """The next theme; after the last one the first again."""
        names = list(THEMES)
        at = names.index(self.model.settings.theme)
        self.model.change(theme=names[(at + 1) % len(names)])
