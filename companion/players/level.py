"""The strength of a computer player."""

from enum import StrEnum


class Level(StrEnum):
    """Each beats the one before; the names in all languages are in the catalogues, as `level.easy` and so on."""

    EASY = "easy"
    NORMAL = "normal"
    STRONG = "strong"
