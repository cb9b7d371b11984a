"""The targets of the entry points `camera` and `wheel`: real devices named in the settings, simulated ones for a demo.

The modules of a device load with the first table that has one.
"""

from collections.abc import Mapping
from typing import Final

from companion.app.plugins import NoSettings, SensorPlugin, TableContext
from companion.app.ports import Sensor
from companion.sensors.apart import program as apart
from companion.settings.schema import NONE, SIMULATED
from companion.views.table_view import Health, HealthState


def _build_camera(_: NoSettings, table: TableContext) -> Sensor | None:
    if table.stage is None and table.settings.camera == NONE:
        table.report(Health(part="camera", state=HealthState.OFF, code="camera_off"))
        return None
    if apart.runs_apart(table):
        return apart.built(table)
    from companion.sensors.plugged.camera import built

    return built(table)


def _build_wheel(_: NoSettings, table: TableContext) -> Sensor | None:
    port = table.settings.wheel
    has_wheel = bool(table.catalogue.variant(table.settings.variant).wheel_offsets)
    simulated = port == SIMULATED and table.stage is not None and has_wheel
    if port in (NONE, SIMULATED) and not simulated:
        if has_wheel:
            table.report(Health(part="wheel", state=HealthState.OFF, code="wheel_off"))
        return None
    from companion.sensors.plugged import wheel

    return wheel.simulated(table, table.stage) if simulated and table.stage else wheel.wheel_on(port, table)


def _cameras() -> Mapping[str, str]:
    from companion.sensors.plugged.camera import cameras

    return cameras()


def _ports() -> Mapping[str, str]:
    from companion.sensors.plugged.wheel import ports

    return ports()


CAMERA: Final = SensorPlugin(settings=NoSettings, build=_build_camera, devices=_cameras)
WHEEL: Final = SensorPlugin(settings=NoSettings, build=_build_wheel, devices=_ports)
