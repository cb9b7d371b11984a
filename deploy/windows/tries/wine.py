"""Wine, a screen for it, and the programs of the folder for Windows in it."""

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

NIGHT = Path("/tries/Spiele für Zoë")
FOLDER = NIGHT / "Pawtrack"
SEEN = Path("/tries/seen")
#: Programs of ours, as Linux lists them.
OURS = ("python.exe", "nats-server.exe")
#: Seconds after which a try has failed.  On a busy machine a start in Wine takes half a minute.
PATIENCE_S = 300.0
_LOOK_S = 0.5
#: Seconds in which all programs of a table end.
_END_S = 90.0


class FailedError(Exception):
    """A try that failed; the text is the reason, in a line."""


def windows_path(path: Path) -> str:
    return "Z:" + str(path).replace("/", "\\")


def home(name: str) -> Path:
    """Returns the data folder of one try; it is not made."""
    return NIGHT / f"Märzabend {name}"


def environment(name: str) -> dict[str, str]:
    return os.environ | {
        "WINEPREFIX": "/tries/prefix",
        "WINEDEBUG": "-all",
        "DISPLAY": ":9",
        "XDG_RUNTIME_DIR": "/tmp",
        "PAWTRACK_HOME": windows_path(home(name)),
        "PYTHONUTF8": "1",
    }


def start(name: str, *arguments: str) -> subprocess.Popen[str]:
    """Starts `pawtrack` with its output in one pipe; `name` names its data folder."""
    command = ["wine", str(FOLDER / "python" / "python.exe"), "-m", "companion", *arguments]
    return _started(name, command)


def start_on_desktop(name: str) -> subprocess.Popen[str]:
    """Starts the launcher on a desktop of Wine's own, which gives windows a frame with a button that closes them."""
    launcher = windows_path(FOLDER / "Pawtrack.bat")
    return _started(name, ["wine", "explorer", "/desktop=tries,1366x768", "cmd", "/c", launcher])


def run(name: str, *arguments: str) -> tuple[int, str]:
    """Returns the status and the output of `pawtrack`."""
    return _finished(start(name, *arguments))


def run_python(name: str, *arguments: str, seconds: float = PATIENCE_S) -> tuple[int, str]:
    """Returns the status and the output of the folder's Python."""
    return _finished(_started(name, ["wine", str(FOLDER / "python" / "python.exe"), *arguments]), seconds)


def run_command(name: str, *command: str) -> tuple[int, str]:
    """Returns the status and the output of a program of Windows."""
    return _finished(_started(name, ["wine", *command]))


def _started(name: str, command: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command, env=environment(name), cwd=NIGHT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace",
    )  # fmt: skip


def _finished(process: subprocess.Popen[str], seconds: float = PATIENCE_S) -> tuple[int, str]:
    try:
        words, _ = process.communicate(timeout=seconds)
    except subprocess.TimeoutExpired as error:
        process.kill()
        sweep()
        words, _ = process.communicate()
        raise FailedError(f"no end within {seconds:.0f} s: {words[-300:]}") from error
    return process.returncode, words


def lines_until(process: subprocess.Popen[str], wanted: Callable[[str], bool]) -> list[str]:
    """Reads lines up to the one that is wanted.  Raises FailedError if the program ends before it."""
    lines = []
    assert process.stdout
    for line in process.stdout:
        lines.append(line.rstrip())
        if wanted(line):
            return lines
    raise FailedError(f"the program ended with {process.wait()}: {' / '.join(lines[-3:])}")


def wait_for(what: str, true: Callable[[], bool], seconds: float = PATIENCE_S) -> None:
    """Raises FailedError if it does not become true."""
    end = time.monotonic() + seconds
    while not true():
        if time.monotonic() > end:
            raise FailedError(f"not within {seconds:.0f} s: {what}")
        time.sleep(_LOOK_S)


def running() -> list[str]:
    """Returns our programs that run, by their names."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            words = (process / "cmdline").read_text(errors="replace")
            state = (process / "stat").read_text(errors="replace").rsplit(")", 1)[1].split()[0]
            # the program comes first, with the path of Windows or of Linux
            program = words.split("\0")[0].replace("\\", "/").rsplit("/", 1)[-1].lower()
            if program in OURS and state != "Z":
                found.append(program)
    return sorted(found)


def nothing_left() -> None:
    """Raises FailedError if a program of ours still runs after a while."""
    with suppress(FailedError):
        wait_for("all ended", lambda: not running(), seconds=_END_S)
    if running():
        left = ", ".join(running())
        sweep()
        raise FailedError(f"still running: {left}")


def sweep() -> None:
    """Ends all that runs in Wine."""
    subprocess.run(["wineserver", "--kill"], env=environment("none"), check=False)


@contextmanager
def screen() -> Iterator[None]:
    """A screen of 1366x768 pixels, and a Windows 10 that is set up."""
    # left by a server that was killed; its number may be that of another program here
    Path("/tmp/.X9-lock").unlink(missing_ok=True)
    with tempfile.TemporaryFile() as words:
        server = subprocess.Popen(["Xvfb", ":9", "-screen", "0", "1366x768x24"], stderr=words)
        try:
            if not Path("/tries/prefix/system.reg").exists():
                for command in (["wineboot", "--init"], ["wine", "winecfg", "-v", "win10"], ["wineserver", "--wait"]):
                    subprocess.run(command, env=environment("none"), stderr=words, check=True)
            yield
        finally:
            sweep()
            server.terminate()


def take_picture(name: str) -> Path:
    """Writes what the screen shows to build/windows/seen."""
    SEEN.mkdir(exist_ok=True)
    path = SEEN / f"{name}.png"
    subprocess.run(["import", "-window", "root", str(path)], env=environment("none"), check=True)
    return path


def colours_of(path: Path) -> int:
    """Returns how many colours a picture has; an empty screen has one."""
    done = subprocess.run(["identify", "-format", "%k", str(path)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def click(x: int, y: int) -> None:
    subprocess.run(["xdotool", "mousemove", str(x), str(y)], env=environment("none"), check=True)
    time.sleep(1)
    subprocess.run(["xdotool", "click", "1"], env=environment("none"), check=True)
