"""The exact referee at Super Tock, basic and advanced: for every ruling that can be broken, the fault named first.

Four players on 72 fields (starts 0, 18, 36, 54; doors to Heaven 8, 26, 44, 62), red and green against yellow and blue.
"""

import pytest
from broken_rules import Fault, assert_fault, assert_legal, assert_unfinished, names
from rules_for_tests import rules_of
from written_tables import Table

from companion.model.verdict import VerdictKind
from companion.referee.judge import judge

HOME = "red:g1,g2,g3,g4"
GAMES = ("super_tock", "super_tock_advanced")


COMMON_FAULTS = [
    Fault("one too many", "8", "red:20", "red:29", "CORE-R10"),
    Fault("an opponent's pawn", "8", "red:20 yellow:40", "red:20 yellow:48", "CORE-R27"),
    Fault("the partner before home", "8", "red:20 green:40", "red:20 green:48", "CORE-R27|ST-R16"),
    Fault("a helper moves an opponent", "8", f"{HOME} green:40 yellow:60", f"{HOME} green:40 yellow:68", "CORE-R27"),
    Fault("out of the kennel with a 6", "6", "red:20", "red:0,20", "CORE-R28"),
    Fault("a king onto the own pawn", "K", "red:0,20", "red:0,0,20", "ST-R23|CORE-R09"),
    Fault("backward with a 5", "5", "red:20", "red:15", "CORE-R30"),
    Fault("a seven in two parts", "7", "red:20,40", "red:23,44", "CORE-R29"),
    Fault("home from the own 18", "3", "red:0", "red:g3", "CORE-R02"),
    Fault("a pawn jumped at Home", "5", "red:70,g1", "red:g3,g1", "CORE-R13|ST-R17"),
    Fault("too far for Home", "7", "red:70", "red:g4", "CORE-R10"),
    Fault("out of Home", "3", "red:g2", "red:3", "CORE-R13|ST-R17"),
    Fault("a jumped pawn taken off", "8", "red:20 yellow:23", "red:28", "CORE-R26"),
    Fault("a captured pawn put elsewhere", "8", "red:20 yellow:28", "red:28 yellow:18", "CORE-R15"),
    Fault("another pawn pushed", "8", "red:20 yellow:60", "red:28 yellow:61", "CORE-R31"),
    Fault("to Heaven with a 5", "5", "red:8", "red:centre", "ST-R05"),
    Fault("to Heaven with a 2", "2", "red:8", "red:centre", "ST-R05"),
    Fault("to Heaven from a 9", "A", "red:9", "red:centre", "ST-R05"),
    Fault("to Heaven in passing", "A", "red:7", "red:centre", "ST-R05"),
    Fault("to Heaven from the kennel", "K", "yellow:40", "red:centre yellow:40", "CORE-R28|ST-R05"),
    Fault("from Heaven with a queen", "Q", "red:centre", "red:8", "ST-R08|ST-R05"),
    Fault("from Heaven to a 9", "A", "red:centre", "red:9", "ST-R08"),
    Fault("from Heaven Home", "A", "red:centre", "red:g1", "ST-R08"),
    Fault("who was in Heaven put elsewhere", "A", "red:8 yellow:centre", "red:centre yellow:30", "CORE-R15"),
    Fault("an opponent to Heaven", "A", "red:20 yellow:8", "red:20 yellow:centre", "CORE-R27"),
]
BASIC_FAULTS = [
    Fault("a 4 back", "4", "red:20", "red:16", "CORE-R30"),
    Fault("a swap with the 10", "10", "red:20 yellow:40", "red:40 yellow:20", "CORE-R10|CORE-R29|CORE-R31|CORE-R27"),
    Fault("a swap with the jack", "J", "red:20 yellow:40", "red:40 yellow:20", "CORE-R10|CORE-R29|CORE-R31|CORE-R27"),
    Fault("a jack of ten", "J", "red:20", "red:30", "CORE-R10"),
]
ADVANCED_FAULTS = [
    Fault("a 4 forward", "4", "red:20", "red:24", "ST-R22"),
    Fault("a 4 five back", "4", "red:20", "red:15", "CORE-R10"),
    Fault("a 4 back into Home", "4", "red:2", "red:g2", "ST-R14|CORE-R13"),
    Fault("a 4 back in Home", "4", "red:g4", "red:g1", "CORE-R13|ST-R14"),
    Fault("the 10 with the partner", "10", "red:20 green:40 yellow:60", "red:40 green:20 yellow:60", "ST-R10"),
    Fault("the 10 with who is in Heaven", "10", "red:20 yellow:centre", "red:centre yellow:20", "ST-R10"),
    Fault("the 10 out of Heaven", "10", "red:centre yellow:20", "red:20 yellow:centre", "ST-R10"),
    Fault("the 10 with who is at Home", "10", "red:20 yellow:g1", "red:g1 yellow:20", "ST-R10|CORE-R31"),
    Fault("the 10 with two opponents", "10", "red:20 yellow:40 blue:60", "red:20 yellow:60 blue:40", "ST-R10|CORE-R27"),
    Fault("a 10 of eleven", "10", "red:20", "red:31", "CORE-R10"),
    Fault("a jack of eleven", "J", "red:20", "red:31", "ST-R11"),
    Fault("a jack moves the neighbour", "J", "red:20 yellow:40", "red:20 yellow:51", "ST-R11|CORE-R27|CORE-R31"),
    Fault("a jack takes a pawn off", "J", "red:20 yellow:40", "red:20", "ST-R11|CORE-R31"),
    Fault("a jack swaps", "J", "red:20 yellow:40", "red:40 yellow:20", "ST-R11|CORE-R31"),
]
HOUSE_RULES = [
    ("super_tock st.start_block=true",
     Fault("over a blocker", "5", "red:16 yellow:18", "red:21 yellow:18", "CORE-R06|ST-R01")),
    ("super_tock st.start_block=true", Fault("onto a blocker", "2", "red:16 yellow:18", "red:18", "CORE-R07|ST-R01")),
    ("super_tock st.capture_own=false", Fault("onto the own pawn", "2", "red:20,22", "red:22", "ST-R21")),
    ("super_tock st.capture_own=false", Fault("onto the partner", "2", "red:20 green:22", "red:22", "ST-R21")),
    ("super_tock_advanced st.ten_keeps_value=false",
     Fault("ten fields", "10", "red:20 yellow:40", "red:30 yellow:40", "ST-R09")),
    ("super_tock_advanced st.start_block=true",
     Fault("the 10 with a blocker", "10", "red:20 yellow:18,40", "red:18 yellow:20,40", "ST-R10|ST-R01")),
    ("super_tock_advanced st.start_block=true",
     Fault("the 10 with the own blocker", "10", "red:0 yellow:40", "red:40 yellow:0", "ST-R10|ST-R01")),
    ("super_tock_advanced st.jack_moves_too=true", Fault("a jack of ten", "J", "red:20", "red:30", "CORE-R10|ST-R11")),
]  # fmt: skip


