"""The exact referee on the classic boards: for every ruling that can be broken, the verdict of a good human referee.

If the general ruling and the one of the card agree, either may be named: `CORE-R06|DOG-R18`.
"""

import pytest
from broken_rules import Fault, assert_named, names
from dog_tables import HOME, alone, seen, table
from rules_for_tests import rules_of

from companion.model.position import Position
from companion.model.verdict import VerdictKind
from companion.referee.judge import judge
from companion.rules.legal import ActingAsError, UnknownCardError

#: Rulings of every game, shown on the board of DOG.
COMMON_FAULTS = [
    Fault("one too few", "8", "0:5", "0:12", "CORE-R10"),
    Fault("one too many", "5", "0:5", "0:11", "CORE-R10"),
    Fault("1/11 walked 12", "1/11", "0:5", "0:17", "CORE-R10"),
    Fault("an opponent's pawn", "8", "0:5 1:20", "0:5 1:28", "CORE-R27"),
    Fault("the partner's pawn", "8", "0:5 2:34", "0:5 2:42", "CORE-R27"),
    Fault("a helper moves an opponent", "8", f"0:{HOME} 1:20 2:34", f"0:{HOME} 1:28 2:34", "CORE-R27"),
    Fault("out of the kennel with a 5", "5", "0:9", "0:0,9", "CORE-R28"),
    Fault("onto the field behind the start", "13", "", "0:1", "CORE-R28"),
    Fault("start onto the own blocker", "13", "0:0", "0:0,0", "CORE-R09"),
    Fault("two pawns", "8", "0:5,20", "0:9,24", "CORE-R29"),
    Fault("backward with an 8", "8", "0:30", "0:22", "CORE-R30"),
    Fault("over a blocker", "5", "0:14 1:16", "0:19 1:16", "CORE-R06"),
    Fault("home over the own blocker", "5", "0:0,62", "0:0,g3", "CORE-R06"),
    Fault("onto a blocker", "2", "0:14 1:16", "0:16 1:16", "CORE-R07"),
    Fault("from the start field into the lane", "3", "0:0", "0:g3", "CORE-R02"),
    Fault("over a pawn in the lane", "8", "0:60,g1", "0:g1,g4", "CORE-R13"),
    Fault("out of the lane", "3", "0:g2", "0:3", "CORE-R13"),
    Fault("a jumped pawn taken off", "8", "0:5 1:9", "0:13", "CORE-R26"),
    Fault("a captured pawn put elsewhere", "8", "0:5 1:13", "0:13 1:14", "CORE-R15"),
    Fault("a captured pawn on its start field", "8", "0:5 1:13", "0:13 1:16", "CORE-R15"),
    Fault("another pawn pushed", "8", "0:5 1:40", "0:13 1:41", "CORE-R31"),
    Fault("another pawn taken off", "8", "0:5 1:40", "0:13", "CORE-R31"),
]
SEVEN_FAULTS = [
    Fault("eight points", "7", "0:5,20", "0:10,23", "CORE-R10"),
    Fault("one pawn eight fields", "7", "0:5", "0:13", "CORE-R10|DOG-R01"),
    Fault("backward", "7", "0:30", "0:23", "CORE-R30"),
    Fault("a part backward", "7", "0:30,40", "0:27,44", "CORE-R30"),
    Fault("out of the kennel", "7", "0:20", "0:0,27", "CORE-R28"),
    Fault("over a blocker", "7", "0:14,40 1:16", "0:19,42 1:16", "CORE-R06"),
    Fault("onto a blocker", "7", "0:14,40 1:16", "0:16,45 1:16", "CORE-R07"),
    Fault("a fresh pawn straight home", "7", "0:0,20", "0:25,g2", "CORE-R02"),
    Fault("backward in the lane", "7", "0:20,g3", "0:25,g1", "CORE-R13"),
    Fault("who was not overtaken taken off", "7", "0:5 1:14", "0:12", "CORE-R31|DOG-R03"),
    Fault("a pawn behind taken off", "7", "0:5 1:4", "0:12", "CORE-R31|DOG-R03"),
    Fault("a pawn in the lane burned", "7", "0:62,g1", "0:5", "DOG-R06|CORE-R13|CORE-R31"),
    Fault("a burned pawn put elsewhere", "7", "0:5 1:9", "0:12 1:16", "CORE-R15"),
    Fault("points that nobody can use", "7", "0:g1,g3", "0:g3,g4", "DOG-R07|CORE-R10"),
    Fault("no rest for the partner", "7", "0:63,g2,g3,g4", f"0:{HOME}", "DOG-R07|CORE-R10"),
    Fault("the partner before home", "7", "0:5 2:40", "0:8 2:44", "DOG-R12|CORE-R27"),
    Fault("all on the partner", "7", "0:5 2:40", "0:5 2:47", "DOG-R12|CORE-R27"),
    Fault("an opponent's pawn", "7", "0:5 1:40", "0:8 1:44", "CORE-R27"),
    Fault("rest to an opponent", "7", "0:63,g2,g3,g4 1:40 2:50", f"0:{HOME} 1:45 2:50", "CORE-R27"),
    Fault("too much rest", "7", "0:63,g2,g3,g4 2:40", f"0:{HOME} 2:46", "CORE-R10"),
    Fault("the partner first", "7", "0:61,g2,g3,g4 2:62", f"0:{HOME} 2:1", "DOG-R10|DOG-R04|DOG-R05|CORE-R15"),
    Fault("a helper moves an opponent", "7", f"0:{HOME} 1:20 2:40", f"0:{HOME} 1:23 2:44", "CORE-R27|DOG-R11"),
]
SWAP_AND_FOUR_FAULTS = [
    Fault("swap with a blocker", "swap", "0:20 1:16 3:60", "0:16 1:20 3:60", "BD-R46|CORE-R07"),
    Fault("swap with the own blocker", "swap", "0:0,30 1:20", "0:20,30 1:0", "BD-R46|CORE-R07"),
    Fault("swap of a blocker, no target", "swap", "0:20 1:16", "0:16 1:20", "BD-R46|CORE-R07|DOG-R14"),
    Fault("swap of two others", "swap", "0:5 1:20 3:40", "0:5 1:40 3:20", "CORE-R27"),
    Fault("swap and somebody pushed", "swap", "0:5 1:20 3:40", "0:20 1:5 3:41", "CORE-R31"),
    Fault("swap that captures", "swap", "0:5 1:20", "0:20", "BD-R47|DOG-R13|DOG-R15|CORE-R31"),
    Fault("a walk with a swap", "swap", "0:5 1:20", "0:9 1:20", "BD-R47|DOG-R13|DOG-R15"),
    Fault("a walk with a void swap", "swap", "0:5 1:16", "0:9 1:16", "DOG-R14|BD-R47|DOG-R15"),
    Fault("three fields back", "+-4", "0:20", "0:17", "CORE-R10"),
    Fault("five fields forward", "+-4", "0:20", "0:25", "CORE-R10"),
    Fault("two forward, two back", "+-4", "0:20,40", "0:22,38", "CORE-R29"),
    Fault("back over a blocker", "+-4", "0:18 1:16", "0:14 1:16", "CORE-R06|DOG-R18"),
    Fault("back over the own blocker", "+-4", "0:0,2", "0:0,62", "CORE-R06|DOG-R18"),
    Fault("back onto a blocker", "+-4", "0:20 1:16", "0:16 1:16", "CORE-R07|DOG-R18"),
    Fault("back into the lane", "+-4", "0:2", "0:g2", "DOG-R21|CORE-R13"),
    Fault("back inside the lane", "+-4", "0:g4", "0:g1", "DOG-R21|CORE-R13"),
    Fault("back out of the lane", "+-4", "0:g1", "0:61", "DOG-R21|CORE-R13"),
    Fault("back and a jumped pawn taken off", "+-4", "0:20 1:18", "0:16", "CORE-R26|DOG-R22"),
    Fault("from the start field home with 4", "+-4", "0:0", "0:g4", "CORE-R02"),
    Fault("out of the kennel with a 4", "+-4", "0:20", "0:0,20", "CORE-R28"),
]
JOKER_FAULTS = [
    Fault("fourteen fields", "joker", "0:5", "0:19", "CORE-R10|DOG-R23"),
    Fault("another card than was said", "joker=8", "0:5", "0:14", "CORE-R10|DOG-R23"),
    Fault("the partner's pawn", "joker", "0:5 2:34", "0:5 2:42", "CORE-R27"),
    Fault("three back", "joker", "0:20", "0:17", "CORE-R30|CORE-R10|DOG-R23"),
    Fault("eight back", "joker=8", "0:30", "0:22", "CORE-R30"),
    Fault("over a blocker", "joker", "0:14 1:16", "0:19 1:16", "CORE-R06"),
    Fault("start onto the own blocker", "joker=13", "0:0", "0:0,0", "CORE-R09"),
    Fault("said 5, started", "joker=5", "0:9", "0:0,9", "CORE-R28"),
]
BRAENDI_FAULTS = [
    Fault("over a fresh pawn", "5", "0:14 1:16", "0:19 1:16", "CORE-R06"),
    Fault("over the own fresh pawn", "5", "0:0,62", "0:0,g3", "CORE-R06"),
    Fault("onto a fresh pawn", "2", "0:14 1:16", "0:16", "CORE-R07"),
    Fault("a fresh pawn straight home", "3", "0:0", "0:g3", "CORE-R02"),
    Fault("start onto a fresh pawn", "K", "0:0", "0:0,0", "CORE-R09"),
    Fault("swap with a fresh pawn", "J", "0:20 1:16 3:60", "0:16 1:20 3:60", "BD-R46|CORE-R07"),
    Fault("swap with the own fresh pawn", "J", "0:0,30 1:20", "0:20,30 1:0", "BD-R46|CORE-R07|DOG-R15"),
    Fault("a queen of eleven", "Q", "0:5", "0:16", "CORE-R10"),
    Fault("a 7 over a fresh pawn", "7", "0:14 1:16", "0:21", "CORE-R06"),
    Fault("a 4 over a fresh pawn", "4", "0:18 1:16", "0:14 1:16", "CORE-R06|DOG-R18"),
]


