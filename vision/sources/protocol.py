"""The interface of every source of pictures; a missing or lost source gives one clear line, never a crash."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from vision.frames import Frame


class SourceError(Exception):
    """The source cannot be opened or has gone away; the message gives the remedy.

    `code` is that of the fault (docs/reference/faults.md) if the source knows more than the lack of pictures.
    """

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class SourceEnded(Exception):  # noqa: N818 - an end is no error
    """A finite source has shown its last picture."""


class FrameSource(Protocol):
    """`open` and `read` raise SourceError; `read` returns None if no usable picture came in time, and raises
    SourceEnded at the end."""

    def open(self) -> None: ...

    def read(self) -> Frame | None: ...

    def close(self) -> None: ...


@runtime_checkable
class Paired(Protocol):
    """A source of two cameras (`Frame.camera`)."""

    def lost(self) -> Mapping[int, str]:
        """The cameras that give no pictures, 0 or 1, with their names."""
        ...


@runtime_checkable
class Paced(Protocol):
    """A source that can leave pictures out, at less cost than reading them."""

    def pace(self, every_ms: int) -> None:
        """From now on a picture comes at most this often; 0: every picture."""
        ...
