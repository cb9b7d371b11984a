"""The only place that builds real adapters: plugs sensors, publishers and the store into a table.

`open_table` gives a running table for the tablet and for the headless program alike.
"""

import os
import sys
import time
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from companion.app.ports import Sensor, Store, StoreError
from companion.app.memory_store import MemoryStore
from companion.app.table import Table
from companion.board_files import BoardProfile, load_board
from companion.publishers.broker import EmbeddedBroker
from companion.publishers.mqtt import MqttPublisher
from companion.publishers.viewer.server import ViewerServer
from companion.sensors.camera import CameraSensor, Picture
from companion.sensors.recorder import Recorder
from companion.sensors.wheel import WheelSensor
from companion.session.commands import Command, StartGame
from companion.session.events import Event
from companion.settings import NONE, SIMULATED, Settings, SettingsError, data_folder, load_settings, save_settings
from companion.store.event_log import EventLog
from companion.views.table_view import Health, HealthState, TableView, Texts
from companion.views.wording import say
from firmware_bridge.simulator import SimulatedWheel
from vision.sources import FrameSource, open_source


def clock_ms() -> int:
    """Milliseconds of the machine's monotonic clock; the one clock of all sensors."""
    return time.monotonic_ns() // 1_000_000


def has_display() -> bool:
    """Whether a window can be opened: any desktop, or SDL told how to do without one."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What the command line says on top of the settings; None leaves the setting as it is."""

    camera: str | None = None
    wheel: str | None = None
    broker: str | None = None
    lan: bool = False
    record: Path | None = None
    seed: int = 1
    speed: float = 1.0

    def over(self, settings: Settings) -> Settings:
        import msgspec

        told = {"camera": self.camera, "wheel": self.wheel, "broker": self.broker}
        return msgspec.structs.replace(settings, **{key: value for key, value in told.items() if value is not None})