def assert_fault(position: Position, fault: Fault) -> None:
    assert_named(position, seen(position, fault.after), fault)


@pytest.mark.parametrize("fault", COMMON_FAULTS, ids=names(COMMON_FAULTS))
@pytest.mark.parametrize("game", ["dog", "dog_compact"])
def test_a_common_fault_is_named_by_its_ruling(game: str, fault: Fault) -> None:
    assert_fault(table(fault.before, game=game), fault)


@pytest.mark.parametrize("fault", SEVEN_FAULTS, ids=names(SEVEN_FAULTS))
def test_a_fault_with_the_seven_is_named_by_its_ruling(fault: Fault) -> None:
    """DOG-R01, DOG-R03, DOG-R06, DOG-R07, DOG-R09, DOG-R10, DOG-R11, DOG-R12."""
    assert_fault(table(fault.before), fault)


@pytest.mark.parametrize("fault", SWAP_AND_FOUR_FAULTS, ids=names(SWAP_AND_FOUR_FAULTS))
def test_a_fault_with_swap_or_four_is_named_by_its_ruling(fault: Fault) -> None:
    """DOG-R13, DOG-R14, DOG-R15, DOG-R18, DOG-R21, DOG-R22."""
    assert_fault(table(fault.before), fault)


@pytest.mark.parametrize("fault", JOKER_FAULTS, ids=names(JOKER_FAULTS))
def test_a_fault_with_a_joker_is_named_by_its_ruling(fault: Fault) -> None:
    """DOG-R23."""
    assert_fault(table(fault.before), fault)


