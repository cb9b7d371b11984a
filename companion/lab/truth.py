"""The boards of the companion as the lab of `vision` knows them, and recordings with the truth beside them."""

from pathlib import Path
from typing import Any

import msgspec

from companion.board.profile import BoardProfile, load_profile
from companion.sensors.board_print import print_beside
from companion.sensors.board_spots import BoardSpots, vision_board
from companion.system.toml import TomlError, load_toml
from vision.frames import Image
from vision.lab.truth import LabBoard, TrueRecording, TruthError, read_truth


class _Session(msgspec.Struct, frozen=True):
    board: str
    seats: tuple[int, ...]
    colours: tuple[str, ...]
    position: str


class _Position(msgspec.Struct, frozen=True):
    """The starting places of each seat's pawns."""

    pawns: tuple[tuple[Any, ...], ...]


def layout_of(
    profile: BoardProfile,
    sectors: tuple[int, ...],
    colours: tuple[str, ...],
    flat: Image | None = None,
    *,
    pawns: int | None = None,
) -> LabBoard:
    """Returns the board with the spots of the seats at these printed sectors, each with its part and its name.

    `pawns` is the number of each seat, None if unknown.
    """
    spots = BoardSpots.of(profile, sectors, pawns)
    parts = ["disc" if on_disc else "track" for on_disc in spots.on_disc[: spots.field_count]]
    names = [f"{part} {field}" for field, part in enumerate(parts)]
    for colour, sector in zip(colours, sectors, strict=True):
        parts += ["lane"] * len(profile.goal[sector])
        names += [f"{colour} lane {place + 1}" for place in range(len(profile.goal[sector]))]
    for colour, sector in zip(colours, sectors, strict=True):
        parts += ["kennel"] * len(profile.kennel[sector])
        names += [f"{colour} kennel {place + 1}" for place in range(len(profile.kennel[sector]))]
    if spots.centre is not None:
        parts.append("centre")
        names.append("centre")
    return LabBoard(
        name=profile.id,
        board=vision_board(profile, spots),
        parts=tuple(parts),
        names=tuple(names),
        starts=tuple(range(0, len(profile.track), len(profile.track) // len(profile.goal))),
        print=flat,
    )


def load_truth(folder: Path) -> TrueRecording:
    """Reads a recording and its truth.  Raises TruthError, ProfileError."""
    try:
        session = msgspec.convert(load_toml(folder / "session.toml"), _Session)
        pawns = msgspec.json.decode(session.position, type=_Position).pawns
    except (OSError, TomlError, msgspec.MsgspecError) as error:
        raise TruthError(f"{folder.name} is no recording with the truth beside it ({error})") from error
    path = folder / session.board
    layout = layout_of(
        load_profile(path), session.seats, session.colours, print_beside(path), pawns=max(map(len, pawns), default=None)
    )
    return read_truth(folder, layout, session.colours)
