"""The keyboard at the lower edge of a screen without keys."""

from typing import Any, Final

from kivy.uix.vkeyboard import VKeyboard

from ui.widgets.keys import MORE, layouts, page_of

#: Kivy's unit is a keyboard 700 wide; upright there is more room above it, and less beside each other.
_HEIGHT, _UPRIGHT_HEIGHT = 215, 300
_SHIFT: Final = -1


class Keyboard(VKeyboard):
    """Shift is tapped, and holds for one letter; a key leads to digits, signs and rarer letters, and back."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{**options, "layout": page_of("")})

    def speak(self, language: str, *, large: bool = False) -> None:
        """Shows the letters of a language, the first one to be typed `large` or small."""
        self.have_capslock = large
        self.active_keys.clear()
        self.refresh_active_keys_layer()
        self.layout = page_of(language)

    def change_layout(self) -> None:
        """Turns the page."""
        self.layout = self.layout.removesuffix(MORE) if self.layout.endswith(MORE) else self.layout + MORE

    def setup_mode_dock(self, *arguments: Any) -> None:
        window = self.get_parent_window()
        self.height = _UPRIGHT_HEIGHT if window.height > window.width else _HEIGHT
        super().setup_mode_dock(*arguments)

    def _update_layout_mode(self, *arguments: Any) -> None:
        """Where letters and their size change in one frame, Kivy draws new keys at the places of the old ones."""
        self.refresh_keys_hint()
        super()._update_layout_mode(*arguments)

    def process_key_up(self, touch: Any) -> None:
        typed = self.uid in touch.ud and touch.ud[self.uid]["key"][0][1]
        super().process_key_up(touch)
        if typed and typed.isalpha() and self.have_capslock:
            self.have_capslock = False
            self.active_keys.pop(_SHIFT, None)
            self.refresh_active_keys_layer()

    def _load_layouts(self, *_: Any) -> None:
        """Loads our layouts in place of Kivy's, which lack large accented letters."""
        self.available_layouts.update(layouts())
