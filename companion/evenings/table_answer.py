"""Whether another Pawtrack in the house answers, for the screen that names its address."""

from enum import StrEnum


class TableAnswer(StrEnum):
    """`STRANGE`: somebody answers there, and no table of a Pawtrack is heard; `WRONG`: no address at all."""

    SEARCHING = "searching"
    HERE = "here"
    STRANGE = "strange"
    AWAY = "away"
    WRONG = "wrong"