@pytest.mark.parametrize("fault", BRAENDI_FAULTS, ids=names(BRAENDI_FAULTS))
def test_a_fault_at_braendi_is_named_by_its_ruling(fault: Fault) -> None:
    assert_fault(table(fault.before, game="braendi"), fault)


@pytest.mark.parametrize(
    ("options", "card", "before", "after", "ruling"),
    [
        ({"dog.back_over_own_start": False}, "+-4", "0:2", "0:62", "DOG-R17"),
        ({"dog.seven_overflow": "never"}, "7", "0:63,g2,g3,g4 2:40", f"0:{HOME} 2:45", "DOG-R08|CORE-R27|DOG-R12"),
        ({"dog.joker_red_only": True}, "joker", "0:5", "0:14", "DOG-R23"),
        ({"core.home_optional": False}, "8", "0:60", "0:4", "CORE-R04"),
        ({"core.help_same_card": False}, "7", "0:63,g2,g3,g4 2:40", f"0:{HOME} 2:45", "CORE-R17|CORE-R27|DOG-R12"),
    ],
)
def test_a_broken_house_rule_is_named_by_its_ruling(
    options: dict[str, object], card: str, before: str, after: str, ruling: str
) -> None:
    """DOG-R08, DOG-R17, DOG-R23: a play that only a switch forbids is named by the switch's ruling."""
    assert_fault(table(before, options=options), Fault("house rule", card, before, after, ruling))


