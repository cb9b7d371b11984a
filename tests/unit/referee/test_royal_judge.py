"""The exact referee at DOG Royal: for every ruling that can be broken, the fault that a good human referee names first.

If two rulings forbid the same move, either may be named: `ROY-R09|ROY-R11`.  Red has moved by default.
"""

import pytest
from broken_rules import Fault, assert_fault, assert_legal, assert_unfinished, names
from rules_for_tests import rules_of
from written_tables import Table

from companion.model.verdict import VerdictKind
from companion.referee.judge import judge

ROYAL = Table("dog_royal")
PLAIN = Table("dog_royal_plain")
HOME = "red:king@g1,knight@g2,citizen@g3,jester@g4"


RANK_FAULTS = [
    Fault("citizen over a knight", "3", "red:citizen@3 yellow:knight@5", "red:citizen@6 yellow:knight@5", "ROY-R01"),
    Fault("knight over a king", "5", "red:knight@3 yellow:king@5", "red:knight@8 yellow:king@5", "ROY-R01"),
    Fault("jester over the own king", "3", "red:king@5,jester@3", "red:king@5,jester@6", "ROY-R01"),
    Fault("over the partner's knight", "3", "red:citizen@3 green:knight@5", "red:citizen@6 green:knight@5", "ROY-R01"),
    Fault("home over a knight", "5", "red:citizen@61 yellow:knight@63", "red:citizen@g2 yellow:knight@63", "ROY-R01"),
    Fault("a 9 is not green", "9", "red:jester@4 yellow:king@6", "red:jester@13 yellow:king@6", "ROY-R01"),
    Fault("a copied 9 is not green", "copy", "red:jester@4 yellow:king@6 copied:9", "red:jester@13 yellow:king@6",
          "ROY-R01|ROY-R04"),
    Fault("knight takes a king", "3", "red:knight@3 yellow:king@6", "red:knight@6", "ROY-R09"),
    Fault("green onto a king", "10", "red:knight@3 yellow:king@13", "red:knight@13", "ROY-R09"),
    Fault("beside a king", "3", "red:knight@3 yellow:king@6", "red:knight@6 yellow:king@6", "ROY-R09"),
    Fault("knight takes the own king", "3", "red:king@6,knight@3", "red:knight@6", "ROY-R09|ROY-R11"),
    Fault("knight takes the partner's king", "3", "red:knight@3 green:king@6", "red:knight@6", "ROY-R09|ROY-R11"),
    Fault("pawn goes home instead", "3", "red:knight@3 yellow:king@6", "yellow:king@6", "ROY-R09|CORE-R31"),
    Fault("king on another's start field", "3", "red:jester@13 blue:king@16", "red:jester@16", "ROY-R09|ROY-R10"),
    Fault("king walks 8", "8", "red:king@20", "red:king@28", "ROY-R05"),
    Fault("king walks 10", "10", "red:king@20", "red:king@30", "ROY-R05"),
    Fault("king walks 13", "13", "red:king@20,knight@0", "red:king@33,knight@0", "ROY-R05|ROY-R06"),
    Fault("king walks 11", "1/11", "red:king@20", "red:king@31", "ROY-R05|ROY-R06"),
    Fault("king copies an 8", "copy", "red:king@20 copied:8", "red:king@28", "ROY-R05|ROY-R08"),
    Fault("king walks 9 home", "9", "red:king@57", "red:king@g2", "ROY-R05"),
    Fault("knight onto a blocker", "2", "red:knight@14 yellow:citizen@16", "red:knight@16", "CORE-R07|ROY-R13"),
    Fault("knight over a king at his start", "5", "red:knight@14 yellow:king@16", "red:knight@19 yellow:king@16",
          "ROY-R01|ROY-R13"),
    Fault("citizen over a blocker", "5", "red:citizen@14 yellow:jester@16", "red:citizen@19 yellow:jester@16",
          "CORE-R06|ROY-R13"),
    Fault("green over a blocker", "10", "red:citizen@14 yellow:jester@16", "red:citizen@24 yellow:jester@16",
          "CORE-R06|ROY-R15"),
    Fault("back over a blocker", "+-4", "red:king@18 yellow:jester@16", "red:king@14 yellow:jester@16",
          "CORE-R06|ROY-R15|DOG-R18"),
    Fault("citizen home over the blocker", "5", "red:citizen@62,jester@0", "red:citizen@g3,jester@0",
          "CORE-R06|ROY-R13"),
    Fault("knight jumps in the lane", "5", "red:knight@62,jester@g1", "red:knight@g3,jester@g1", "CORE-R13"),
    Fault("green jumps in the lane", "+-4", "red:king@g1,jester@63", "red:king@g1,jester@g3", "CORE-R13"),
]  # fmt: skip
POWER_FAULTS = [
    Fault("jester jumps on", "3", "red:jester@7", "red:jester@26", "ROY-R16|ROY-R17"),
    Fault("jump past a free one", "3", "red:citizen@7", "red:citizen@42", "ROY-R17|ROY-R18"),
    Fault("jump onto an occupied one", "3", "red:citizen@7 yellow:jester@26", "red:citizen@26", "ROY-R17"),
    Fault("jump without landing there", "5", "red:citizen@7", "red:citizen@26", "ROY-R16|ROY-R17|ROY-R21|CORE-R10"),
    Fault("jump backward", "3", "red:citizen@7", "red:citizen@58", "ROY-R17"),
    Fault("jump after a swap", "swap", "red:citizen@5 yellow:jester@26", "red:citizen@42 yellow:jester@5", "ROY-R21"),
    Fault("jump by a start card", "13", "red:citizen@10", "red:citizen@26", "ROY-R16|ROY-R17|ROY-R21|CORE-R10"),
    Fault("jester wastes 3", "9", "red:jester@62", "red:jester@g4", "ROY-R26"),
    Fault("jester wastes 3, short", "8", "red:jester@62", "red:jester@g3", "ROY-R26"),
    Fault("citizen wastes", "5", "red:citizen@62", "red:citizen@g2", "ROY-R26|CORE-R10"),
    Fault("jester wastes in the lane", "3", "red:jester@g1", "red:jester@g3", "ROY-R27"),
    Fault("jester wastes on the track", "5", "red:jester@20", "red:jester@24", "ROY-R28|CORE-R10"),
    Fault("jester wastes to reach his start", "3", "red:jester@62", "red:jester@0", "ROY-R28|CORE-R10"),
    Fault("jester wastes with a 4 back", "+-4", "red:jester@20", "red:jester@18", "ROY-R28|CORE-R10"),
    Fault("magnet behind the next but one", "magnet", "red:jester@5 yellow:jester@6 green:jester@20",
          "red:jester@19 yellow:jester@6 green:jester@20", "ROY-R33|ROY-R35|BD-R36"),
    Fault("magnet of two in a row", "magnet", "red:jester@5 yellow:jester@6", "red:jester@7 yellow:jester@6",
          "ROY-R33|BD-R36"),
    Fault("magnet without another", "magnet", "red:jester@5", "red:jester@15", "ROY-R34|ROY-R33"),
    Fault("magnet to a pawn in a lane", "magnet", "red:jester@5 yellow:jester@g1", "red:jester@15 yellow:jester@g1",
          "ROY-R34|ROY-R33"),
    Fault("magnet past a king", "magnet", "red:jester@5 yellow:king@20 blue:king@40",
          "red:jester@39 yellow:king@20 blue:king@40",
          "ROY-R35|BD-R36"),
    Fault("magnet takes a knight over a blocker", "magnet", "red:knight@5 yellow:jester@16 green:jester@25",
          "red:knight@24 yellow:jester@16 green:jester@25", "ROY-R14|BD-R37"),
    Fault("magnet one short", "magnet", "red:jester@5 yellow:jester@20", "red:jester@18 yellow:jester@20", "BD-R36"),
    Fault("1-7 walks 8", "1-7", "red:jester@17", "red:jester@25", "CORE-R10|ROY-R37"),
    Fault("1-7 on two pawns", "1-7", "red:citizen@12,jester@20", "red:citizen@14,jester@23", "CORE-R29|ROY-R37"),
    Fault("copy of nothing", "copy", "red:jester@20", "red:jester@28", "BD-R51"),
    Fault("copy of another card", "copy", "red:jester@20 copied:8", "red:jester@29", "CORE-R10"),
    Fault("swap with a blocker", "swap", "red:jester@5 yellow:jester@16,king@30",
          "red:jester@16 yellow:jester@5,king@30",
          "BD-R46|CORE-R07"),
    Fault("swap of two own", "swap", "red:king@5,jester@20 yellow:king@30",
          "red:king@20,jester@5 yellow:king@30", "BD-R47|DOG-R15"),
    Fault("a helper moves an opponent", "3", f"{HOME} green:jester@40 yellow:jester@50",
          f"{HOME} green:jester@40 yellow:jester@53",
          "CORE-R27"),
    Fault("the wrong rank started", "3", "red:king@20", "red:king@20,jester@0", "CORE-R28"),
    Fault("ranks exchanged on the way", "2", "red:king@20", "red:knight@22", "CORE-R31|CORE-R27|CORE-R28"),
]  # fmt: skip
PLAIN_FAULTS = [
    Fault("4 over a blocker", "+-4", "red:18 yellow:16", "red:14 yellow:16", "CORE-R06|DOG-R18"),
    Fault("4 back by 3", "+-4", "red:20", "red:17", "CORE-R10"),
    Fault("a jump with printed side down", "3", "red:7", "red:26", "CORE-R10|ROY-R38"),
    Fault("a waste with printed side down", "5", "red:62", "red:g2", "CORE-R10"),
    Fault("magnet 0", "magnet", "red:5 yellow:6,20", "red:19 yellow:6,20", "ROY-R33|BD-R36"),
    Fault("4 back in the lane", "+-4", "red:g4", "red:g1", "CORE-R13|DOG-R21"),
]
HOUSE_RULES = [
    ("roy.king_one=false", Fault("king walks 1", "1/11", "red:king@20", "red:king@21", "ROY-R06")),
    ("core.home_optional=false", Fault("past the lane", "5", "red:king@62", "red:king@3", "CORE-R04")),
    ("roy.jester_inside=true", Fault("3 wasted", "5", "red:jester@g1", "red:jester@g3", "ROY-R26|ROY-R27|CORE-R10")),
]


