"""The state of the camera, readable across the table: a word, an icon, and a sentence with the next step."""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from companion.app.throttle import LOAD
from companion.views.table_view import Health, HealthState, TableView
from ui.i18n import Words
from ui.presenters.banner import Banner
from ui.presenters.own_board.board import OwnBoard
from ui.presenters.own_board.words import problem_line
from ui.presenters.status import spoken

_STATES: Final[dict[HealthState, tuple[str, str]]] = {
    HealthState.OK: ("unclear", "warning"),
    HealthState.SEARCHING: ("unfinished", "eye"),
    HealthState.LOST: ("illegal", "cross"),
    HealthState.OFF: ("calm", "minus"),
}
#: Needs no action of people.
_WELL: Final = {
    "camera_ok": ("legal", "check"),
    "camera_hand": ("calm", "hand"),
    "camera_moving": ("calm", "wait"),
    "camera_film": ("legal", "check"),
    "camera_moved": ("legal", "check"),
    "camera_board_moved": ("legal", "check"),
}


def camera_banner(view: TableView | None, words: Words) -> Banner:
    """The camera's own health report; a camera without a report counts as searching.  Under one that is well stands the
    load of a slow machine."""
    health = next((part for part in view.health if part.part == "camera"), None) if view else None
    health = health or Health(part="camera", state=HealthState.OFF)
    # a part that is well and reports nothing else is well
    code = health.code or ("camera_ok" if health.state is HealthState.OK else "")
    tone, icon = _WELL.get(code, _STATES[health.state])
    message = f"camera.word.{health.code.removeprefix('camera_')}"
    known = words.text(message)
    state = words.text(f"health.{health.state.value}")
    word = state[:1].upper() + state[1:] if known == message else known
    sentence = spoken(health, words) or word
    return Banner(tone, icon, word, f"{sentence} {_load_line(view, words)}".strip() if code in _WELL else sentence)


def _load_line(view: TableView | None, words: Words) -> str:
    """Returns what a slow machine leaves out and why; empty on every other."""
    return next((spoken(part, words) for part in view.health if part.part == LOAD), "") if view else ""


def no_picture(view: TableView | None, words: Words) -> str:
    """Returns the line in the place of the picture, which names who sees the board meanwhile."""
    lost = any(part.code == "camera_one_lost" for part in view.health) if view else False
    return words.text("camera.no_first_picture" if lost else "camera.no_picture")


def corners_banner(board: OwnBoard, words: Words) -> Banner:
    """The next step while the corners of a board without markers are tapped; a problem if they make no board."""
    sentence = words.text("camera.corners_drag" if board.ready else f"own.corners.{len(board.taps.corners)}")
    if board.problem.code:
        return Banner("unclear", "warning", words.text("camera.word.corners"), problem_line(board.problem, words))
    return Banner("calm", "amend", words.text("camera.word.corners"), sentence)


def shared_address(url: str) -> str:
    """The address under which others in the house can open it; empty if it means only this machine."""
    host = urlsplit(url).hostname or ""
    try:
        alone = ip_address(host).is_loopback
    except ValueError:
        alone = host in ("", "localhost")
    return "" if alone else url
