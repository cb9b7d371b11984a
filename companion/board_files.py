"""The printed boards we ship, one profile each (contract section 5), and boards a user brings as a file."""

from importlib import resources
from pathlib import Path

from vision.profile import BoardProfile, ProfileError, load_profile, parse_profile

__all__ = ["BoardProfile", "ProfileError", "board_ids", "load_board"]


def board_ids() -> tuple[str, ...]:
    """Ids of the shipped boards, in alphabetical order."""
    folder = resources.files("companion") / "boards"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_board(board: str) -> BoardProfile:
    """A shipped board by its id, or any profile by its path.  Raises ProfileError."""
    if board in board_ids():
        text = (resources.files("companion") / "boards" / f"{board}.toml").read_text(encoding="utf-8")
        return parse_profile(text, board)
    path = Path(board)
    if not path.is_file():
        raise ProfileError(f"board {board!r} is unknown: use one of {', '.join(board_ids())} or the path of a profile")
    return load_profile(path)
