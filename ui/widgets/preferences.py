"""The preferences of a family: language, sound, motion, dark or light, the size of texts.

They are on the first screen, and on the sheet of a pause.
"""

from typing import Any, Final

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.settings.schema import Settings
from ui.i18n.live import i18n
from ui.theme import THEMES
from ui.voice import next_volume
from ui.widgets.basics import BigButton

#: The sizes of texts, and their labels.
_TEXTS: Final = {100: "home.text_normal", 125: "home.text_large", 150: "home.text_very_large"}


class LanguageButton(BigButton):
    """A language in its own words."""

    code = StringProperty("")


class LanguageRow(BoxLayout):
    """All languages, the one in force lit; `model` stores the choice."""

    model = ObjectProperty(None, allownone=True, rebind=True)

    def __init__(self, **values: Any) -> None:
        super().__init__(**values)
        for messages in i18n.wording.languages:
            button = LanguageButton(text=messages.name, code=messages.language)
            button.bind(on_release=lambda tapped: self.model.change(language=tapped.code))
            self.add_widget(button)


class VoiceButton(BigButton):
    """The volume of spoken verdict and turn: a tap is louder, then silence again; `model` stores the choice."""

    model = ObjectProperty(None, allownone=True, rebind=True)

    def words(self, volume: int, language: str) -> str:
        """The label, in the language in force."""
        del language
        if not self.model.has_voice:
            return i18n.words.text("voice.missing")
        return i18n.words.text("voice.off") if volume == 0 else i18n.words.text("voice.on", percent=volume)

    def change(self) -> None:
        if self.model.has_voice:
            self.model.change(voice=next_volume(self.model.settings.voice))


class CloseUpButton(BigButton):
    """Whether the last play is shown enlarged; `model` stores the choice."""

    model = ObjectProperty(None, allownone=True, rebind=True)

    def change(self) -> None:
        self.model.change(close_up=not self.model.settings.close_up)


class PreferenceRow(BoxLayout):
    """A button for each of sound, motion, theme and size of texts; `model` stores the choice."""

    model = ObjectProperty(None, allownone=True, rebind=True)

    def toggle(self, setting: str) -> None:
        self.model.change(**{setting: not getattr(self.model.settings, setting)})

    def is_light(self, settings: Settings) -> bool:
        return settings.theme == "light"

    def change_theme(self) -> None:
        """The next theme; after the last one the first again."""
        self.model.change(theme=_after(self.model.settings.theme, tuple(THEMES)))

    def text_words(self, settings: Settings) -> str:
        """The message id for the size of texts."""
        return _TEXTS[settings.text_percent]

    def change_text(self) -> None:
        """The next size; after the largest the usual one again."""
        self.model.change(text_percent=_after(self.model.settings.text_percent, tuple(_TEXTS)))


def _after(chosen: object, values: tuple[object, ...]) -> object:
    return values[(values.index(chosen) + 1) % len(values)]
