"""The one phone that may be this program's camera: every screen and command that opens it uses the same door."""

from collections.abc import Callable
from functools import cache
from typing import Final

import msgspec

from companion.sensors.phone.door import DoorSettings, PhoneDoor
from companion.settings.file import data_folder
from companion.settings.schema import Settings
from companion.texts import shipped_wording
from companion.views.table_view import HealthState, TableView
from companion.web.camera.messages import PhoneState, TableSeen
from companion.web.pages.words import page_words

#: The camera's reports with which nothing has to be done.
_GOOD: Final = ("camera_ok", "camera_hand", "camera_moving", "camera_board_moved", "camera_moved")


@cache
def _door() -> PhoneDoor:
    return PhoneDoor()


def phone_door(settings: Settings) -> PhoneDoor:
    """Returns the door of this program, to be opened as the settings say."""
    door = _door()
    door.settings = DoorSettings(
        port=settings.phone_camera_port,
        address=settings.lan_address,
        avoid=settings.ports,
        folder=data_folder(),
        files=page_files,
    )
    return door


def phone_code() -> str:
    """The address that a phone scans to become the camera; empty if one is there, or the door is closed."""
    door = _door()
    return door.url if door.state is PhoneState.GONE else ""


def show_on_phone(settings: Settings) -> Callable[[TableView], None]:
    """Returns a subscriber that shows the camera's own report on the phone."""
    door = phone_door(settings)

    def show(view: TableView) -> None:
        health = next((part for part in view.health if part.part == "camera"), None)
        if health and health.text and health.state is not HealthState.LOST:
            door.show(TableSeen(good=health.code in _GOOD, text=dict(health.text)))

    return show


def page_files() -> dict[str, str]:
    """Returns the words of the page in every language, by path."""
    return {"/words.json": msgspec.json.encode(page_words(shipped_wording())).decode()}
