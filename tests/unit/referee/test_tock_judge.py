"""The exact referee at Tock 6: for every ruling that can be broken, the fault that a good human referee names first.

Six players on 108 fields (starts 0, 18 ... 90; doors to the centre 7, 25 ... 97); red, green and black are a team.
Cases name fields as they are printed: an 18 is a start field, a 7 a door to the centre, the zone is the lane.
"""

import pytest
from broken_rules import Fault, assert_fault, assert_legal, assert_unfinished, names
from rules_for_tests import rules_of
from written_tables import Table

from companion.model.verdict import VerdictKind
from companion.referee.judge import judge

TOCK = Table("tock_6 players=6")
HOME = "red:g1,g2,g3,g4"


WALKING_FAULTS = [
    Fault("one too few", "8", "red:20", "red:27", "CORE-R10"),
    Fault("a queen of eleven", "Q", "red:20", "red:31", "CORE-R10"),
    Fault("an opponent's pawn", "8", "red:20 yellow:40", "red:20 yellow:48", "CORE-R27"),
    Fault("a team-mate's pawn", "8", "red:20 green:40", "red:20 green:48", "CORE-R27"),
    Fault("a helper moves an opponent", "8", f"{HOME} green:40 yellow:60", f"{HOME} green:40 yellow:68", "CORE-R27"),
    Fault("out of the kennel with a queen", "Q", "red:20", "red:0,20", "CORE-R28"),
    Fault("a king onto the own 18", "K", "red:0", "red:0,0", "CORE-R09"),
    Fault("two pawns", "8", "red:20,40", "red:24,44", "CORE-R29"),
    Fault("backward with a 5", "5", "red:20", "red:15", "CORE-R30"),
    Fault("over a blocker", "5", "red:16 yellow:18", "red:21 yellow:18", "CORE-R06|TK-R03"),
    Fault("over a team-mate's blocker", "5", "red:34 green:36", "red:39 green:36", "CORE-R06|TK-R03"),
    Fault("home over the own blocker", "5", "red:106,0", "red:g3,0", "CORE-R06|TK-R03"),
    Fault("onto a blocker", "2", "red:16 yellow:18", "red:18", "CORE-R07"),
    Fault("back over a blocker", "4", "red:20 yellow:18", "red:16 yellow:18", "CORE-R06|TK-R03"),
    Fault("home from the own 18", "3", "red:0", "red:g3", "CORE-R02|TK-R25"),
    Fault("over a pawn in the zone", "5", "red:106,g1", "red:g1,g3", "CORE-R13"),
    Fault("a jumped pawn taken off", "8", "red:20 yellow:23", "red:28", "CORE-R26"),
    Fault("a captured pawn put elsewhere", "8", "red:20 yellow:28", "red:28 yellow:18", "CORE-R15"),
    Fault("another pawn pushed", "8", "red:20 yellow:60", "red:28 yellow:61", "CORE-R31"),
    Fault("a 4 forward", "4", "red:20", "red:24", "TK-R11"),
    Fault("a 4 three back", "4", "red:20", "red:17", "CORE-R10"),
    Fault("a 4 into the zone", "4", "red:2", "red:g2", "TK-R12|CORE-R13"),
    Fault("a 4 back in the zone", "4", "red:g4", "red:g1", "TK-R13|CORE-R13"),
    Fault("a 4 out of the zone", "4", "red:g1", "red:105", "TK-R13|CORE-R13"),
    Fault("too far into the zone", "9", "red:106", "red:g4", "CORE-R10|TK-R24"),
]
JACK_FAULTS = [
    Fault("with a pawn on its 18", "J", "red:20 yellow:18", "red:18 yellow:20", "TK-R05|BD-R46"),
    Fault("the own pawn on its 18", "J", "red:0 yellow:40", "red:40 yellow:0", "TK-R06"),
    Fault("with a pawn in the centre", "J", "red:20 yellow:centre", "red:centre yellow:20", "TK-R05"),
    Fault("out of the centre", "J", "red:centre yellow:20", "red:20 yellow:centre", "TK-R05"),
    Fault("with a pawn in the zone", "J", "red:20 yellow:g1", "red:g1 yellow:20", "TK-R05|CORE-R31"),
    Fault("two others", "J", "red:20 yellow:40 blue:60", "red:20 yellow:60 blue:40", "TK-R05|CORE-R27"),
    Fault("twelve fields", "J", "red:20", "red:32", "CORE-R10"),
    Fault("eleven and a swap", "J", "red:20 yellow:40", "red:51 yellow:20", "TK-R07|TK-R05|CORE-R29"),
    Fault("a swap that captures", "J", "red:20 yellow:40", "red:40", "TK-R05|CORE-R10|CORE-R31"),
]
SEVEN_FAULTS = [
    Fault("three pawns", "7", "red:20,40,60", "red:22,42,63", "TK-R08"),
    Fault("six points", "7", "red:20 yellow:50", "red:26 yellow:51", "CORE-R27|CORE-R10|TK-R10"),
    Fault("eight points", "7", "red:20,40", "red:24,44", "CORE-R10"),
    Fault("burned on the way", "7", "red:20 yellow:23", "red:27", "TK-R09|CORE-R26"),
    Fault("a team-mate's pawn", "7", "red:20 green:60", "red:23 green:64", "TK-R10|CORE-R27"),
    Fault("all on a team-mate", "7", "red:20 green:60", "red:20 green:67", "TK-R10|CORE-R27"),
    Fault("an opponent's pawn", "7", "red:20 yellow:60", "red:23 yellow:64", "CORE-R27|TK-R10"),
    Fault("the rest to an opponent", "7", "red:107,g2,g3,g4 yellow:60", f"{HOME} yellow:65", "CORE-R27|TK-R10"),
    Fault("a part backward", "7", "red:20,40", "red:17,44", "CORE-R30"),
    Fault("out of the kennel", "7", "red:20", "red:0,27", "CORE-R28"),
    Fault("over a blocker", "7", "red:16 yellow:18", "red:23 yellow:18", "CORE-R06|TK-R03"),
    Fault("three parts, two in the zone", "7", "red:106,20,g1", "red:g2,23,g1", "TK-R08|CORE-R13"),
]
CENTRE_FAULTS = [
    Fault("in with a 5", "5", "red:7", "red:centre", "TK-R15"),
    Fault("in from an 8", "A", "red:8", "red:centre", "TK-R15|TK-R18"),
    Fault("in over a 7", "2", "red:6", "red:centre", "TK-R19|TK-R15|TK-R18"),
    Fault("in from the kennel", "K", "yellow:40", "red:centre yellow:40", "CORE-R28|TK-R15|TK-R19"),
    Fault("out with a queen", "Q", "red:centre", "red:7", "TK-R17|TK-R15"),
    Fault("out to an 8", "2", "red:centre", "red:8", "TK-R17"),
    Fault("out and two on", "2", "red:centre", "red:9", "TK-R17|TK-R15"),
    Fault("in and another walks", "2", "red:7,40", "red:centre,42", "CORE-R29|TK-R15"),
    Fault("beside who is in it", "2", "red:7 yellow:centre", "red:centre yellow:30", "CORE-R15"),
    Fault("an opponent's pawn in", "2", "red:20 yellow:7", "red:20 yellow:centre", "CORE-R27"),
    Fault("out of the centre home", "A", "red:centre", "red:g1", "TK-R17"),
]
HOUSE_RULES = [
    ("tk.extra_lap=false", Fault("a second lap", "9", "red:106", "red:7", "TK-R24")),
    ("tk.seven_parts=1", Fault("a seven in two parts", "7", "red:20,40", "red:23,44", "TK-R08|CORE-R29")),
    ("tk.lane_offset=-2", Fault("home past an early lane", "4", "red:1", "red:g1", "TK-R12|CORE-R13")),
    ("tk.seven_burns=true",
     Fault("a burned pawn put elsewhere", "7", "red:20 yellow:23", "red:27 yellow:30", "CORE-R15")),
    ("core.home_optional=false", Fault("past the zone", "5", "red:106", "red:3", "CORE-R04")),
    ("core.help_same_card=false", Fault("helped at once", "7", "red:107,g2,g3,g4 green:60", f"{HOME} green:65",
                                        "CORE-R17|TK-R10|CORE-R27")),
]  # fmt: skip


