"""Tells a webcam how often the lamps flicker: many come set for 60 Hz, and bands of light wander through their pictures
wherever the mains has 50.

Linux only: elsewhere OpenCV leads to no such control.
"""

import os
import struct
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

#: V4L2's control for it and the calls to read and set one (linux/videodev2.h: two numbers of 32 bits).
POWER_LINE_FREQUENCY: Final = 0x00980918
GET_CONTROL, SET_CONTROL = 0xC008561B, 0xC008561C
#: Its values for 50 and 60 hertz.
MENU: Final = {50: 1, 60: 2}
#: Where lamps flicker with 60 Hz, by the name of the time zone: the Americas but for their south, and some of Asia.
SIXTY: Final = ("America/", "US/", "Canada/", "Mexico/", "Asia/Seoul", "Asia/Taipei", "Asia/Manila", "Asia/Riyadh")
FIFTY_IN_AMERICA: Final = ("Argentina", "Buenos_Aires", "Santiago", "Punta_Arenas", "Montevideo", "Asuncion", "La_Paz")


def mains_hz(zone: str) -> int:
    """How many hertz the mains has where this time zone is, 50 or 60."""
    return 60 if zone.startswith(SIXTY) and not any(south in zone for south in FIFTY_IN_AMERICA) else 50


def time_zone() -> str:
    """The name of this machine's time zone, as Europe/Zurich; only its short name where no more is known."""
    named = os.environ.get("TZ", "").lstrip(":")
    with suppress(OSError):
        named = named or Path("/etc/localtime").resolve().as_posix().partition("zoneinfo/")[2]
        named = named or Path("/etc/timezone").read_text(encoding="utf-8").strip()
    return named or time.tzname[0]


def set_mains(device: Path, hz: int) -> int | None:
    """Tells the camera, and gives the value that it had before, to be given back; None where it has no such control or
    had that value."""
    before = _control(device, None)
    if before in (None, MENU[hz]) or _control(device, MENU[hz]) is None:
        return None
    return before


def give_back_mains(device: Path, value: int) -> None:
    """Sets the control to what it was."""
    _control(device, value)


def _control(device: Path, value: int | None) -> int | None:
    """The control's value, after it was set where one is given; None where the camera has none."""
    if not sys.platform.startswith("linux"):
        return None
    from fcntl import ioctl  # only Linux has it

    try:
        handle = os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        call = GET_CONTROL if value is None else SET_CONTROL
        answer = ioctl(handle, call, struct.pack("Ii", POWER_LINE_FREQUENCY, value or 0))
        return int(struct.unpack("Ii", answer)[1])
    except OSError:
        return None
    finally:
        os.close(handle)
