"""The health of camera, cards, wheel, broadcast and record: an icon, a word, and a sentence with the next step."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from companion.app.thread_health import PROGRAM
from companion.app.throttle import LOAD
from companion.views.broadcast.topics import PROGRAMS, PUBLIC_BROKER
from companion.views.table_view import Health, HealthState, TableView
from companion.views.troubles import TROUBLES, with_id
from companion.views.video import CLIPS, VIDEO, keeps_clips, shows_video
from ui.i18n import Words

#: The part of the status for the computer that plays a seat.
COMPUTER: Final = "computer"
PARTS: Final = (
    *("camera", "shadow", "cards", "wheel", "mqtt", PUBLIC_BROKER, PROGRAMS, VIDEO, CLIPS, COMPUTER, PROGRAM, "record"),
)
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
    PROGRAM: "info",
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
        """Whether a part is gone or being searched for; false if it is well or switched off."""
        return self.tone in (_STATES[HealthState.LOST][1], _STATES[HealthState.SEARCHING][1])

    @property
    def is_well(self) -> bool:
        return self.tone == _STATES[HealthState.OK][1]


def chips(view: TableView, words: Words) -> tuple[Chip, ...]:
    """All parts that the game needs, in a fixed order, then those that were installed beside them, by name.

    A needed part without a report counts as off; the load of a slow machine stands with the camera (`camera_banner`).
    """
    known = {health.part: health for health in view.health}
    parts = [part for part in PARTS if part not in _not_needed(view, known)] + sorted(known.keys() - {*PARTS, LOAD})
    return tuple(_chip(known.get(part, Health(part=part, state=HealthState.OFF)), words) for part in parts)


def _not_needed(view: TableView, known: Collection[str]) -> tuple[str, ...]:
    """The parts that this game does not need; shadow mode, the pile of cards, a broker beyond the house, the programs
    beside this one, pictures for viewers, clips, a level that the computer cannot play and the program's own threads
    count only once they report.
    """
    usually_silent = ("shadow", "cards", PUBLIC_BROKER, PROGRAMS, VIDEO, CLIPS, COMPUTER, PROGRAM)
    optional = tuple(part for part in usually_silent if part not in known)
    if view.card_table is not None:
        return ("camera", "shadow", "cards", "wheel", VIDEO, CLIPS, *optional)
    unused = ("wheel",) if view.variant and not view.rules.variant.wheel_offsets else ()
    return (*unused, *optional)


#: The camera's reports in the course of every game; every other one gets a line over the seats.
_USUAL: Final = ("camera_ok", "camera_film", "camera_hand", "camera_moving", "camera_searching", "camera_off")


def not_saved(view: TableView, words: Words) -> str:
    """Why the game is not being saved, and the remedy; empty if it is.  Every promise to save checks this first."""
    record = next((health for health in view.health if health.part == "record"), None)
    return spoken(record, words) if record is not None and record.state is HealthState.LOST else ""


def spoken(health: Health, words: Words) -> str:
    """The report of a part; a fault includes its id."""
    return with_id(words.of(health.text), health.code)


def fault_line(words: Words, code: str, **blanks: object) -> str:
    """A fault on the tablet itself, with its id.  Raises KeyError for a fault without an id."""
    return f"{words.text(code, **blanks)} ({TROUBLES[code]})"


def pause_text(view: TableView, words: Words) -> str:
    """Whether the device may be switched off: only saved data are promised."""
    reason = not_saved(view, words)
    return words.text("pause.not_saved", reason=reason) if reason else words.text("pause.text")


def warning(view: TableView, words: Words) -> str:
    """The problem in one sentence: a report of the table, why nothing is saved, or why the camera sees badly."""
    if view.notice is not None:
        return words.of(view.notice)
    lost = not_saved(view, words)
    if lost:
        return lost
    camera = next((health for health in view.health if health.part == "camera" and health.code), None)
    return "" if camera is None or camera.code in _USUAL else spoken(camera, words)


def all_well(view: TableView) -> bool:
    """Whether no warning is left; a hand moving over the board only silences one."""
    camera = next((health.code for health in view.health if health.part == "camera"), "")
    saved = not any(health.part == "record" and health.state is HealthState.LOST for health in view.health)
    return view.notice is None and saved and camera in ("", "camera_ok", "camera_film", "camera_off")


def video_light(view: TableView | None) -> str:
    """The text id for a camera's picture that viewers see or clips keep; empty if neither is the case."""
    shown, kept = shows_video(view), keeps_clips(view)
    if shown:
        return "video.clips.light" if kept else "video.light"
    return "clips.light" if kept else ""


def camera_watches(view: TableView) -> bool:
    """Whether a camera reads the play and decides; otherwise people tap it, in shadow mode too."""
    silent = any(health.part == "shadow" for health in view.health)
    return not silent and any(health.part == "camera" and health.state is HealthState.OK for health in view.health)


def _chip(health: Health, words: Words) -> Chip:
    icon, tone = _STATES[health.state]
    state = words.text(f"health.{health.state.value}")
    detail = spoken(health, words) or state
    shipped = health.part in PARTS
    title = words.text(f"part.{health.part}") if shipped else health.part.capitalize()
    return Chip(health.part, _PART_ICONS[health.part] if shipped else "info", title, state, icon, tone, detail)
