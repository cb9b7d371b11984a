"""What every source of pictures is; a missing or lost one is one clear line, never a crash."""

from typing import Protocol

from vision.frames import Frame


class SourceError(Exception):
    """The source cannot be opened or has gone away; the message says what to do.

    `code` is that of the fault (docs/reference/faults.md) where the source knows more than that there are no pictures.
    """

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code


class SourceEnded(Exception):  # noqa: N818 - an end is no error
    """A finite source has shown its last picture."""


class FrameSource(Protocol):
    """`open` and `read` raise SourceError; `read` gives None when no usable picture came in time, SourceEnded at the
    end."""

    def open(self) -> None: ...

    def read(self) -> Frame | None: ...

    def close(self) -> None: ...
