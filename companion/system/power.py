"""A kiosk's control of its machine: switching it off, and dimming the screen while nobody plays."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.system.quoting import one_line

#: The lights behind screens in Linux; screens without one, such as most monitors, are missing there.
BACKLIGHTS: Final = Path("/sys/class/backlight")
#: The part of its brightness that a dimmed screen keeps.
DIMMED: Final = 0.1
_ANSWER_S: Final = 10.0


def switch_off() -> str:
    """Requests the system to switch the machine off; it ends this program as it ends every other.

    Returns the obstacle in one line, empty if the machine switches off.
    """
    try:
        asked = subprocess.run(
            ("systemctl", "poweroff"),
            capture_output=True,
            text=True,
            check=False,
            timeout=_ANSWER_S,
            errors="replace",
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return one_line(str(error))
    return "" if asked.returncode == 0 else one_line(asked.stderr) or f"systemctl: {asked.returncode}"


class Backlight:
    """The lights behind the screens, as far as this program may change them; nothing here raises."""

    def __init__(self, folder: Path = BACKLIGHTS) -> None:
        self._folder = folder
        self._before: dict[Path, str] = {}

    def dim(self) -> None:
        """Dims the screen; a second call changes nothing."""
        for light in self._lights():
            if light in self._before:
                continue
            try:
                bright = light.read_text(encoding="ascii").strip()
                light.write_text(str(max(1, round(int(bright) * DIMMED))), encoding="ascii")
            except (OSError, ValueError):
                continue
            self._before[light] = bright

    def restore(self) -> None:
        """Restores the brightness."""
        while self._before:
            light, bright = self._before.popitem()
            try:
                light.write_text(bright, encoding="ascii")
            except OSError:
                continue

    def _lights(self) -> Iterator[Path]:
        try:
            yield from sorted(self._folder.glob("*/brightness"))
        except OSError:
            return
