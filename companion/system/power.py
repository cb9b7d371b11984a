"""What a kiosk asks of its machine: to switch off, and to make the screen darker while nobody plays."""

import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.system.quoting import one_line

#: Where Linux shows the lights behind its screens; screens without one, such as most monitors, are not there.
BACKLIGHTS: Final = Path("/sys/class/backlight")
#: The part of its brightness that a dimmed screen keeps.
DIMMED: Final = 0.1
_ANSWER_S: Final = 10.0


def switch_off() -> str:
    """Asks the system to switch the machine off; it ends this program as it ends every other.

    Returns what hinders it in one line, empty where the machine goes off.
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
        """Once dimmed, a second time changes nothing."""
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
        """As bright as it was."""
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
