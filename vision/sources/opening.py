"""From what a person wrote or chose to a source of pictures."""

from pathlib import Path

from vision.sources.devices import is_device
from vision.sources.files import FilmSource, FolderSource
from vision.sources.live import LiveSource
from vision.sources.protocol import FrameSource


def open_source(spec: str) -> FrameSource:
    """A source for a camera's number or device file, a folder of pictures, a film's path or an address in the network;
    it is not opened yet."""
    if Path(spec).is_dir():
        return FolderSource(Path(spec))
    if is_device(spec) or "://" in spec:
        return LiveSource(spec)
    return FilmSource(spec)
