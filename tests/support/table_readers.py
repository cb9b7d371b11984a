"""Readers and boards of vision for the profiles that tests draw."""

from companion.board.profile import BoardProfile
from companion.sensors.board_spots import BoardSpots, vision_board
from vision.board import Board
from vision.frames import Image
from vision.reader import BoardReader


def spots_of(profile: BoardProfile) -> BoardSpots:
    """The spots with a seat at every sector."""
    return BoardSpots.of(profile, tuple(range(len(profile.goal))))


def board_of(profile: BoardProfile) -> Board:
    """The board with a seat at every sector."""
    return vision_board(profile, spots_of(profile))


def piece_colours(colours: tuple[str, ...], dog: bool) -> tuple[str, ...]:
    return (*colours, *(("black",) if dog else ()))


def reader_of(
    profile: BoardProfile,
    *,
    sectors: tuple[int, ...],
    colours: tuple[str, ...],
    dog: bool,
    flat: Image | None = None,
    pawns: int | None = None,
) -> BoardReader:
    """A reader for a table with seats at these sectors, each with so many pawns, None where that is not known."""
    board = vision_board(profile, BoardSpots.of(profile, sectors, pawns))
    return BoardReader(board, piece_colours(colours, dog), flat)
