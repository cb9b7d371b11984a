"""Wine's own gaps, filled as `sitecustomize`.

OpenCV computes in one thread, since in Wine its others fail ("Unknown exception").
A lock that another program holds is an error without a number in Wine, and "permission denied" on Windows.
"""

import errno
import msvcrt
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from types import ModuleType


class OneThread(MetaPathFinder):
    """Loads OpenCV as ever and then sets its number of threads."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target) if fullname == "cv2" else None
        if spec and spec.loader:
            load = spec.loader.exec_module

            def load_with_one_thread(module: ModuleType) -> None:
                load(module)
                # while OpenCV loads itself it is imported twice
                if hasattr(module, "setNumThreads"):
                    module.setNumThreads(1)

            spec.loader.exec_module = load_with_one_thread  # type: ignore[method-assign]
        return spec


def locked_as_on_windows(handle: int, mode: int, count: int) -> None:
    """Raises PermissionError where another program holds the lock."""
    try:
        _locking(handle, mode, count)
    except OSError as error:
        raise OSError(error.errno or errno.EACCES, error.strerror) from error


_locking = msvcrt.locking  # type: ignore[attr-defined]
msvcrt.locking = locked_as_on_windows  # type: ignore[attr-defined]
sys.meta_path.insert(0, OneThread())
