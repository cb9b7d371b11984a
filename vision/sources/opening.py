"""From what a person wrote or chose to a source of pictures."""

from pathlib import Path

from companion.system.addresses import exists, is_address
from vision.sources.devices import is_device
from vision.sources.files import FilmSource, FolderSource
from vision.sources.live import LiveSource
from vision.sources.protocol import FrameSource


def open_source(spec: str) -> FrameSource:
    """A source for a camera's number or device file, a folder of pictures, a film's path or an address in the network;
    it is not opened yet."""
    if exists(spec):
        return FolderSource(Path(spec)) if Path(spec).is_dir() else _file_or_device(spec)
    return LiveSource(spec) if is_address(spec) else _file_or_device(spec)


def _file_or_device(spec: str) -> FrameSource:
    if is_device(spec):
        return LiveSource(spec)
    return FilmSource(spec)
