"""Quick members are the members of their class in every way."""

import pickle
from enum import Enum, Flag, StrEnum, auto

from companion.model.enums import quick
from companion.session.state import Phase


@quick
class Weather(Enum):
    SUN = 1
    RAIN = 2


@quick
class Wind(Flag):
    NONE = 0
    NORTH = auto()
    EAST = auto()


@quick
class Word(StrEnum):
    YES = "yes"


def test_members_stay_members() -> None:
    assert [*Weather] == [Weather.SUN, Weather.RAIN]
    assert Weather["SUN"] is Weather(1) is Weather.SUN
    assert Weather.SUN.name == "SUN"
    assert {Weather.SUN: 1}[Weather(1)] == 1
    assert Wind.NORTH & (Wind.NORTH | Wind.EAST) is Wind.NORTH
    assert Wind.NONE is Wind(0)
    assert {Word.YES: 1}["yes"] == 1
    assert pickle.loads(pickle.dumps(Phase.PLAY)) is Phase.PLAY


def test_members_are_plain_attributes() -> None:
    assert all(type.__getattribute__(Weather, "__dict__")[name] is Weather[name] for name in ("SUN", "RAIN"))