@pytest.mark.parametrize("fault", RANK_FAULTS, ids=names(RANK_FAULTS))
def test_a_fault_against_the_ranks_is_named_by_its_ruling(fault: Fault) -> None:
    """ROY-R01, ROY-R04, ROY-R05, ROY-R06, ROY-R08, ROY-R09, ROY-R10, ROY-R11, ROY-R13, ROY-R15."""
    assert_fault(ROYAL, fault)


@pytest.mark.parametrize("fault", POWER_FAULTS, ids=names(POWER_FAULTS))
def test_a_fault_with_a_power_or_a_card_is_named_by_its_ruling(fault: Fault) -> None:
    """ROY-R14, ROY-R16, ROY-R17, ROY-R18, ROY-R21, ROY-R26, ROY-R27, ROY-R28, ROY-R33, ROY-R34, ROY-R35, ROY-R37."""
    assert_fault(ROYAL, fault)


@pytest.mark.parametrize("fault", PLAIN_FAULTS, ids=names(PLAIN_FAULTS))
def test_a_fault_at_the_plain_game_is_named_by_its_ruling(fault: Fault) -> None:
    """ROY-R33, ROY-R38, ROY-R39."""
    assert_fault(PLAIN, fault)


@pytest.mark.parametrize(("switch", "fault"), HOUSE_RULES)
def test_a_broken_house_rule_is_named_by_its_ruling(switch: str, fault: Fault) -> None:
    """ROY-R06, ROY-R27: plays that a switch alone forbids or limits."""
    assert_fault(Table(f"dog_royal {switch}"), fault)


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("3", "red:citizen@7", "red:citizen@10"),
        ("3", "red:citizen@7", "red:citizen@26"),
        ("3", "red:citizen@55,jester@0", "red:citizen@10,jester@0"),
        ("magnet", "red:citizen@5 yellow:jester@11", "red:citizen@26 yellow:jester@11"),
        ("+-4", "red:citizen@14", "red:citizen@26"),
        ("10", "red:jester@3 yellow:king@5", "red:jester@13 yellow:king@5"),
        ("5", "red:knight@14 yellow:citizen@16", "red:knight@19 yellow:citizen@16"),
        ("5", "red:jester@62", "red:jester@g1"),
        ("3", "red:jester@61 yellow:king@0", "red:jester@0"),
        ("13", "red:king@20", "red:king@20,jester@0"),
        ("1/11", "red:king@20", "red:king@21"),
        ("swap", "red:citizen@5 yellow:jester@26", "red:citizen@26 yellow:jester@5"),
    ],
)
def test_the_result_of_a_play_is_legal(card: str, before: str, after: str) -> None:
    """ROY-R03, ROY-R06, ROY-R10, ROY-R13, ROY-R16, ROY-R19, ROY-R21, ROY-R26: draws are not to be seen on the board."""
    assert_legal(ROYAL, card, before, after)


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("3", "red:citizen@7", "red:citizen@7"),
        ("3", "red:citizen@7 yellow:jester@10", "red:citizen@10 yellow:jester@10"),
        ("3", "red:citizen@7 yellow:jester@10", "red:citizen@26 yellow:jester@off"),
        ("swap", "red:citizen@5 yellow:jester@16", "red:citizen@5 yellow:jester@16"),
        ("magnet", "red:jester@5", "red:jester@5"),
        ("13", "red:king@20 yellow:king@0", "red:king@20,jester@0 yellow:king@0"),
    ],
)
def test_a_proper_state_is_unfinished(card: str, before: str, after: str) -> None:
    """ROY-R16, ROY-R10: nothing done yet, or who was taken still lies there; a landing citizen is finished as he is."""
    assert_unfinished(ROYAL, card, before, after)


def test_a_magnet_for_nothing_by_house_rule() -> None:
    """ROY-R33 with `roy.magnet_zero`: a legal play changes nothing, so nothing changed is legal."""
    table = Table("dog_royal roy.magnet_zero=true")
    position = table.position("red:jester@5 yellow:jester@6")
    assert judge(rules_of(position), position, "magnet", position.placement).kind is VerdictKind.LEGAL
