"""The health of camera, wheel, broadcast and record: an icon, a word, and the sentence that says what to do."""

from dataclasses import dataclass
from typing import Final

from companion.rules.catalogue import load_variant
from companion.views.table_view import Health, HealthState, TableView
from ui.i18n import Catalogue

PARTS: Final = ("camera", "wheel", "mqtt", "record")
_PART_ICONS: Final = {"camera": "camera", "wheel": "wheel", "mqtt": "viewers", "record": "record"}
_STATES: Final[dict[HealthState, tuple[str, str]]] = {
    HealthState.OK: ("check", "legal"),
    HealthState.SEARCHING: ("wait", "unfinished"),
    HealthState.LOST: ("cross", "illegal"),
    HealthState.OFF: ("minus", "raised"),
}


@dataclass(frozen=True, slots=True)
class Chip:
    """One part of the table; `state_icon` and `state` say the same as the colour `tone`."""

    part: str
    icon: str
    title: str
    state: str
    state_icon: str
    tone: str
    detail: str


def chips(view: TableView, words: Catalogue) -> tuple[Chip, ...]:
    """All parts that the game needs, in a fixed order; a part that has not spoken yet counts as off."""
    known = {health.part: health for health in view.health}
    turns = not view.variant or bool(load_variant(view.variant).wheel_offsets)
    parts = [part for part in PARTS if turns or part != "wheel"]
    return tuple(_chip(known.get(part, Health(part=part, state=HealthState.OFF)), words) for part in parts)


def camera_watches(view: TableView) -> bool:
    """Whether a camera can see the play; otherwise people tap it."""
    return any(health.part == "camera" and health.state is HealthState.OK for health in view.health)


def _chip(health: Health, words: Catalogue) -> Chip:
    icon, tone = _STATES[health.state]
    state = words.text(f"health.{health.state.value}")
    detail = words.of(health.text) or state
    return Chip(health.part, _PART_ICONS[health.part], words.text(f"part.{health.part}"), state, icon, tone, detail)