@pytest.mark.parametrize(
    ("game", "card", "before", "after", "touched"),
    [
        ("dog", "7", "0:5,20 1:7", "0:9,23", ()),
        ("dog", "7", "0:61,g2,g3,g4 2:40,62", f"0:{HOME} 2:43", ()),
        ("dog", "+-4", "0:2", "0:62", ()),
        ("dog", "swap", "0:5 2:40", "0:40 2:5", ()),
        ("dog", "swap", "0:5 1:16", "0:5 1:16", ()),
        ("dog", "joker", "0:5", "0:0,5", ()),
        ("dog", "joker=swap", "0:5 1:16", "0:5 1:16", ()),
        ("dog_compact", "1/11", "0:5", "0:16", ()),
        ("braendi", "J", "0:5 1:16", "0:5 1:16", ()),
        ("braendi", "2", "0:62", "0:0", ()),
        ("braendi", "3", "0:0", "0:g3", (0,)),
        ("braendi", "5", "0:14 1:16", "0:19 1:16", (1,)),
        ("braendi", "2", "0:14 1:16", "0:16", (1,)),
        ("braendi", "7", "0:14 1:16", "0:21", (1,)),
        ("braendi", "J", "0:20 1:16", "0:16 1:20", (1,)),
    ],
)
def test_the_result_of_a_play_is_legal(game: str, card: str, before: str, after: str, touched: tuple[int, ...]) -> None:
    """DOG-R14, CORE-R05: a void swap changes nothing; the mark of Braendi is not to be seen on the board."""
    position = table(before, game=game, **({"touched": touched} if touched else {}))
    card, _, face = card.partition("=")
    verdict = judge(rules_of(position), position, card, seen(position, after), face or None)
    assert verdict.kind is VerdictKind.LEGAL
    assert verdict.play is not None
    assert verdict.reasons == ()


def test_a_start_onto_a_pawn_that_came_round() -> None:
    """CORE-R09: Braendi's K captures it, and the board looks as before; so it is legal though nothing has changed."""
    position = table("0:0", game="braendi", touched=(0,))
    assert judge(rules_of(position), position, "K", seen(position, "0:0")).kind is VerdictKind.LEGAL


@pytest.mark.parametrize(
    ("card", "before", "after"),
    [
        ("8", "0:5", "0:5"),
        ("swap", "0:5 1:20", "0:5 1:20"),
        ("joker", "0:5 1:16", "0:5 1:16"),
        ("7", "0:5,20", "0:8,20"),
        ("7", "0:5,20", "0:8,22"),
        ("7", "0:5", "0:11"),
        ("7", "0:63,g2,g3,g4 2:40", f"0:{HOME} 2:40"),
        ("7", "0:63,g2,g3,g4 2:40", f"0:{HOME} 2:44"),
        ("7", "0:5 1:7", "0:12 1:7"),
        ("7", "0:5 1:7", "0:12 1:off"),
        ("7", "0:5,20 1:7 3:24", "0:8,24 1:7 3:24"),
        ("7", "0:5,20 1:7", "0:8,20 1:off"),
        ("joker", "0:5,20", "0:8,22"),
        ("joker=7", "0:5,20", "0:8,20"),
        ("8", "0:5 1:13", "0:13 1:13"),
        ("+-4", "0:20 1:16,30", "0:20 1:16,30"),
        ("13", "1:0", "0:0 1:0"),
    ],
)
def test_a_proper_state_is_unfinished(card: str, before: str, after: str) -> None:
    """DOG-R01, DOG-R03, DOG-R08: points to come, captured pawns not yet in their kennels, nothing done yet."""
    position = table(before)
    card, _, face = card.partition("=")
    assert judge(rules_of(position), position, card, seen(position, after), face or None).kind is VerdictKind.UNFINISHED


def test_points_spent_the_wrong_way_are_no_part_of_a_seven() -> None:
    """DOG-R07, DOG-R12: a state that no legal play passes through is illegal at once."""
    for before, after in (("0:14,g4 1:16", "0:15,g4 1:16"), ("0:5 2:40", "0:5 2:43"), ("0:g1,g3", "0:g1,g4")):
        position = table(before)
        assert judge(rules_of(position), position, "7", seen(position, after)).kind is VerdictKind.ILLEGAL


