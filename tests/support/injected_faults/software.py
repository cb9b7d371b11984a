"""Faults of packages and of the screen."""

from collections.abc import Iterator

from companion.writing.fonts import REGULAR
from injected_faults.surroundings import Surroundings, injected


@injected("a `cv2` that needs a library which is not there stands first on the path", "PT-SYS-04")
def opencv_cannot_be_loaded(table: Surroundings) -> Iterator[None]:
    (table.scratch / "cv2.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')\n")
    table.environ["PYTHONPATH"] = str(table.scratch)
    yield


@injected("the metadata of another numpy stands first on the path", "PT-SYS-02")
def numpy_of_another_version(table: Surroundings) -> Iterator[None]:
    folder = table.scratch / "numpy-1.0.0.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text("Metadata-Version: 2.1\nName: numpy\nVersion: 1.0.0\n")
    table.environ["PYTHONPATH"] = str(table.scratch)
    yield


@injected("an empty file lies over the playout kernel", "PT-SYS-08", needs_root=True)
def playout_kernel_is_broken(table: Surroundings) -> Iterator[None]:
    from companion.playout.build import LIBRARY

    (table.scratch / "empty").touch()
    table.mounts.append(f"mount --bind {table.scratch / 'empty'} {LIBRARY}")
    yield


@injected("an empty file lies over the tablet's font", "PT-SCR-04", needs_root=True)
def font_is_broken(table: Surroundings) -> Iterator[None]:
    (table.scratch / "empty").touch()
    table.mounts.append(f"mount --bind {table.scratch / 'empty'} {REGULAR}")
    yield


@injected("`__EGL_VENDOR_LIBRARY_FILENAMES` names no driver", "PT-SCR-02")
def no_gl(table: Surroundings) -> Iterator[None]:
    table.environ["__EGL_VENDOR_LIBRARY_FILENAMES"] = "/nonexistent.json"
    yield


@injected("`LIBGL_DRIVERS_PATH` leads nowhere", "PT-SCR-02")
def gl_driver_is_missing(table: Surroundings) -> Iterator[None]:
    table.environ["LIBGL_DRIVERS_PATH"] = "/nonexistent"
    yield


@injected("`DISPLAY` names an X server that is not there", "PT-SCR-02")
def x_server_is_gone(table: Surroundings) -> Iterator[None]:
    table.environ |= {"SDL_VIDEODRIVER": "x11", "DISPLAY": ":77"}
    yield


@injected("no `DISPLAY`, no Wayland", "PT-SCR-01")
def no_display(table: Surroundings) -> Iterator[None]:
    table.environ |= {"SDL_VIDEODRIVER": "", "DISPLAY": "", "WAYLAND_DISPLAY": ""}
    yield
