"""Checks of the program itself: its packages, its screen, its letters, the kernel of playouts."""

import json
import os
import re
import subprocess
import sys
import tempfile
from importlib import metadata
from typing import Final

from companion.doctor.results import CheckContext, Finding, fault, ok, warning
from companion.system.display import has_display
from companion.system.programs import SPEECH_PROGRAM, find_speech
from companion.system.quoting import one_line
from companion.writing.fonts import REGULAR, unknown_letters

PACKAGE: Final = "pawtrack"
#: The modules that are loaded in a process of its own, for a broken library may take its process along.
MODULES: Final = (
    "numpy",
    "cv2",
    "cv2_enumerate_cameras",
    "msgspec",
    "paho.mqtt.client",
    "serial",
    "babel",
    "reportlab",
    "segno",
    "ifaddr",
)
_LOAD: Final = (
    "import sys, importlib; [(print(name, flush=True), importlib.import_module(name)) for name in sys.argv[1:]]"
)
_PINNED: Final = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([A-Za-z0-9.]+)\s*$")
_BOUND: Final = re.compile(r"(>=|<)\s*(\d+)\.(\d+)")
#: The tablet's program that opens a hidden window and reports its renderer.
_WINDOW: Final = "ui.window_probe"
_CHILD_S: Final = 25.0
#: Renderers that draw with the processor.
_SOFTWARE: Final = ("llvmpipe", "softpipe", "swrast", "software")


def check_packages(_context: CheckContext) -> list[Finding]:
    """Checks Python and every package that Pawtrack names, and whether they can be loaded."""
    try:
        wanted = metadata.requires(PACKAGE) or []
        bounds = metadata.metadata(PACKAGE)["Requires-Python"] or ""
    except metadata.PackageNotFoundError:
        return [fault("package_missing", package=PACKAGE)]
    running = ".".join(map(str, sys.version_info[:3]))
    if not _python_fits(bounds):
        return [fault("python_version", version=running, wanted=bounds)]
    pinned = [found.groups() for found in map(_PINNED.fullmatch, wanted) if found]
    found = [finding for package, version in pinned for finding in _package(package, version)]
    return found or _loaded() or ok("packages_ok", count=len(pinned), python=running)


def _python_fits(bounds: str) -> bool:
    for sign, major, minor in _BOUND.findall(bounds):
        version = (int(major), int(minor))
        if (sys.version_info[:2] >= version) != (sign == ">="):
            return False
    return True


def _package(package: str, wanted: str) -> list[Finding]:
    try:
        version = metadata.version(package)
    except metadata.PackageNotFoundError:
        return [fault("package_missing", package=package)]
    return [] if version == wanted else [warning("package_version", package=package, version=version, wanted=wanted)]


def _loaded() -> list[Finding]:
    done = _child("-c", _LOAD, *MODULES)
    if done is None:
        return [_slow()]
    if done.returncode == 0:
        return []
    begun = done.stdout.split()
    why = (done.stderr.strip().splitlines() or [f"it ended with {done.returncode}"])[-1]
    return [fault("package_broken", package=begun[-1] if begun else "?", detail=one_line(why))]


def check_graphics(_context: CheckContext) -> list[Finding]:
    """Checks whether the tablet's window can be opened, and its renderer; the window is never shown."""
    if not has_display():
        return [warning("no_display")]
    with tempfile.TemporaryDirectory(prefix="pawtrack-") as home:
        done = _child("-m", _WINDOW, KIVY_HOME=home)
    if done is None:
        return [_slow()]
    try:
        said = json.loads(done.stdout.splitlines()[-1])
        renderer, version = str(said["renderer"]), str(said["version"])
    except (ValueError, LookupError, TypeError):
        lines = (done.stdout + done.stderr).strip().splitlines()
        return [fault("no_window", detail=one_line(lines[-1] if lines else f"it ended with {done.returncode}"))]
    if any(name in renderer.lower() for name in _SOFTWARE):
        return [warning("slow_graphics", renderer=one_line(renderer))]
    return ok("graphics_ok", renderer=one_line(renderer), version=one_line(version))


def check_fonts(_context: CheckContext) -> list[Finding]:
    """Checks whether the tablet's font has every letter of every language.  A missing letter is drawn like none."""
    from companion.texts import shipped_wording

    wording, found = shipped_wording(), []
    for messages in wording.languages:
        texts = [form for known in messages.forms.values() for forms in known.values() for form in forms]
        try:
            lacking = sorted(unknown_letters("".join(texts)))
        except OSError:
            return [fault("font_missing", font=REGULAR.name)]
        if lacking:
            found.append(warning("letters_missing", language=messages.name, letters=" ".join(lacking[:10])))
    return found or ok("fonts_ok", count=len(wording.codes))


def check_playout(_context: CheckContext) -> list[Finding]:
    from companion.playout.library import kernel

    return ok("playout_ok") if kernel() else [warning("playout_missing")]


def check_voice(context: CheckContext) -> list[Finding]:
    """Checks whether the tablet can speak, if the settings turn speech on."""
    if find_speech():
        return ok("voice_ok", program=SPEECH_PROGRAM)
    return [warning("voice_missing", program=SPEECH_PROGRAM)] if context.settings.voice else ok("voice_off")


def _slow() -> Finding:
    """Returns a warning: a busy computer is no fault of a driver or a package."""
    return warning("check_slow", seconds=round(_CHILD_S))


def _child(*arguments: str, **environ: str) -> subprocess.CompletedProcess[str] | None:
    """Runs Python beside ours; returns None if it takes too long.  Raises OSError."""
    command = [sys.executable, *arguments]
    # a file in the working folder must not hide a package of the same name
    own = {"PYTHONSAFEPATH": "1"} if "-c" in arguments else {}
    try:
        return subprocess.run(
            command, env=os.environ | environ | own, capture_output=True, text=True, check=False,
            timeout=_CHILD_S, stdin=subprocess.DEVNULL, errors="replace",
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return None
