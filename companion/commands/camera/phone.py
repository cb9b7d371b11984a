"""A phone as the camera of a command without a screen: its address and its code in the terminal."""

from collections.abc import Callable
from typing import Final

from companion.handover.code import qr_code
from companion.sensors.phone.table import phone_door
from companion.settings.schema import PHONE, Settings

#: Seconds for somebody to scan the code and to pass the browser's warning.
PATIENCE_S: Final = 300.0
#: The signs for two modules on top of each other, by whether the upper and the lower one are dark.
_SIGNS: Final = {(False, False): "█", (False, True): "▀", (True, False): "▄", (True, True): " "}


def invite_phone(settings: Settings, say: Callable[[str], None], patience_s: float = PATIENCE_S) -> None:
    """Shows the code and waits for the phone, if the camera is one.  Raises ValueError if none comes."""
    if settings.camera != PHONE:
        return
    door = phone_door(settings)
    try:
        door.enter()
    except (OSError, ImportError) as error:
        raise ValueError(f"the page for the phone cannot be served ({error})") from error
    try:
        say(f"open this address with the phone that is to be the camera: {door.url}")
        say(code_lines(door.url))
        say("its browser warns about the certificate once: go on all the same (docs/how-to/phone-camera.md)")
        if not door.wait_for_phone(patience_s):
            raise ValueError("no phone has come: scan the code with it, in the same network")
        say("the phone is here")
    finally:
        # it stays open a while, and the test or the cards go on with it
        door.leave()


def code_lines(text: str) -> str:
    """The QR code of a text in lines of half blocks, dark modules as gaps: for light letters on a dark ground."""
    rows = qr_code(text).tolist()
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("".join(_SIGNS[module] for module in zip(*pair, strict=True)) for pair in pairs)
