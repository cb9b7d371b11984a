"""The build hook of hatchling: a wheel carries the compiled kernel where there is a C compiler (pyproject.toml).

With PAWTRACK_MACHINE naming another processor than this one the wheel carries none and fits all.
"""

import os
import platform
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags


class PlayoutKernel(BuildHookInterface[Any]):
    """Nothing is compiled for an editable install: there `make` does it."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compiles the kernel and puts it among the files of the wheel."""
        if version == "editable" or os.environ.get("PAWTRACK_MACHINE", platform.machine()) != platform.machine():
            return
        build = runpy.run_path(str(Path(self.root) / "companion/playout/build.py"))
        build["main"]()
        library = Path(build["LIBRARY"])
        if library.exists():
            build_data["artifacts"].append(library.relative_to(self.root).as_posix())
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{next(platform_tags())}"
