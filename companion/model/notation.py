"""Text forms: a whole position on one line, and a play in short.  The grammar is in docs/notation.md.

The position's line is complete and reads back to the same value; it is checked for its shape here and for the rules by
whoever knows them.  A play's text is for people and for the record; nothing reads it back.
"""

import re
from typing import Final

import msgspec

from companion.model.places import GOAL_FIELDS, KENNEL, Place, goal, goal_number, is_goal, is_track
from companion.model.play import Capture, Play, Step, StepKind
from companion.model.position import Placement, Position, Switch

VERSION: Final = "v1"
_BARE: Final = re.compile(r"[A-Za-z][\w-]*")
_NUMBER: Final = re.compile(r"-?\d{1,9}")
_SEAT: Final = re.compile(r"(\d{1,2}):(\S+)")
_PLACE_NAMES: Final = {KENNEL: "k", Place(-6): "c", Place(-7): "off"} | {
    goal(number): f"g{number}" for number in range(1, GOAL_FIELDS + 1)
}
_PLACES: Final = {name: place for place, name in _PLACE_NAMES.items()}
