"""What every source of pictures is; a missing or lost one is one clear line, never a crash."""

from typing import Protocol

from vision.frames import Frame


class SourceError(Exception):
    """The source cannot be opened or has gone away; the message says what to do."""


class SourceEnded(Exception):  # noqa: N818 - an end is no error
    """A finite source has shown its last picture."""


class FrameSource(Protocol):
    """`open` and `read` raise SourceError; `read` gives None when no usable picture came in time, SourceEnded at the
    end."""

    def open(self) -> None: ...

    def read(self) -> Frame | None: ...

    def close(self) -> None: ...
