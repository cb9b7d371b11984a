"""Knowledge of a table that holds wherever its board lies: the pawns' colours and the print of the disc."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.board import Disc, Spots
from vision.learn.lessons import is_glossy, learnt, similar_colours
from vision.read.appearance import EmptyBoard, Lab, Palette
from vision.read.cover.cast_shadows import Shade
from vision.read.cover.free_surface import bare_board
from vision.read.cover.occluders import Occlusion
from vision.read.disc_print import DiscPrint
from vision.read.evidence import AppearanceModel
from vision.read.view import BoardView


@dataclass(frozen=True, slots=True, eq=False)
class TableMemory:
    """`palette` is indexed by the classes of pawns, `bare` by the groups of spots; `disc_deg` is the last known angle
    of the disc; `similar` are two colours that looked alike in the first lesson; `shade` is the look of pawns'
    shadows."""

    palette: Palette
    bare: Palette
    disc_print: DiscPrint | None = None
    disc_deg: float | None = None
    glossy: bool = False
    similar: tuple[str, str] | None = None
    shade: Shade | None = None

    @classmethod
    def of(cls, names: tuple[str, ...], spots: Spots, disc: Disc | None) -> "TableMemory":
        """Returns the memory before the first lesson, from the names of the colours."""
        disc_print = None if disc is None else DiscPrint.unknown(disc)
        return cls(Palette.named(names), Palette.named(("",) * spots.groups), disc_print)

    def looks(self, empty: EmptyBoard) -> AppearanceModel:
        return AppearanceModel(empty, self.palette, self.bare, self.glossy)


def after_lesson(
    memory: TableMemory,
    empty: EmptyBoard,
    lab: Lab,
    known: NDArray[np.int64],
    view: BoardView,
    spots: Spots,
    names: tuple[str, ...],
    hidden: Occlusion,
) -> tuple[TableMemory, EmptyBoard]:
    """Returns memory and empty board after a picture in which spots hold the classes `known` (n,), -1 for unknown."""
    first = not empty.known.any()
    looks = learnt(known, memory.looks(empty), lab, spots, view.outlines, hidden)
    disc_print = memory.disc_print
    if disc_print is not None and memory.disc_deg is not None:
        bare = bare_board(known, view.outlines, view.shape) & ~hidden.pixels
        disc_print = disc_print.learnt(lab, bare, view.pose, memory.disc_deg, view.offset_mm)
    after = replace(
        memory,
        palette=looks.palette,
        bare=looks.bare,
        disc_print=disc_print,
        glossy=is_glossy(looks, lab, known, view.outlines),
        similar=similar_colours(looks.palette, names) if first else None,
    )
    return after, looks.empty
