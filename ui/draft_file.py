"""The draft of an own board on disk, so that neither leaving nor switching off loses the photograph and the taps.

Law: it is a convenience; a disk error or an unreadable draft never stops anybody.
"""

import io
import logging
from pathlib import Path
from typing import Final

import msgspec
import numpy as np
from PIL import Image

from companion.board.files import ProfileError, own_folder
from companion.preparation.own_board import Pawn
from companion.system.disk.whole_file import write_whole
from companion.system.files import TEXT_BYTES, read_bytes
from ui.presenters.own_board.board import OwnBoard, Step
from ui.presenters.own_board.sheet import Sheet, Taps

log = logging.getLogger(__name__)

_TAPS: Final = "draft.json"
_PHOTOGRAPH: Final = "draft.jpg"
#: Fine enough for corners and circles, and small enough to be written quickly.
_QUALITY: Final = 95


class _StoredDraft(msgspec.Struct, kw_only=True):
    template: str
    size_mm: tuple[float, float]
    pawn: Pawn
    step: Step
    name: str
    taps: Taps


def save(board: OwnBoard, *, photograph: bool) -> None:
    """Writes the taps, and the photograph too if it is a new one."""
    image = board.sheet.photograph
    if image is None:
        return
    stored = _StoredDraft(
        template=board.sheet.template,
        size_mm=board.sheet.size_mm,
        pawn=board.pawn,
        step=board.step,
        name=board.name,
        taps=board.taps,
    )
    folder = _folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if photograph:
            jpeg = io.BytesIO()
            Image.fromarray(image[..., ::-1]).save(jpeg, "JPEG", quality=_QUALITY)
            write_whole(folder / _PHOTOGRAPH, jpeg.getvalue())
        write_whole(folder / _TAPS, msgspec.json.encode(stored))
    except OSError as error:
        log.warning("the draft of the board is not kept on disk: %s", error.strerror or error)


def load() -> OwnBoard | None:
    """The stored draft, without its undo history; None if there is no usable one."""
    try:
        stored = msgspec.json.decode(read_bytes(_folder() / _TAPS, TEXT_BYTES), type=_StoredDraft)
        with Image.open(_folder() / _PHOTOGRAPH) as picture:
            image = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[..., ::-1])
        sheet = Sheet(stored.template, stored.size_mm, image, stored.taps)
        _ = sheet.outline
    except (OSError, ValueError, RecursionError, Image.DecompressionBombError, ProfileError):
        return None
    return OwnBoard(sheet, stored.pawn, stored.step, name=stored.name)


def delete() -> None:
    """Deletes the draft."""
    for name in (_TAPS, _PHOTOGRAPH):
        try:
            (_folder() / name).unlink(missing_ok=True)
        except OSError as error:
            log.warning("the draft of the board stays on disk: %s", error.strerror or error)


def _folder() -> Path:
    return own_folder() / "draft"
