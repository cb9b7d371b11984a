"""Examines a camera or a wheel for a moment, to find a fault.

Law: a device that another program uses is left alone.
"""

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.model.verdict import Params
from companion.sensors.unknowns import STATES
from companion.sensors.wheel import AUTO
from companion.system.addresses import shown_source
from companion.system.programs import programs_using
from firmware_bridge.commands.doctor import diagnose, likely_devices, probe_port, system_info
from vision.read.image_quality import unusable
from vision.results import FrameStatus
from vision.sources.devices import device_number, is_connected, is_device, list_cameras
from vision.sources.live import LiveSource
from vision.sources.opening import open_source
from vision.sources.protocol import FrameSource, SourceEnded, SourceError

#: Seconds for the first picture of a camera.
FIRST_S: Final = 4.0
#: Seconds for which its pictures are counted.
COUNTED_S: Final = 1.5


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraReport:
    """`fault` is the code of the reason for missing pictures, empty if there are pictures.

    `width`, `height` in pixels; `format` has four letters, "" if unknown; `fps` pictures a second, 0 for a source with
    an end; `trouble` is the reader's word for the last picture alone, "" if it can be judged.
    """

    name: str
    fault: str = ""
    width: int = 0
    height: int = 0
    format: str = ""
    fps: float = 0.0
    trouble: str = ""


def device_node(spec: str) -> Path | None:
    """Returns the device file of a camera on Linux; None for any other source."""
    number = device_number(spec) if is_device(spec) else None
    return None if number is None or not sys.platform.startswith("linux") else Path(f"/dev/video{number}")


def examine_camera(spec: str) -> CameraReport:
    """Opens the source, and counts its pictures for a moment."""
    names = {camera.spec: camera.label for camera in list_cameras()}
    name = names.get(spec) or shown_source(spec)
    node = device_node(spec)
    if is_device(spec) and not is_connected(spec):
        return CameraReport(name=name, fault="camera_missing")
    if node is not None and not os.access(node, os.R_OK | os.W_OK):
        return CameraReport(name=name, fault="camera_denied")
    if node is not None and programs_using(node):
        return CameraReport(name=name, fault="camera_busy")
    return _watched(spec, name)


def _watched(spec: str, name: str) -> CameraReport:
    source, opened = open_source(spec), False
    try:
        source.open()
        opened = True
        return _counted(source, name)
    except SourceEnded:
        return CameraReport(name=name, fault="camera_silent")
    except SourceError as error:
        return CameraReport(name=name, fault=error.code or ("camera_silent" if opened else "camera_missing"))
    finally:
        source.close()


def _counted(source: FrameSource, name: str) -> CameraReport:
    """Counts the pictures of an open source.  Raises SourceEnded, SourceError."""
    frame, give_up_s = None, time.monotonic() + FIRST_S
    while frame is None and time.monotonic() < give_up_s:
        frame = source.read()
    if frame is None:
        return CameraReport(name=name, fault="camera_silent")
    live = isinstance(source, LiveSource)
    count, began_s = 0, time.monotonic()
    while live and time.monotonic() < began_s + COUNTED_S:
        newer = source.read()
        if newer is not None:
            frame, count = newer, count + 1
    trouble = unusable(frame.image)
    if trouble is FrameStatus.BAD_PICTURE:
        return CameraReport(name=name, fault=STATES[trouble][1])
    return CameraReport(
        name=name,
        width=frame.image.shape[1],
        height=frame.image.shape[0],
        format=source.format if isinstance(source, LiveSource) else "",
        fps=round(count / COUNTED_S, 1),
        trouble="" if trouble is None else STATES[trouble][1],
    )


def examine_wheel(port: str) -> list[tuple[str, Params]]:
    """Returns the wheel doctor's findings at the port, or at every likely one: codes and values, the cause first."""
    ports = likely_devices() if port == AUTO else [port]
    found = diagnose(system_info(), [probe_port(device, named=port != AUTO) for device in ports])
    return [(finding.code, finding.params) for finding in found]
