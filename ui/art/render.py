"""SVG as a picture; resvg draws it, the same markup that browsers show."""

import io

from PIL import Image
from resvg_py import svg_to_bytes


def render(svg: str, side_px: int) -> Image.Image:
    """A square SVG file as an RGBA picture."""
    side = max(1, side_px)
    # given a size, resvg rounds that of the file first, and everything would be drawn slightly off
    sized = svg.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
    return Image.open(io.BytesIO(svg_to_bytes(svg_string=sized, skip_system_fonts=True))).convert("RGBA")