@pytest.mark.parametrize("fault", WALKING_FAULTS, ids=names(WALKING_FAULTS))
def test_a_walking_fault_is_named_by_its_ruling(fault: Fault) -> None:
    """TK-R03, TK-R11, TK-R12, TK-R13, TK-R25."""
    assert_fault(TOCK, fault)


@pytest.mark.parametrize("fault", JACK_FAULTS, ids=names(JACK_FAULTS))
def test_a_fault_with_the_jack_is_named_by_its_ruling(fault: Fault) -> None:
    """TK-R05, TK-R06, TK-R07."""
    assert_fault(TOCK, fault)


@pytest.mark.parametrize("fault", SEVEN_FAULTS, ids=names(SEVEN_FAULTS))
def test_a_fault_with_the_seven_is_named_by_its_ruling(fault: Fault) -> None:
    """TK-R08, TK-R09, TK-R10."""
    assert_fault(TOCK, fault)


@pytest.mark.parametrize("fault", CENTRE_FAULTS, ids=names(CENTRE_FAULTS))
def test_a_fault_at_the_centre_is_named_by_its_ruling(fault: Fault) -> None:
    """TK-R15, TK-R16, TK-R17, TK-R18, TK-R19."""
    assert_fault(TOCK, fault)


@pytest.mark.parametrize(("switch", "fault"), HOUSE_RULES, ids=[fault.name for _, fault in HOUSE_RULES])
def test_a_broken_house_rule_is_named_by_its_ruling(switch: str, fault: Fault) -> None:
    """TK-R08, TK-R24: a play that a switch alone forbids is named by the switch's ruling."""
    assert_fault(Table(f"tock_6 players=6 {switch}"), fault)


