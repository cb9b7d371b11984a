"""Checks of camera and wheel, if the settings name any, and of the devices that this login may use.

Law: a device that is not set up, or that another program uses, is not opened.
"""

import os
from importlib import import_module
from pathlib import Path
from typing import Final

from companion.doctor.results import CheckContext, Finding, Level, fault, ok, warning
from companion.settings.schema import NONE, PHONE, SIMULATED

#: A camera that delivers less often makes people wait; one with fewer pixels across shows pawns as dots.
FEWEST_FPS: Final = 10.0
LEAST_WIDTH_PX: Final = 640
#: Faults with which the wheel still works.
_MINOR: Final = frozenset(
    {
        "wheel_magnet_weak",
        "wheel_magnet_strong",
        "wheel_magnet_edge",
        "wheel_bad_readings",
        "wheel_bad_cable",
        "wheel_modem_manager",
        "wheel_brltty",
    }
)
_NOT_THERE: Final = (NONE, SIMULATED)


def check_rights(context: CheckContext) -> list[Finding]:
    """Checks whether a group that opens the devices was given to this user, but not yet to this login."""
    from companion.sensors.examine import device_node

    settings = context.settings
    nodes = [None if camera in _NOT_THERE else device_node(camera) for camera in settings.cameras]
    nodes.append(None if "://" in settings.wheel else Path(settings.wheel))
    for node in nodes:
        if node is not None and node.exists() and not os.access(node, os.R_OK | os.W_OK):
            group = _pending_group(node)
            if group:
                return [fault("group_pending", group=group, device=str(node))]
    return ok("rights_ok")


def _pending_group(node: Path) -> str:
    """Returns the device's group, if this user has joined it since the login began; else empty."""
    try:
        groups, users = import_module("grp"), import_module("pwd")
        group, user = groups.getgrgid(node.stat().st_gid), users.getpwuid(os.getuid()).pw_name
    except (ImportError, KeyError, OSError):
        return ""
    in_it = user in group.gr_mem and group.gr_gid not in os.getgroups()
    return str(group.gr_name) if in_it else ""


def check_camera(context: CheckContext) -> list[Finding]:
    """Checks the pictures of the cameras in the settings: their size, their rate, and the reader's verdict on one."""
    found = [finding for spec in context.settings.cameras for finding in _check(spec, running=context.running)]
    return found or ok("camera_off")


def _check(spec: str, *, running: bool) -> list[Finding]:
    if spec in _NOT_THERE:
        return ok("camera_off")
    if spec == PHONE:
        # the phone comes only to a table that is open, and its page shows what is wrong
        return ok("camera_phone")
    if running:
        return ok("device_in_use")
    from companion.sensors.examine import FIRST_S, examine_camera

    seen = examine_camera(spec)
    if seen.fault:
        return [fault(seen.fault, source=seen.name, seconds=round(FIRST_S))]
    fps = f"{seen.fps:.0f}"
    found = []
    if seen.trouble:
        found.append(warning(seen.trouble))
    if seen.fps and seen.fps < FEWEST_FPS:
        found.append(warning("camera_slow", source=seen.name, fps=fps))
    if seen.width < LEAST_WIDTH_PX:
        found.append(warning("camera_small", source=seen.name, width=seen.width, height=seen.height))
    mode = f"{seen.width} × {seen.height}{f' {seen.format}' if seen.format else ''}"
    return found or (
        ok("camera_fine", source=seen.name, mode=mode, fps=fps)
        if seen.fps
        else ok("camera_pictures", source=seen.name, mode=mode)
    )


def check_wheel(context: CheckContext) -> list[Finding]:
    """Returns the findings of the wheel's own doctor."""
    port = context.settings.wheel
    if port in _NOT_THERE:
        return ok("wheel_off")
    if context.running:
        return ok("device_in_use")
    from companion.sensors.examine import examine_wheel

    found = [
        Finding(level=Level.WARNING if code in _MINOR else Level.FAULT, code=code, params=params)
        for code, params in examine_wheel(port)
    ]
    return found or ok("wheel_fine", port=port)
