"""The printed boards: those we ship, those made to measure by their name, boards of one's own, and boards brought as a
file.

Format: docs/reference/formats/board.md.

Boards of one's own lie in the user's folder; beside a profile may lie its print, by which it is found without markers.
"""

from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from typing import Final

from companion.board.marker_mirrors import checked_mirror
from companion.board.profile import BoardProfile, ProfileError, parse_profile
from companion.board.shapes import made_text, shape_for, shape_named
from companion.rules.variant import Variant
from companion.settings.file import data_folder
from companion.system.files import read_text
from companion.system.quoting import listed, short

__all__ = [
    "PRINT_SUFFIX",
    "BoardProfile",
    "ProfileError",
    "board_for",
    "board_ids",
    "board_text",
    "boards_for",
    "fits",
    "has_print",
    "is_public",
    "load_board",
    "own_board_ids",
    "own_folder",
    "print_owner",
    "runs_clockwise",
]

#: The ending of the print beside a profile.
PRINT_SUFFIX: Final = ".png"


def board_ids() -> tuple[str, ...]:
    """Ids of the shipped boards, in alphabetical order."""
    folder = resources.files("companion.board") / "profiles"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def own_folder() -> Path:
    """The folder of boards of one's own."""
    return data_folder() / "boards"


def own_board_ids() -> tuple[str, ...]:
    """Names of the boards of one's own, in alphabetical order; shipped ones cannot be hidden by them."""
    return tuple(sorted({path.stem for path in own_folder().glob("*.toml")} - set(board_ids())))


def load_board(board: str) -> BoardProfile:
    """A board by its name: shipped, made to measure or one's own; or any profile by its path.  Raises ProfileError."""
    name = Path(board).name
    return checked_mirror(parse_profile(board_text(board), name), name)


def board_text(board: str) -> str:
    """The TOML text of a board's file.  Raises ProfileError."""
    try:
        if board in board_ids():
            return (resources.files("companion.board") / "profiles" / f"{board}.toml").read_text(encoding="utf-8")
        shape = shape_named(board)
        if shape is not None:
            return made_text(shape)
        return read_text(_path(board))
    except OSError as error:
        known = listed((*board_ids(), *own_board_ids()))
        reason = f"board {short(board)} cannot be read ({error.strerror})"
        raise ProfileError(f"{reason}: use one of {known} or the path of a profile") from error


def print_owner(board: str) -> Path:
    """The profile beside which the print of a board is stored; that of a shipped or made board may be missing."""
    return own_folder() / f"{board}.toml" if is_public(board) else _path(board)


def has_print(board: str) -> bool:
    """Returns whether a print of the board is stored."""
    return print_owner(board).with_suffix(PRINT_SUFFIX).exists()


def is_public(board: str) -> bool:
    """Returns whether every copy of the program knows the board: a shipped one, or one made to measure."""
    return board in board_ids() or shape_named(board) is not None


def _path(board: str) -> Path:
    own = own_folder() / f"{board}.toml"
    return own if board in own_board_ids() else Path(board)


def fits(profile: BoardProfile, variant: Variant) -> bool:
    """Whether the game can be played on the board: its sectors, its fields a sector, its lanes and kennels, and further
    parts that the game needs.

    A disc or a centre that a game does not use does no harm; one pawn may be without a spot in the kennel (DOG-R27).
    """
    sectors = len(profile.goal)
    if sectors not in variant.sectors or len(profile.track) != variant.field_count(sectors):
        return False
    pawns = max(variant.pawns[count] for count in variant.boards[sectors])
    if len(profile.goal[0]) != variant.goal_fields or len(profile.kennel[0]) + 1 < pawns:
        return False
    return (profile.wheel is not None or not variant.wheel_offsets) and (
        profile.centre is not None or variant.centre is None
    )


def runs_clockwise(profile: BoardProfile) -> bool:
    """Whether the track is listed clockwise, so that pawns go that way (DOG-R31)."""
    ring = [*profile.track, profile.track[0]]
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairwise(ring)) > 0


def boards_for(variant: Variant, sectors: int, *, clockwise: bool = True) -> tuple[str, ...]:
    """The boards with so many sectors on which the game can be played that way round, the most fitting first.

    That is the shipped one made for the game; else one without a disc that the game does not use; else one made to
    measure.  Boards of one's own come last, in the same order.
    """
    known = {**_shipped(), **_own()}
    boards = [(board, profile) for board, profile in known.items() if len(profile.goal) == sectors]
    fitting = [
        (board, profile) for board, profile in boards if fits(profile, variant) and runs_clockwise(profile) == clockwise
    ]

    def preference(entry: tuple[str, BoardProfile]) -> tuple[bool, bool, bool, str]:
        board, profile = entry
        own = board not in _shipped()
        return own, profile.family != variant.id, (profile.wheel is not None) != bool(variant.wheel_offsets), board

    ordered = [board for board, _ in sorted(fitting, key=preference)]
    shipped = [board for board in ordered if board in _shipped()]
    made = [] if shipped else _made(variant, sectors, clockwise=clockwise)
    return (*shipped, *made, *ordered[len(shipped) :])


def _made(variant: Variant, sectors: int, *, clockwise: bool) -> list[str]:
    shape = shape_for(variant, sectors, clockwise=clockwise) if sectors in variant.sectors else None
    return [] if shape is None else [shape.name]


def board_for(variant: Variant, sectors: int, *, clockwise: bool = True) -> str:
    """The default board.  Raises ProfileError for a game with a disc, which no board of another shape has."""
    boards = boards_for(variant, sectors, clockwise=clockwise)
    if not boards:
        raise ProfileError(f"no board for {variant.id} with {sectors} sectors is shipped: bring the path of a profile")
    return boards[0]


@cache
def _shipped() -> dict[str, BoardProfile]:
    return {board: load_board(board) for board in board_ids()}


def _own() -> dict[str, BoardProfile]:
    """Usable boards of one's own; one with a mistake in it is reported where it is named."""
    boards = {}
    for board in own_board_ids():
        try:
            boards[board] = load_board(board)
        except ProfileError:
            continue
    return boards