@pytest.mark.parametrize("fault", COMMON_FAULTS, ids=names(COMMON_FAULTS))
@pytest.mark.parametrize("game", GAMES)
def test_a_common_fault_is_named_by_its_ruling(game: str, fault: Fault) -> None:
    """ST-R05, ST-R07, ST-R08, ST-R16, ST-R17, ST-R23."""
    assert_fault(Table(game), fault)


@pytest.mark.parametrize("fault", BASIC_FAULTS, ids=names(BASIC_FAULTS))
def test_a_fault_at_the_basic_game_is_named_by_its_ruling(fault: Fault) -> None:
    """ST-R09, ST-R22: the advanced cards are not known there."""
    assert_fault(Table("super_tock"), fault)


@pytest.mark.parametrize("fault", ADVANCED_FAULTS, ids=names(ADVANCED_FAULTS))
def test_a_fault_with_an_advanced_card_is_named_by_its_ruling(fault: Fault) -> None:
    """ST-R10, ST-R11, ST-R14, ST-R22."""
    assert_fault(Table("super_tock_advanced"), fault)


@pytest.mark.parametrize(("line", "fault"), HOUSE_RULES, ids=[fault.name for _, fault in HOUSE_RULES])
def test_a_broken_house_rule_is_named_by_its_ruling(line: str, fault: Fault) -> None:
    """ST-R01, ST-R09, ST-R10, ST-R11, ST-R21: a play that a switch forbids is named by its ruling."""
    assert_fault(Table(line), fault)


@pytest.mark.parametrize(
    ("game", "card", "before", "after"),
    [
        ("super_tock", "5", "red:16 yellow:18", "red:21 yellow:18"),
        ("super_tock", "2", "red:16 yellow:18", "red:18"),
        ("super_tock", "5", "red:70,0", "red:g3,0"),
        ("super_tock", "10", "red:8 yellow:centre", "red:centre"),
        ("super_tock", "K", "red:centre yellow:44", "red:44"),
        ("super_tock", "2", "red:20,22", "red:22"),
        ("super_tock", "A", f"{HOME} green:8", f"{HOME} green:centre"),
        ("super_tock_advanced", "10", "red:20 yellow:18", "red:18 yellow:20"),
        ("super_tock_advanced", "10", "red:20 yellow:40", "red:30 yellow:40"),
        ("super_tock_advanced", "4", "red:2", "red:70"),
        ("super_tock_advanced", "J", "red:20 yellow:40", "red:20 yellow:40"),
        ("super_tock_advanced", "J", "yellow:40", "yellow:40"),
    ],
)
def test_the_result_of_a_play_is_legal(game: str, card: str, before: str, after: str) -> None:
    """ST-R01, ST-R05..ST-R11, ST-R14, ST-R16, ST-R21; an advanced jack changes nothing on the board."""
    assert_legal(Table(game), card, before, after)


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("8", "red:20", "red:20"),
        ("8", "red:20 yellow:28", "red:28 yellow:28"),
        ("A", "red:8 yellow:centre", "red:centre yellow:centre"),
        ("A", "red:centre yellow:44", "red:44 yellow:off"),
        ("A", "red:0,20", "red:0,20"),
        ("4", "red:20", "red:20"),
    ],
)
@pytest.mark.parametrize("game", GAMES)
def test_a_proper_state_is_unfinished(game: str, card: str, before: str, after: str) -> None:
    """ST-R07, ST-R08: the captured pawn still lies there, or nothing was done yet."""
    assert_unfinished(Table(game), card, before, after)


def test_a_basic_jack_must_be_walked() -> None:
    """ST-R11: nothing done is unfinished there, legal with the advanced card, unfinished again if that walks too."""
    for line, kind in (
        ("super_tock", VerdictKind.UNFINISHED),
        ("super_tock_advanced", VerdictKind.LEGAL),
        ("super_tock_advanced st.jack_moves_too=true", VerdictKind.UNFINISHED),
    ):
        position = Table(line).position("red:20")
        assert judge(rules_of(position), position, "J", position.placement).kind is kind
