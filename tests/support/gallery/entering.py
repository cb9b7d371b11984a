"""How a scene enters a screen."""

from collections.abc import Callable
from typing import Any

#: Puts the stepped app, with its fake launcher, into one state.
Scene = Callable[[Any, Any], None]


def enter(stepped: Any, name: str) -> None:
    """Shows a screen, entering it anew if it is in view already."""
    if stepped.screens.current == name:
        stepped.screen.dispatch("on_pre_enter")
    stepped.screens.show(name)
    stepped.settle()
