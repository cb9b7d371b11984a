"""The printed boards we ship, one profile each (contract section 5), and boards a user brings as a file."""

from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path

from companion.rules.variant import Variant
from vision.profile import BoardProfile, ProfileError, parse_profile

__all__ = [
    "BoardProfile",
    "ProfileError",
    "board_for",
    "board_ids",
    "board_text",
    "boards_for",
    "fits",
    "load_board",
    "runs_clockwise",
]


def board_ids() -> tuple[str, ...]:
    """Ids of the shipped boards, in alphabetical order."""
    folder = resources.files("companion") / "boards"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_board(board: str) -> BoardProfile:
    """A shipped board by its id, or any profile by its path.  Raises ProfileError."""
    return parse_profile(board_text(board), Path(board).name)


def board_text(board: str) -> str:
    """The TOML text of a board, as it stands in its file.  Raises ProfileError."""
    try:
        if board in board_ids():
            return (resources.files("companion") / "boards" / f"{board}.toml").read_text(encoding="utf-8")
        return Path(board).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        known = ", ".join(board_ids())
        raise ProfileError(f"board {board!r} cannot be read: use one of {known} or the path of a profile") from error


def fits(profile: BoardProfile, variant: Variant) -> bool:
    """Whether the game can be played on the board: its sectors, its fields a sector, and whatever the game needs there.

    A disc or a centre that a game does not use does no harm.
    """
    sectors = len(profile.goal)
    if sectors not in variant.sectors or len(profile.track) != variant.field_count(sectors):
        return False
    return (profile.wheel is not None or not variant.wheel_offsets) and (
        profile.centre is not None or variant.centre is None
    )


def runs_clockwise(profile: BoardProfile) -> bool:
    """Which way the track is listed, and so which way pawns go on it (DOG-R31)."""
    ring = [*profile.track, profile.track[0]]
    return sum(x * next_y - next_x * y for (x, y), (next_x, next_y) in pairwise(ring)) > 0


def boards_for(variant: Variant, sectors: int, *, clockwise: bool = True) -> tuple[str, ...]:
    """The shipped boards with so many sectors on which the game can be played that way round, the most fitting first.

    That is the one made for the game; else one that has no disc that nobody would turn.
    """
    boards = [(board, profile) for board, profile in _shipped().items() if len(profile.goal) == sectors]
    fitting = [
        (board, profile) for board, profile in boards if fits(profile, variant) and runs_clockwise(profile) == clockwise
    ]

    def strangeness(entry: tuple[str, BoardProfile]) -> tuple[bool, bool, str]:
        board, profile = entry
        return profile.family != variant.id, (profile.wheel is not None) != bool(variant.wheel_offsets), board

    return tuple(board for board, _ in sorted(fitting, key=strangeness))


def board_for(variant: Variant, sectors: int, *, clockwise: bool = True) -> str:
    """The board that is set up when nobody chose one.  Raises ProfileError where none is shipped."""
    boards = boards_for(variant, sectors, clockwise=clockwise)
    if not boards:
        raise ProfileError(f"no board for {variant.id} with {sectors} sectors is shipped: bring the path of a profile")
    return boards[0]


@cache
def _shipped() -> dict[str, BoardProfile]:
    return {board: load_board(board) for board in board_ids()}
