"""A bundle as a file: a zip archive with a fixed set of names.

Laws: it is written whole or not at all and never over another file; reading a stranger's archive is bounded.
"""

import io
import re
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from companion.bundle.contents import BundleError
from companion.system.disk.whole_file import create, write_whole
from companion.system.files import read_bytes

#: The only names that a bundle has.
NAME: Final = re.compile(
    r"bundle\.json|versions\.txt|settings\.json|doctor\.json|health\.jsonl"
    r"|games/[0-9]{1,3}\.(jsonl|pawtrack)|pictures/[0-9]{1,12}\.(jpg|png)"
)
_MOST_BYTES: Final = 256 * 1024 * 1024
_MOST_FILES: Final = 600
#: The limit for one unpacked file.
_LONGEST: Final = 64 * 1024 * 1024
#: A fixed date: a file of the archive states its time in words, and its bytes depend on nothing else.
_DATE: Final = (2020, 1, 1, 0, 0, 0)


def write_bundle(path: Path, files: Mapping[str, bytes]) -> None:
    """Writes the bundle.  Raises BundleError."""
    if path.exists():
        raise BundleError(f"{path.name} is there already: name another file")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(files):
            archive.writestr(zipfile.ZipInfo(name, _DATE), files[name], zipfile.ZIP_DEFLATED)
    try:
        write_whole(path, packed.getvalue())
    except OSError as error:
        raise BundleError(f"{path.name} cannot be written ({error.strerror}): name a file elsewhere") from error


def read_bundle(path: Path) -> dict[str, bytes]:
    """Returns the files of a bundle.  Raises BundleError."""
    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path, _MOST_BYTES))) as archive:
            entries = archive.infolist()
            strange = next((entry.filename for entry in entries if not NAME.fullmatch(entry.filename)), None)
            if strange is not None or len(entries) > _MOST_FILES or "bundle.json" not in archive.namelist():
                raise BundleError(f"{path.name} is no bundle of Pawtrack; `pawtrack bundle` writes one")
            return {entry.filename: _content(archive, entry) for entry in entries}
    except OSError as error:
        raise BundleError(f"{path.name} cannot be read ({error.strerror or error}): name a bundle") from error
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError) as error:
        raise BundleError(f"{path.name} is no bundle of Pawtrack, or damaged ({error})") from error


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo) -> bytes:
    """Returns the content of one file, within its limit, whatever size the archive declares."""
    with archive.open(entry) as file:
        content = file.read(_LONGEST + 1)
    if len(content) > _LONGEST:
        raise BundleError(f"{entry.filename} in it is longer than {_LONGEST >> 20} MB: it is no bundle of Pawtrack")
    return content


def unpack(files: Mapping[str, bytes], folder: Path) -> None:
    """Writes the files of a bundle into a new folder.  Raises BundleError."""
    try:
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            with create(path) as file:
                file.write(content)
    except OSError as error:
        raise BundleError(f"{folder.name} cannot be filled ({error.strerror}): name a new folder") from error
