"""The camera of one table: a real one that the settings name, or the simulated one of a demo.

The modules of a phone load with the first table that has one.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from companion.board.print_file import keep_print
from companion.board.profile import BoardProfile
from companion.sensors.board_observer import PieceRoster
from companion.sensors.board_spots import vision_markers
from companion.sensors.camera import CameraSensor
from companion.sensors.cards.deck_files import pile_sensor_of
from companion.settings.schema import PHONE, SIMULATED, Settings
from companion.system.addresses import shown_source
from companion.views.table_view import Health, HealthState
from vision.frames import Frame
from vision.sources.devices import list_cameras
from vision.sources.opening import open_source
from vision.sources.pair import PairSource
from vision.sources.protocol import FrameSource
from vision.upright import UprightSource

if TYPE_CHECKING:
    from companion.app.plugins import TableContext


class VirtualCameraSource:
    """Adapts the virtual camera's pictures for `vision`: the simulation does not know `vision`."""

    def __init__(self, source: Any) -> None:
        self._source = source

    def open(self) -> None:
        self._source.open()

    def read(self) -> Frame | None:
        picture = self._source.read()
        return None if picture is None else Frame(picture.image, picture.t_ms)

    def close(self) -> None:
        self._source.close()


def built(table: TableContext) -> CameraSensor:
    """Returns the camera of the settings, or that of a demo."""
    settings = table.settings
    source, name = source_of(settings, table.board, table.stage.source if table.stage else None)
    if table.stage is None and PHONE in settings.cameras:
        from companion.sensors.phone.table import show_on_phone

        table.subscribe(show_on_phone(settings))
    on_frame = table.recording.on_frame if table.recording else None
    idle = PieceRoster(sectors=table.seats, colours=settings.colours, dog=False)
    pile = pile_sensor_of(settings, table.report)
    silent = settings.shadow and table.stage is None
    if silent:
        table.report(Health(part="shadow", state=HealthState.OK, code="shadow_on"))
    keep = None if table.stage else partial(keep_print, settings.board)
    camera = CameraSensor(
        source,
        name,
        table.board,
        on_frame,
        idle,
        table.flat(),
        pile,
        table.mark,
        silent=silent,
        keep_print=keep,
        pacing=table.throttle,
    )
    table.subscribe(camera.on_view)
    return camera


def source_of(settings: Settings, board: BoardProfile, drawn: Any | None) -> tuple[FrameSource, str]:
    """Returns the cameras of the settings, or the `drawn` one of a demo, and the first one's name; not opened yet."""
    if drawn:
        return VirtualCameraSource(drawn), SIMULATED
    if len(settings.cameras) < 2:
        return camera_named(settings, board)
    sources, names = zip(*(_camera_at(spec, settings, board) for spec in settings.cameras), strict=True)
    return PairSource(sources, names), names[0]


def cameras() -> dict[str, str]:
    """Returns the cameras of this machine, and the phone: the value for the setting -> the maker's name."""
    return {camera.spec: camera.label for camera in list_cameras()} | {PHONE: ""}


def camera_named(settings: Settings, board: BoardProfile) -> tuple[FrameSource, str]:
    """Returns the first camera of the settings for this board, not opened yet, and its maker's name.

    Without a name it returns the address in a form that may be shown.
    """
    return _camera_at(settings.camera, settings, board)


def _camera_at(spec: str, settings: Settings, board: BoardProfile) -> tuple[FrameSource, str]:
    source = _phone(settings) if spec == PHONE else open_source(spec)
    return UprightSource(source, vision_markers(board)), cameras().get(spec) or shown_source(spec)


def _phone(settings: Settings) -> FrameSource:
    from companion.sensors.phone.source import PhoneSource
    from companion.sensors.phone.table import phone_door

    return PhoneSource(phone_door(settings))
