"""The health of camera, cards, wheel, broadcast and record: an icon, a word, and the sentence that says what to do."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from companion.views.broadcast.topics import PROGRAMS, PUBLIC_BROKER
from companion.views.table_view import Health, HealthState, TableView
from companion.views.troubles import TROUBLES, with_id
from companion.views.video import CLIPS, VIDEO, keeps_clips, shows_video
from ui.i18n import Words

#: What the computer says that plays a seat.
COMPUTER: Final = "computer"
PARTS: Final = ("camera", "shadow", "cards", "wheel", "mqtt", PUBLIC_BROKER, PROGRAMS, VIDEO, CLIPS, COMPUTER, "record")
_PART_ICONS: Final = {
    "camera": "camera",
    "shadow": "eye",
    "cards": "cards",
    "wheel": "wheel",
    "mqtt": "viewers",
    PUBLIC_BROKER: "viewers",
    PROGRAMS: "viewers",
    VIDEO: "camera",
    CLIPS: "camera",
    COMPUTER: "computer",
    "record": "record",
}
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

    @property
    def in_trouble(self) -> bool:
        """Whether something is gone or sought; neither where all is well nor where it is switched off."""
        return self.tone in (_STATES[HealthState.LOST][1], _STATES[HealthState.SEARCHING][1])


def chips(view: TableView, words: Words) -> tuple[Chip, ...]:
    """All parts that the game needs, in a fixed order, then those that were installed beside them, by name.

    A part that the game needs and that has not spoken yet counts as off.
    """
    known = {health.part: health for health in view.health}
    parts = [part for part in PARTS if part not in _not_needed(view, known)] + sorted(known.keys() - set(PARTS))
    return tuple(_chip(known.get(part, Health(part=part, state=HealthState.OFF)), words) for part in parts)


def _not_needed(view: TableView, known: Collection[str]) -> tuple[str, ...]:
    """The parts that this game does without; shadow mode, the pile of cards, a broker beyond the house, the programs
    beside this one, pictures for viewers, clips and a level that the computer cannot play count only where they speak.
    """
    usually_silent = ("shadow", "cards", PUBLIC_BROKER, PROGRAMS, VIDEO, CLIPS, COMPUTER)
    optional = tuple(part for part in usually_silent if part not in known)
    if view.card_table is not None:
        return ("camera", "shadow", "cards", "wheel", VIDEO, CLIPS, *optional)
    unused = ("wheel",) if view.variant and not view.rules.variant.wheel_offsets else ()
    return (*unused, *optional)


#: What the camera says in the course of every game; everything else is worth a line over the seats.
_USUAL: Final = ("camera_ok", "camera_film", "camera_hand", "camera_moving", "camera_searching", "camera_off")


def not_saved(view: TableView, words: Words) -> str:
    """Why what is played is not being saved, and what to do; empty where it is.  Whatever promises that asks here."""
    record = next((health for health in view.health if health.part == "record"), None)
    return spoken(record, words) if record is not None and record.state is HealthState.LOST else ""


def spoken(health: Health, words: Words) -> str:
    """What a part says of itself; where it is a fault, with its id."""
    return with_id(words.of(health.text), health.code)


def fault_line(words: Words, code: str, **blanks: object) -> str:
    """What went wrong on the tablet itself, with its id.  Raises KeyError for a fault that has none."""
    return f"{words.text(code, **blanks)} ({TROUBLES[code]})"


def pause_text(view: TableView, words: Words) -> str:
    """Whether the device may be switched off: only what is saved is promised."""
    reason = not_saved(view, words)
    return words.text("pause.not_saved", reason=reason) if reason else words.text("pause.text")


def warning(view: TableView, words: Words) -> str:
    """What went wrong, in one sentence: what the table has to say, why nothing is saved, why the camera sees badly."""
    if view.notice is not None:
        return words.of(view.notice)
    lost = not_saved(view, words)
    if lost:
        return lost
    camera = next((health for health in view.health if health.part == "camera" and health.code), None)
    return "" if camera is None or camera.code in _USUAL else spoken(camera, words)


def all_well(view: TableView) -> bool:
    """Whether nothing is left to warn of; while a hand moves over the board a warning is only not heard."""
    camera = next((health.code for health in view.health if health.part == "camera"), "")
    saved = not any(health.part == "record" and health.state is HealthState.LOST for health in view.health)
    return view.notice is None and saved and camera in ("", "camera_ok", "camera_film", "camera_off")


def video_light(view: TableView | None) -> str:
    """The text (its id) of what becomes of the camera's picture beside the referee's reading; empty where nothing
    does."""
    shown, kept = shows_video(view), keeps_clips(view)
    if shown:
        return "video.clips.light" if kept else "video.light"
    return "clips.light" if kept else ""


def camera_watches(view: TableView) -> bool:
    """Whether a camera sees the play and decides; otherwise people tap it, in shadow mode too."""
    silent = any(health.part == "shadow" for health in view.health)
    return not silent and any(health.part == "camera" and health.state is HealthState.OK for health in view.health)


def _chip(health: Health, words: Words) -> Chip:
    icon, tone = _STATES[health.state]
    state = words.text(f"health.{health.state.value}")
    detail = spoken(health, words) or state
    shipped = health.part in PARTS
    title = words.text(f"part.{health.part}") if shipped else health.part.capitalize()
    return Chip(health.part, _PART_ICONS[health.part] if shipped else "info", title, state, icon, tone, detail)