def test_a_house_rule_shuts_five_of_six_doors() -> None:
    """TK-R17 with `tk.centre_exit` next: five of six doors are shut."""
    table = Table("tock_6 players=6 tk.centre_exit=next")
    position = table.position("red:centre")
    verdicts = [
        judge(rules_of(position), position, "2", table.seen(f"red:{door}", position))
        for door in (7, 25, 43, 61, 79, 97)
    ]
    assert [verdict.kind for verdict in verdicts].count(VerdictKind.LEGAL) == 1
    assert {verdict.reasons[0].ruling for verdict in verdicts if verdict.reasons} == {"TK-R17"}


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("2", "red:7 yellow:centre", "red:centre"),
        ("K", "red:7", "red:centre"),
        ("A", "red:centre yellow:61", "red:61"),
        ("J", "red:20 green:40", "red:40 green:20"),
        ("J", f"{HOME} green:40 black:60", f"{HOME} green:60 black:40"),
        ("7", "red:20,40", "red:23,44"),
        ("7", "red:107,g2,g3,g4 green:60", f"{HOME} green:65"),
        ("4", "red:2", "red:106"),
        ("2", "red:20,22", "red:22"),
        ("9", "red:106", "red:7"),
    ],
)
def test_the_result_of_a_play_is_legal(card: str, before: str, after: str) -> None:
    """TK-R05, TK-R08, TK-R10, TK-R12, TK-R15, TK-R16, TK-R17, TK-R23, TK-R24."""
    assert_legal(TOCK, card, before, after)


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("8", "red:20", "red:20"),
        ("8", "red:20 yellow:28", "red:28 yellow:28"),
        ("2", "red:7 yellow:centre", "red:centre yellow:centre"),
        ("A", "red:centre yellow:61", "red:61 yellow:off"),
        ("7", "red:20,40", "red:23,40"),
        ("7", "red:20,40 yellow:23", "red:23,40 yellow:23"),
        ("7", "red:107,g2,g3,g4 green:60", f"{HOME} green:62"),
        ("J", "red:0 yellow:18", "red:0 yellow:18"),
    ],
)
def test_a_proper_state_is_unfinished(card: str, before: str, after: str) -> None:
    """TK-R08, TK-R16: points to come, captured pawns still there, nothing done yet."""
    assert_unfinished(TOCK, card, before, after)


def test_a_swap_of_own_pawns_by_house_rule() -> None:
    """TK-R05 with `tk.jack_own_own`: a legal play changes nothing, so nothing changed is legal."""
    table = Table("tock_6 players=6 tk.jack_own_own=true")
    for before, kind in (("red:20,40", VerdictKind.LEGAL), ("red:20", VerdictKind.UNFINISHED)):
        position = table.position(before)
        assert judge(rules_of(position), position, "J", position.placement).kind is kind
