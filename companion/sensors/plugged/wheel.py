"""The wheel of one table: a real one on its port, or a simulated one in a demo."""

from companion.app.plugins import Stage, TableContext
from companion.app.ports import Post, ReportHealth
from companion.sensors.wheel import WheelSensor
from firmware_bridge.discovery import candidates
from firmware_bridge.simulated.emulator import wheel_without_hands
from firmware_bridge.simulated.simulator import SimulatedWheel


class SimulatedWheelSensor:
    """The wheel sensor on the line of a simulated wheel, which starts and ends with it."""

    def __init__(self, wheel: SimulatedWheel, table: TableContext) -> None:
        self.wheel = wheel
        self._sensor = wheel_on(wheel.port, table)

    def start(self, post: Post, report: ReportHealth) -> None:
        self._sensor.start(post, report)

    def stop(self) -> None:
        self._sensor.stop()
        self.wheel.stop()


def simulated(table: TableContext, stage: Stage) -> SimulatedWheelSensor:
    """Returns the wheel of a demo, which its players turn."""
    wheel = wheel_without_hands(speed=table.speed)
    wheel.start()
    stage.connect_wheel(wheel.begin_turn)
    return SimulatedWheelSensor(wheel, table)


def wheel_on(port: str, table: TableContext) -> WheelSensor:
    """Returns the wheel on a port."""
    return WheelSensor(port, clock=table.clock, on_bytes=table.recording.on_bytes if table.recording else None)


def ports() -> dict[str, str]:
    """Returns the ports that may have a wheel: the value for the setting -> no name."""
    return {found.device: "" for found in candidates()}
