"""Turns a person's text or choice into a source of pictures."""

import re
from pathlib import Path
from typing import Final

from companion.system.addresses import exists, is_address
from vision.sources.devices import is_device
from vision.sources.files import FilmSource, FolderSource
from vision.sources.live import LiveSource
from vision.sources.protocol import FrameSource

#: A folder with this number of pictures a second: pictures?rate=25.
_RATED: Final = re.compile(r"(.+)\?rate=([0-9]{1,3}(?:\.[0-9]{1,3})?)")


def open_source(spec: str) -> FrameSource:
    """Returns an unopened source for a camera's number or device file, a folder of pictures, a film's path or an
    address in the network.  A folder may carry its pictures a second, as `?rate=25`."""
    rated = _RATED.fullmatch(spec)
    if rated and exists(rated[1]) and float(rated[2]) > 0:
        return FolderSource(Path(rated[1]), float(rated[2]))
    if exists(spec):
        return FolderSource(Path(spec)) if Path(spec).is_dir() else _file_or_device(spec)
    return LiveSource(spec) if is_address(spec) else _file_or_device(spec)


def _file_or_device(spec: str) -> FrameSource:
    if is_device(spec):
        return LiveSource(spec)
    return FilmSource(spec)
