"""The build hook of hatchling: a wheel carries the manual where `make docs` has built it, and the compiled kernel where
there is a C compiler (pyproject.toml).

With PAWTRACK_MACHINE naming another processor than this one the wheel carries no kernel and fits all.
"""

import os
import platform
import runpy
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from packaging.tags import platform_tags


class BuiltParts(BuildHookInterface[Any]):
    """An editable install gets none of them: there `make` builds them."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Puts the manual and the kernel, which it compiles, among the files of the wheel."""
        if version == "editable":
            return
        manual = Path(self.root) / "build/manual"
        if (manual / "index.html").is_file():
            build_data["force_include"][str(manual)] = "companion/manual"
        if os.environ.get("PAWTRACK_MACHINE", platform.machine()) != platform.machine():
            return
        build = runpy.run_path(str(Path(self.root) / "companion/playout/build.py"))
        build["main"]()
        library = Path(build["LIBRARY"])
        if library.exists():
            build_data["artifacts"].append(library.relative_to(self.root).as_posix())
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{next(platform_tags())}"
