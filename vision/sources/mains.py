"""Sets the mains frequency of a webcam, by which lamps flicker: many come set for 60 Hz, and bands of light wander
through their pictures on a 50 Hz mains.

Linux only: elsewhere OpenCV offers no such control.
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
LOCAL_TIME: Final = Path("/etc/localtime")
#: Time zones of 60 Hz outside the Americas, and the American ones with 50, as in the usual tables of mains by country;
#: small islands are the least certain.
SIXTY: Final = frozenset(
    {"Africa/Monrovia", "Asia/Manila", "Asia/Riyadh", "Asia/Seoul", "Asia/Taipei", "Atlantic/Bermuda"}
    | {"Pacific/" + place for place in ("Chuuk", "Galapagos", "Gambier", "Guam", "Honolulu", "Johnston", "Kosrae")}
    | {"Pacific/" + place for place in ("Kwajalein", "Majuro", "Marquesas", "Midway", "Pago_Pago", "Palau")}
    | {"Pacific/" + place for place in ("Pohnpei", "Ponape", "Saipan", "Samoa", "Tahiti", "Truk", "Wake", "Yap")}
    | {"Cuba", "Navajo", "ROC", "ROK", "EST", "EST5EDT", "CST6CDT", "HST", "MST", "MST7MDT", "PST8PDT"}
)
FIFTY_IN_AMERICA: Final = frozenset(
    {"Asuncion", "Barbados", "Buenos_Aires", "Catamarca", "Cayenne", "Cordoba", "Coyhaique", "Curacao", "Danmarkshavn"}
    | {"Dominica", "Godthab", "Grenada", "Guadeloupe", "Jamaica", "Jujuy", "La_Paz", "Martinique", "Mendoza"}
    | {"Miquelon", "Montevideo", "Nuuk", "Punta_Arenas", "Rosario", "Santiago", "Scoresbysund", "St_Lucia"}
    | {"St_Vincent", "Thule"}
)
#: Both are used there: in Japan by region, in the Caribbean Netherlands by island.
BOTH: Final = frozenset({"Asia/Tokyo", "Japan", "America/Kralendijk"})
_AMERICA: Final = ("America/", "US/", "Canada/", "Mexico/", "Brazil/")
_OTHERS: Final = ("Africa/", "Arctic/", "Asia/", "Atlantic/", "Australia/", "Europe/", "Indian/", "Pacific/", "Chile/")
#: Old names without a region.
_OLD_NAMES: Final = frozenset(
    {"CET", "EET", "Egypt", "Eire", "GB", "GB-Eire", "Hongkong", "Iceland", "Iran", "Israel", "Jamaica", "Libya", "MET"}
    | {"NZ", "NZ-CHAT", "PRC", "Poland", "Portugal", "Singapore", "Turkey", "W-SU", "WET"}
)


def mains_hz(zone: str) -> int | None:
    """Returns the mains frequency in this time zone, 50 or 60 Hz; None if unknown: UTC is no place."""
    if zone in BOTH:
        return None
    if zone in SIXTY:
        return 60
    if zone.startswith(_AMERICA):
        southern = zone.startswith("America/Argentina/") or zone.rpartition("/")[2] in FIFTY_IN_AMERICA
        return 50 if southern else 60
    return 50 if zone.startswith(_OTHERS) or zone in _OLD_NAMES else None


def time_zone() -> str:
    """Returns the name of this machine's time zone, such as Europe/Zurich; only its short name if no more is known."""
    named = os.environ.get("TZ", "").lstrip(":")
    with suppress(OSError):
        # one link only: Kuwait and Curacao link on to zones of another mains
        named = named or LOCAL_TIME.readlink().as_posix().partition("zoneinfo/")[2]
    with suppress(OSError):
        named = named or Path("/etc/timezone").read_text(encoding="utf-8").strip()
    return named or time.tzname[0]


def set_mains(device: Path, hz: int | None) -> int | None:
    """Sets the camera's control and returns its previous value for `give_back_mains`.  Returns None if it has no such
    control or had that value, and if `hz` is unknown: the camera is left alone then."""
    if hz is None:
        return None
    before = _control(device, None)
    if before in (None, MENU[hz]) or _control(device, MENU[hz]) is None:
        return None
    return before


def give_back_mains(device: Path, value: int) -> None:
    """Sets the control to its previous value."""
    _control(device, value)


def _control(device: Path, value: int | None) -> int | None:
    """Returns the control's value, after setting it if one is given; None if the camera has none."""
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
