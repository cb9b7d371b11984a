"""Pictures of `ui.art` as textures, made once for each size and cached."""

import io
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, Final

from kivy.core.image import Image

#: Enough for every icon at a few sizes; the oldest go first (a window that is being resized asks for many).
_MOST: Final = 400
_kept: OrderedDict[tuple[object, ...], Any] = OrderedDict()


def texture(key: tuple[object, ...], draw: Callable[[], bytes]) -> Any:
    """The texture of `key`, drawn on first use.  Only on the screen's thread."""
    if key in _kept:
        _kept.move_to_end(key)
        return _kept[key]
    made = to_texture(draw())
    _kept[key] = made
    while len(_kept) > _MOST:
        _kept.popitem(last=False)
    return made


def to_texture(png: bytes) -> Any:
    """A PNG file as a new texture, right way up."""
    return Image(io.BytesIO(png), ext="png", nocache=True).texture
