"""Has OpenSCAD make the solids: the printed parts for the printer, and everything in its place for the pictures."""

import hashlib
import re
import subprocess
from pathlib import Path
from typing import Final

from meshes import Mesh, read_mesh, write_mesh

ENCLOSURE: Final = Path(__file__).resolve().parent.parent / "enclosure"
STL: Final = ENCLOSURE / "stl"
PRINTED: Final = (
    "hub",
    "ring",
    "lid",
    "case",
    "foot",
    "gauge",
    "lid-plugs",
    "case-plugs",
    "foot-plugs",
    "lid-pico",
    "case-pico",
)
_BUILD: Final = ENCLOSURE / "build"
_MOST_S: Final = 300


class WorkshopError(Exception):
    """OpenSCAD could not make a part; one line."""


def render(part: str, file: Path, *, in_place: bool = False) -> None:
    """Writes one part as binary STL.  Raises WorkshopError when OpenSCAD warns, fails, or the solid is not closed."""
    source = ENCLOSURE / ("wheel.scad" if part in PRINTED else "stand_ins.scad")
    shape, _, variant = part.partition("-")
    order = ["openscad", "-D", f'part="{shape}"', "-D", f"in_place={str(in_place).lower()}"]
    if variant:
        order += _other_measures(variant)
    file.parent.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(
        [*order, "--export-format", "binstl", "-o", str(file), str(source)],
        capture_output=True,
        text=True,
        timeout=_MOST_S,
        check=False,
    )
    said = done.stderr
    trouble = next((line for line in said.splitlines() if re.match("WARNING|ERROR|.*No top level", line)), "")
    if done.returncode or trouble:
        raise WorkshopError(f"{part}: {trouble or said.strip().splitlines()[-1]}")
    if re.search(r"Simple: +no", said):
        raise WorkshopError(f"{part}: OpenSCAD says that its surface is not simple, so it cannot be printed")
    # OpenSCAD gives the same triangles in another order every time.
    write_mesh(read_mesh(file), file)


def _other_measures(variant: str) -> list[str]:
    """Plugs on pins need more room below the boards than joints do, a Pico another place; all else follows."""
    m = measures()
    other = {"solder": f"{m['plugs']:g}"}
    if variant == "pico":
        other["nano"] = f"[{m['pico_x']:g}, {m['pico_y']:g}, {m['pico_z']:g}]"
        other["nano_rest"] = f"[{m['pico_rest_x']:g}, {m['pico_rest_y']:g}]"
    return [word for name, value in other.items() for word in ("-D", f"{name}={value}")]


def solid(part: str) -> Mesh:
    """A part in its place; made once for every state of the sources."""
    state = hashlib.sha256(b"".join(file.read_bytes() for file in sorted(ENCLOSURE.glob("*.scad")))).hexdigest()[:12]
    file = _BUILD / state / f"{part}.stl"
    if not file.exists():
        render(part, file, in_place=True)
    return read_mesh(file)


def measures() -> dict[str, float]:
    """The plain numbers of measures.scad, sums of them included; lists are left out."""
    known: dict[str, float] = {}
    lists: dict[str, list[float]] = {}
    for name, words in re.findall(r"^(\w+) = ([^;]+);", (ENCLOSURE / "measures.scad").read_text("utf-8"), re.MULTILINE):
        if "for (" in words:
            continue
        if not re.fullmatch(r"[\w\s.,+*/()\[\]-]+", words):
            raise WorkshopError(f"measures.scad: {name} is no plain sum")
        value = eval(words, {"__builtins__": {}}, {**known, **lists})
        if isinstance(value, list):
            lists[name] = value
            known.update({f"{name}_{axis}": float(item) for axis, item in zip("xyz", value, strict=False)})
        else:
            known[name] = float(value)
    return known
