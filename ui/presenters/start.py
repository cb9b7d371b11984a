"""The ways to begin: with a camera, by tapping, or with the demo.  Shown once, before the first game."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.settings.schema import NONE, Settings
from companion.views.kept.saved_game import SavedGame
from ui.i18n import Words


class Beginning(StrEnum):
    """A choice of the first screen."""

    CAMERA = "camera"
    TAP = "tap"
    DEMO = "demo"


@dataclass(frozen=True, slots=True)
class BeginningFace:
    """A large target: a way to begin and its meaning."""

    beginning: Beginning
    icon: str
    title: str
    detail: str


_ICONS = {Beginning.CAMERA: "camera", Beginning.TAP: "move", Beginning.DEMO: "eye"}


def beginnings(words: Words) -> tuple[BeginningFace, ...]:
    """All of them, in their order."""
    return tuple(
        BeginningFace(each, icon, words.text(f"start.{each}"), words.text(f"start.{each}.help"))
        for each, icon in _ICONS.items()
    )


def asks_how(settings: Settings, games: Sequence[SavedGame]) -> bool:
    """Whether the choice is still open: nobody has answered it, played, or chosen a camera."""
    return not settings.welcomed and not games and settings.camera == NONE
