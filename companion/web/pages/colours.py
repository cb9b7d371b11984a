"""The page's colours, the same as the tablet's."""

from dataclasses import asdict

from companion.looks.colours import BOARD, INTERFACE, PAGE, PAWNS, UNKNOWN


def colours_css() -> str:
    """Returns `/colours.css`: every colour by its name, pawns as `--pawn-COLOUR`."""
    pawns = {f"pawn-{colour}": look.fill for colour, look in (*PAWNS.items(), ("unknown", UNKNOWN))}
    named = INTERFACE | PAGE | asdict(BOARD) | pawns
    return ":root {\n" + "".join(f"  --{name.replace('_', '-')}: {colour};\n" for name, colour in named.items()) + "}\n"
