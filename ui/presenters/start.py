"""How to begin: with a camera, by tapping, or with the demo.  Asked once, where nobody has played yet."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.settings.schema import NONE, Settings
from companion.views.kept.saved_game import SavedGame
from ui.i18n import Words


class Beginning(StrEnum):
    """What the first screen offers."""

    CAMERA = "camera"
    TAP = "tap"
    DEMO = "demo"


@dataclass(frozen=True, slots=True)
class BeginningFace:
    """A large target: what it is and what it means."""

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
    """Whether the question has still to be asked: nobody answered it, played, or chose a camera."""
    return not settings.welcomed and not games and settings.camera == NONE
