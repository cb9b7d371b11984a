"""SVG as a picture; resvg draws it, the same markup that browsers show."""

from resvg_py import svg_to_bytes


def render(svg: str, side_px: int) -> bytes:
    """A square SVG file as an RGBA picture, a PNG file."""
    side = max(1, side_px)
    # given a size, resvg rounds that of the file first, and everything would be drawn slightly off
    sized = svg.replace("<svg ", f'<svg width="{side}" height="{side}" ', 1)
    return bytes(svg_to_bytes(svg_string=sized, skip_system_fonts=True))
