"""The shipped sensors: the camera and the wheel, real ones named in the settings, simulated ones for a demo."""

from typing import Any

from companion.app.plugins import NoSettings, SensorPlugin, TableContext
from companion.app.ports import Post, ReportHealth, Sensor
from companion.board.profile import BoardProfile
from companion.sensors.board_observer import PieceRoster
from companion.sensors.board_spots import vision_markers
from companion.sensors.camera import CameraSensor
from companion.sensors.cards.deck_files import pile_sensor_of
from companion.sensors.wheel import WheelSensor
from companion.settings.schema import NONE, SIMULATED
from companion.system.addresses import shown_source
from companion.views.table_view import Health, HealthState
from firmware_bridge.discovery import candidates
from firmware_bridge.simulated.emulator import wheel_without_hands
from firmware_bridge.simulated.simulator import SimulatedWheel
from vision.frames import Frame
from vision.sources.devices import list_cameras
from vision.sources.opening import open_source
from vision.sources.protocol import FrameSource
from vision.upright import UprightSource


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


class SimulatedWheelSensor:
    """The wheel sensor on the line of a simulated wheel, which starts and ends with it."""

    def __init__(self, wheel: SimulatedWheel, table: TableContext) -> None:
        self.wheel = wheel
        self._sensor = _wheel_on(wheel.port, table)

    def start(self, post: Post, report: ReportHealth) -> None:
        self._sensor.start(post, report)

    def stop(self) -> None:
        self._sensor.stop()
        self.wheel.stop()


def _build_camera(_: NoSettings, table: TableContext) -> Sensor | None:
    settings = table.settings
    source: FrameSource
    if table.stage:
        source, name = VirtualCameraSource(table.stage.source), SIMULATED
    elif settings.camera == NONE:
        table.report(Health(part="camera", state=HealthState.OFF, code="camera_off"))
        return None
    else:
        source, name = camera_named(settings.camera, table.board)
    on_frame = table.recording.on_frame if table.recording else None
    idle = PieceRoster(sectors=table.seats, colours=settings.colours, dog=False)
    pile = pile_sensor_of(settings, table.report)
    silent = settings.shadow and table.stage is None
    if silent:
        table.report(Health(part="shadow", state=HealthState.OK, code="shadow_on"))
    camera = CameraSensor(source, name, table.board, on_frame, idle, table.flat, pile, table.mark, silent=silent)
    table.subscribe(camera.on_view)
    return camera


def _build_wheel(_: NoSettings, table: TableContext) -> Sensor | None:
    port = table.settings.wheel
    has_wheel = bool(table.catalogue.variant(table.settings.variant).wheel_offsets)
    if table.stage and port == SIMULATED and has_wheel:
        wheel = wheel_without_hands(speed=table.speed)
        wheel.start()
        table.stage.connect_wheel(wheel.begin_turn)
        return SimulatedWheelSensor(wheel, table)
    if port in (NONE, SIMULATED):
        if has_wheel:
            table.report(Health(part="wheel", state=HealthState.OFF, code="wheel_off"))
        return None
    return _wheel_on(port, table)


def _wheel_on(port: str, table: TableContext) -> WheelSensor:
    return WheelSensor(port, clock=table.clock, on_bytes=table.recording.on_bytes if table.recording else None)


def _cameras() -> dict[str, str]:
    return {camera.spec: camera.label for camera in list_cameras()}


def camera_named(spec: str, board: BoardProfile) -> tuple[FrameSource, str]:
    """Returns the camera of the settings for this board, not opened yet, and its maker's name.

    Without a name it returns the address in a form that may be shown.
    """
    source = UprightSource(open_source(spec), vision_markers(board))
    return source, _cameras().get(spec) or shown_source(spec)


def _ports() -> dict[str, str]:
    return {found.device: "" for found in candidates()}


CAMERA = SensorPlugin(settings=NoSettings, build=_build_camera, devices=_cameras)
WHEEL = SensorPlugin(settings=NoSettings, build=_build_wheel, devices=_ports)
