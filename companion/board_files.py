"""The printed boards we ship, one profile each (contract section 5), and boards a user brings as a file."""

from importlib import resources
from pathlib import Path

from vision.profile import BoardProfile, ProfileError, parse_profile

__all__ = ["BoardProfile", "ProfileError", "board_ids", "board_text", "load_board"]


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