def test_a_joker_says_a_card() -> None:
    """DOG-R24: neither itself nor a card that is not in the game."""
    position = table("0:5")
    for face in ("joker", "14", "A"):
        with pytest.raises(ActingAsError):
            judge(rules_of(position), position, "joker", seen(position, "0:19"), face)
    with pytest.raises(UnknownCardError):
        judge(rules_of(position), position, "14", seen(position, "0:19"))


@pytest.mark.parametrize(
    ("players", "fault"),
    [
        (2, Fault("two of five pawns", "8", "0:1,10,20,30,40", "0:5,14,20,30,40", "CORE-R29")),
        (5, Fault("a neighbour's pawn", "8", "0:1 1:20", "0:1 1:28", "CORE-R27")),
        (5, Fault("the fifth onto a blocker", "13", "0:0,10,20,30", "0:0,0,10,20,30", "CORE-R09")),
        (6, Fault("another team's pawn", "8", f"0:{HOME} 2:40 3:50", f"0:{HOME} 2:48 3:50", "CORE-R27")),
        (6, Fault("past the last field", "8", "0:90", "0:3", "CORE-R10")),
    ],
)
def test_a_fault_at_other_tables_is_named_by_its_ruling(players: int, fault: Fault) -> None:
    """DOG-R27, DOG-R28, DOG-R32: two, five and six players."""
    assert_fault(table(fault.before, players=players), fault)


@pytest.mark.parametrize(
    "fault",
    [
        Fault("Partner 4 backward", "partner4", "0:5 1:41", "0:5 1:37", "CORE-R30|BD-R69"),
        Fault("Partner 4 starts", "partner4", "0:5 1:41", "0:0,5 1:41", "CORE-R28|BD-R70"),
        Fault("the dog with a Partner 4", "partner4", "0:5 1:41", "0:5 1:45 dog:62", "BD-R84|BD-R62"),
        Fault("five points", "partner4", "0:5 1:41", "0:7 1:45", "CORE-R10"),
        Fault("last pawn home, two points lost", "partner4", "0:63,g2,g3,g4", f"0:{HOME}", "CORE-R10|BD-R68"),
        Fault("another's pawn with an 8", "8", "0:5 1:41", "0:5 1:49", "CORE-R27"),
        Fault("over another's blocker", "partner4", "0:30 1:32", "0:34 1:32", "CORE-R06"),
        Fault("copy of nothing", "copy", "0:5 1:41", "0:13 1:41", "BD-R51"),
    ],
    ids=lambda fault: fault.name,
)
def test_a_fault_at_black_dog_for_two_is_named_by_its_ruling(fault: Fault) -> None:
    """BD-R61..R71 with BD-R62, BD-R68, BD-R69, BD-R70, BD-R77: five pawns each, everybody alone."""
    position = alone(fault.before)
    pawns, _, dog = fault.after.partition(" dog:")
    shown = seen(position, pawns, **({"dog": int(dog)} if dog else {}))
    verdict = judge(rules_of(position), position, fault.card, shown)
    assert verdict.kind is VerdictKind.ILLEGAL
    assert verdict.reasons[0].ruling in fault.rulings.split("|")


def test_black_dog_for_two_and_three_is_judged_by_its_own_rulings() -> None:
    """BD-R77, BD-R72, BD-R79: legal and unfinished boards; pawns that are not named lie beside the board."""
    position = alone("0:5 1:41")
    assert judge(rules_of(position), position, "partner4", seen(position, "0:5 1:45")).kind is VerdictKind.LEGAL
    assert judge(rules_of(position), position, "partner4", seen(position, "0:6 1:42")).kind is VerdictKind.UNFINISHED
    three = alone("0:5 1:41 2:9", players=3)
    assert judge(rules_of(three), three, "partner4", seen(three, "0:5 1:41 2:13")).kind is VerdictKind.LEGAL
    assert judge(rules_of(three), three, "partner4", seen(three, "0:9 1:41")).kind is VerdictKind.LEGAL
    one_is_off = seen(three, "0:9,k,k,k,k 1:41,k,k,k,k 2:k,k,k,k", kennels=False)
    assert judge(rules_of(three), three, "partner4", one_is_off).kind is VerdictKind.UNFINISHED
    won = alone("0:20,63,g2,g3,g4 1:41")
    assert judge(rules_of(won), won, "2", seen(won, f"0:20,{HOME} 1:41")).kind is VerdictKind.LEGAL
