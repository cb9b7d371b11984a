"""The tablet's drawings, which are PNG files, as pictures of Pillow."""

import io

from PIL import Image


def opened(png: bytes) -> Image.Image:
    return Image.open(io.BytesIO(png)).convert("RGBA")
