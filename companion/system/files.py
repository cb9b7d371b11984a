"""Files by others, read whole: only regular ones, and never more than a limit.

Law: reading always ends.  A pipe or a device is refused before it is opened (opening a serial port resets the device
behind it), and the limit counts the bytes read, not the size that the system reports: that is 0 in /proc.
"""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO, Final

#: A text that people write or that we write for them; the longest of ours have 20 kB.
TEXT_BYTES: Final = 256 * 1024
#: A record of a whole evening, a recording's inputs.
RECORD_BYTES: Final = 16 * 1024 * 1024
#: A photograph, or the print of a board.
PICTURE_BYTES: Final = 64 * 1024 * 1024

#: The largest photograph of a telephone; OpenCV by itself allows twenty times as many.
PICTURE_PIXELS: Final = 50_000_000

_FLAGS: Final = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_CLOEXEC", "O_BINARY"))


def read_bytes(path: Path, longest: int) -> bytes:
    """The whole file.  Raises OSError, whose `strerror` is the reason, also for one longer than `longest` bytes."""
    with open_file(path) as file:
        try:
            content = file.read(longest + 1)
        except MemoryError as error:
            raise OSError(errno.ENOMEM, os.strerror(errno.ENOMEM)) from error
    if len(content) > longest:
        raise OSError(errno.EFBIG, f"it is longer than {_size(longest)}")
    return content


def open_file(path: Path) -> BinaryIO:
    """A regular file, open for reading.  Raises OSError, whose `strerror` is the reason."""
    try:
        check_kind(path.stat().st_mode)
        file = os.fdopen(os.open(path, os.O_RDONLY | _FLAGS), "rb")
    except ValueError as error:
        # a path with NUL or half a character in it
        raise OSError(errno.EINVAL, "no file can be called so") from error
    try:
        check_kind(os.fstat(file.fileno()).st_mode)
    except OSError:
        file.close()
        raise
    return file


def read_text(path: Path, longest: int = TEXT_BYTES) -> str:
    """The whole text, without a byte order mark.  Raises OSError, also for bytes that are no UTF-8."""
    try:
        return read_bytes(path, longest).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise OSError(errno.EILSEQ, f"byte {error.start + 1} is no UTF-8") from error


def bound_pictures() -> None:
    """Called before OpenCV is imported: OpenCV then refuses small files that unfold to more pixels, and ffmpeg inside
    it writes no address to the terminal, where a password cut in two would stand.
    """
    os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(PICTURE_PIXELS))
    os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")


def check_kind(mode: int) -> None:
    """Raises OSError for the mode of anything but a regular file."""
    if stat.S_ISDIR(mode):
        raise OSError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not stat.S_ISREG(mode):
        raise OSError(errno.EINVAL, "it is a device or a pipe, not a file")


def _size(count: int) -> str:
    return f"{count >> 20} MB" if count >= 1 << 20 else f"{count >> 10} kB"
