"""Compiles the kernel with the C compiler of the machine: `python companion/playout/build.py`.

Made by `make`, and by the build of a wheel.  It needs nothing but the standard library, so that both can run it before
anything is installed.  Without a compiler it reports that in one line and leaves no library: the program then does
without.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).resolve().parent
SOURCES: Final = tuple(sorted((FOLDER / "kernel").glob("*.c")))
HEADERS: Final = tuple(sorted((FOLDER / "kernel").glob("*.h")))
LIBRARY: Final = FOLDER / {"darwin": "libplayout.dylib", "win32": "playout.dll"}.get(sys.platform, "libplayout.so")
_FLAGS: Final = ("-std=c99", "-Wall", "-Wextra", "-Wshadow", "-Wconversion")
_LIBRARY: Final = ("-O3", "-flto", "-shared", "-fPIC")


class BuildError(Exception):
    """The kernel could not be compiled; one line with the reason."""


def compiler() -> str | None:
    """The C compiler of the machine: $CC, cc, gcc or clang."""
    names = (os.environ.get("CC", ""), "cc", "gcc", "clang")
    return next((found for name in names if name and (found := shutil.which(name))), None)


def build(target: Path = LIBRARY, flags: tuple[str, ...] = _LIBRARY, sources: tuple[Path, ...] = SOURCES) -> Path:
    """Compiles the kernel into `target`, by itself the library.  Raises BuildError."""
    found = compiler()
    if found is None:
        raise BuildError("there is no C compiler")
    fresh = target.with_name(f"{target.name}.{os.getpid()}")  # two builds at once do not meet
    built_from = f'-DPLAYOUT_SOURCES="{digest()}"'
    command = [found, *_FLAGS, *flags, built_from, f"-I{FOLDER / 'kernel'}", "-o", str(fresh), *map(str, sources)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        fresh.unlink(missing_ok=True)
        raise BuildError(f"{found} failed: {done.stderr.strip()[:2000]}")
    fresh.replace(target)
    return target


def digest() -> str:
    """The SHA-256 of all sources and of the way they are compiled, which the library carries."""
    every = hashlib.sha256()
    for path in (*SOURCES, *HEADERS, Path(__file__)):
        every.update(path.read_bytes())
    return every.hexdigest()


def is_stale(library: Path = LIBRARY) -> bool:
    """Whether the library is missing or was built from other sources.

    No time tells: sources that change while they are compiled are older than their library.
    """
    return not library.exists() or digest().encode() not in library.read_bytes()


def main() -> int:
    """Builds stale libraries; a missing compiler is no failure, since the program runs without the kernel."""
    if not is_stale():
        return 0
    try:
        build()
    except BuildError as error:
        sys.stderr.write(f"chances are off: the playout kernel is not built ({error})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
