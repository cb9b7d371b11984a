"""Makes the committed files of the wheel's hardware again: `make hardware`, or `python make.py [KIND ...]`.

Beside each made file, `made-from.txt` keeps its hash and that of its sources; a test compares them.
"""

import hashlib
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from paper_parts import write_template
from scenes import SCENES
from workshop import PRINTED, STL, WorkshopError, render

PICTURES: Final = Path(__file__).resolve().parent
HARDWARE: Final = PICTURES.parent
LEDGER: Final = PICTURES / "made-from.txt"
#: Program -> how to get it.
TOOLS: Final = {
    "openscad": "sudo apt install openscad",
    "dot": "sudo apt install graphviz",
    "wireviz": "pip install -e '.[hardware]'",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of file: its `files` are made by `make`, with `tools`, from `sources`; all paths below hardware/."""

    files: tuple[str, ...]
    sources: tuple[str, ...]
    make: Callable[[], None]
    tools: tuple[str, ...] = ()


#: The Arduino's and the Pico's.
_WIRINGS: Final = ("wheel", "pico")


def _make_stl() -> None:
    for part in PRINTED:
        render(part, STL / f"{part}.stl")


def _make_wiring() -> None:
    wireviz = tool("wireviz")
    assert wireviz is not None
    for name in _WIRINGS:
        done = subprocess.run(
            [wireviz, "--format", "sp", str(HARDWARE / "wiring" / f"{name}.yml")],
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode or "Warning" in done.stderr:
            raise WorkshopError(f"{name}.yml: {done.stderr.strip().splitlines()[-1]}")


def _make_pictures() -> None:
    for name, draw in SCENES.items():
        draw().save(PICTURES / f"{name}.png")


def _make_template() -> None:
    write_template(HARDWARE / "enclosure" / "cardboard.pdf")


_SCAD: Final = ("enclosure/measures.scad", "enclosure/wheel.scad")
_PAINTER: Final = ("pictures/drafting.py", "pictures/meshes.py", "pictures/scenes.py", "pictures/workshop.py")
KINDS: Final = {
    "stl": Kind(
        files=tuple(f"enclosure/stl/{part}.stl" for part in PRINTED), sources=_SCAD, make=_make_stl, tools=("openscad",)
    ),
    "wiring": Kind(
        files=tuple(f"wiring/{name}.{kind}" for name in _WIRINGS for kind in ("svg", "png")),
        sources=tuple(f"wiring/{name}.yml" for name in _WIRINGS),
        make=_make_wiring,
        tools=("dot", "wireviz"),
    ),
    "template": Kind(
        files=("enclosure/cardboard.pdf",),
        sources=("enclosure/measures.scad", "pictures/paper_parts.py"),
        make=_make_template,
    ),
    "pictures": Kind(
        files=tuple(f"pictures/{name}.png" for name in SCENES),
        sources=(*_SCAD, "enclosure/stand_ins.scad", *_PAINTER),
        make=_make_pictures,
        tools=("openscad",),
    ),
}


def tool(name: str) -> str | None:
    """Returns the path of a program: beside this Python, or anywhere on the path."""
    beside = Path(sys.executable).parent / name
    return str(beside) if beside.exists() else shutil.which(name)


def digest(files: Iterable[str]) -> str:
    """Returns one hash of several files below hardware/."""
    return hashlib.sha256(b"".join((HARDWARE / file).read_bytes() for file in files)).hexdigest()[:32]


def read_ledger() -> dict[str, tuple[str, str]]:
    """Returns file below hardware/ -> its hash and that of its sources when it was made."""
    lines = LEDGER.read_text("utf-8").splitlines() if LEDGER.exists() else []
    return {file: (own, source) for own, source, file in (line.split() for line in lines if line[:1] != "#")}


def _write_ledger(kinds: Iterable[Kind]) -> None:
    ledger = read_ledger()
    for kind in kinds:
        ledger.update({file: (digest([file]), digest(kind.sources)) for file in kind.files})
    known = {file for kind in KINDS.values() for file in kind.files}
    lines = [f"{own} {source} {file}\n" for file, (own, source) in sorted(ledger.items()) if file in known]
    LEDGER.write_text("# hash of the file, hash of its sources, file; written by: make hardware\n" + "".join(lines))


def main(names: list[str]) -> int:
    """Returns the exit status."""
    unknown = [name for name in names if name not in KINDS]
    if unknown:
        sys.stderr.write(f"hardware: there is no {', '.join(unknown)}; choose from {', '.join(KINDS)}\n")
        return 2
    chosen = {name: KINDS[name] for name in names or KINDS}
    missing = sorted({needed for kind in chosen.values() for needed in kind.tools if tool(needed) is None})
    if missing:
        ways = "; ".join(f"{name} ({TOOLS[name]})" for name in missing)
        sys.stderr.write(f"hardware: missing programs: {ways}\n")
        return 2
    try:
        for name, kind in chosen.items():
            kind.make()
            sys.stdout.write(f"{name}: {len(kind.files)} files\n")
    except WorkshopError as error:
        sys.stderr.write(f"hardware: {error}\n")
        return 1
    _write_ledger(chosen.values())
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
