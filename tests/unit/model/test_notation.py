"""The text forms of positions and plays."""

import pytest
from board_text import HOME, at
from rules_for_tests import rules_of, with_rules

from companion.model.notation import NotationError, format_play, format_position, parse_position
from companion.model.places import CENTRE, OFF, Place
from companion.model.position import Placement, Position
from companion.rules.legal import legal_plays
from companion.rules.schema import checked_position

LINE = "v1 black_dog 4 turn=2 teams=0,1,0,1 0:k,k,k,0 1:g1,k,k,17 2:k,k,33,40 3:k,k,k,48 copied=1/11 dog=24 wheel=3"


def test_a_position_is_read_and_written_on_one_line() -> None:
    position = parse_position(LINE)
    assert (position.variant, position.sectors, position.seats, position.turn) == ("black_dog", 4, (0, 1, 2, 3), 2)
    assert position.copied == "1/11"
    assert position.placement.extras == (("dog", 24), ("wheel", 3))
    assert format_position(position) == LINE


def test_the_order_of_pawns_means_nothing() -> None:
    """This holds after the rules have read it: a row by itself may be one of pawns with ranks."""
    assert checked_position(
        *with_rules(parse_position(LINE.replace("g1,k,k,17", "17,k,g1,k"))),
    ) == parse_position(LINE)


def test_the_order_of_pawns_with_ranks_is_kept() -> None:
    line = "v1 dog_royal 4 turn=1 teams=0,1,0,1 0:17,k,g1,k 1:k,k,k,16 2:5,4,3,2 3:k,g2,k,k"
    assert format_position(checked_position(*with_rules(parse_position(line)))) == line


@pytest.mark.parametrize(
    "line",
    [
        "v1 dog 6 turn=4 teams=0,1,2,3,4 0:k,k,k,k,0 1:g1,k,k,k,17 2:k,k,k,33,40 3:k,k,k,k,48 5:k,k,k,k,80 "
        "dog.seven_partner=true",
        "v1 tock_6 6 turn=0 teams=0,1 0:c,k,k,7 3:g3,k,k,61 tk.lane_offset=-2",
        "v1 super_tock 4 turn=2 teams=0,1,2,3 0:k,k,k,8 1:c,k,k,k 2:k,k,k,k 3:k,k,k,71",
        "v1 braendi 4 turn=3 teams=0,1,0,1 0:k,k,k,0 1:k,k,k,16 2:k,k,k,k 3:k,k,k,48 touched=9",
        "v1 black_dog 4 turn=1 teams=0,1 0:k,k,k,k,0 2:k,k,k,k,32 dog=24 wheel=3",
    ],
)
def test_positions_of_every_game_are_written_and_read_without_loss(line: str) -> None:
    """Two to six seats, the centre, who came round, switches: there and back without loss."""
    position = checked_position(*with_rules(parse_position(line)))
    written = format_position(position)
    assert parse_position(written) == position
    assert sorted("".join(sorted(word)) for word in written.split()) == sorted("".join(sorted(w)) for w in line.split())


@pytest.mark.parametrize(
    "options",
    [
        (
            ("bd.a", True),
            ("bd.b", False),
            ("bd.c", 5),
            ("bd.d", "only-forced"),
            ("bd.e", "6-5-4-3-2"),
            ("bd.f", "true"),
        ),
        (("x.y", 'with blanks = and " quotes'), ("x.z", "5"), ("z.a", -2)),
    ],
)
def test_switches_keep_value_and_type(options: tuple[tuple[str, str | int | bool], ...]) -> None:
    base = parse_position(LINE)
    position = Position(**{name: getattr(base, name) for name in base.__struct_fields__} | {"options": options})
    back = parse_position(format_position(position))
    assert back == position
    assert [type(value) for _, value in back.options] == [type(value) for _, value in options]


def test_other_places_have_names_too() -> None:
    """The centre of other games, and pawns beside the board as they are seen."""
    placement = Placement(((OFF, CENTRE, Place(3)),), (("touched", 5),))
    position = Position(variant="x", sectors=6, seats=(4,), teams=(0,), turn=0, placement=placement)
    assert format_position(position) == "v1 x 6 turn=0 teams=0 4:off,c,3 touched=5"
    assert parse_position(format_position(position)) == position


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "must begin with v1"),
        ("v2 black_dog 4 turn=0", "must begin with v1"),
        ("v1 black_dog four turn=0", "'sectors': 'four' is no number"),
        ("v1 black_dog 4 0:k,k,k,k", "turn: missing"),
        ("v1 black_dog 4 turn=0 0:k,k,k,k", "teams: missing"),
        ("v1 black_dog 4 turn=0 teams=0,x 0:k", "'teams': 'x' is no number"),
        ("v1 black_dog 4 turn=0 turn=1 teams=0", "'turn=1' is neither"),
        ("v1 black_dog 4 turn=0 teams=0 0:k,", "'' is no place"),
        ("v1 black_dog 4 turn=0 teams=0 0:k,h1", "'h1' is no place"),
        ("v1 black_dog 4 turn=0 teams=0 0:-3", "'-3' is no place"),
        ("v1 black_dog 4 turn=0 teams=0 0:k dog", "'dog' is neither"),
        ("v1 black_dog 4 turn=0 teams=0 0:k dog=", "'dog=' is neither"),
        ("v1 black_dog 4 turn=0 teams=0 0:k dog=x", "'dog': 'x' is no number"),
        ("v1 black_dog 4 turn=0 teams=0 0:k bd.x=[1]", r"'bd.x': '\[1\]' is no value"),
        ('v1 black_dog 4 turn=0 teams=0 0:k bd.x="1', "is no value"),
    ],
)
def test_a_bad_line_is_refused(line: str, reason: str) -> None:
    with pytest.raises(NotationError, match=reason):
        parse_position(line)


@pytest.mark.parametrize(
    ("card", "position", "expected"),
    [
        ("8", at("5", "13", dog=40), "8 0:5>13x1@13"),
        ("13", at(blue="0", dog=40), "13 0:k>0x3@0"),
        ("swap", at("5", "20", dog=40), "swap 0:5<>1:20"),
        ("black5", at("3", "21", dog=19), "black5 0:3>8 dog:19>24x1@21 wheel+"),
        ("copy", at("5", dog=40, copied="2"), "copy=2 0:5>7"),
        ("2", at("5", dog=7), "2 0:5>7x0@7"),
        ("2", at(HOME, green="g2", dog=7), "2 2:g2>g4"),
    ],
)
def test_plays_in_short(card: str, position: Position, expected: str) -> None:
    assert format_play(legal_plays(rules_of(position), position, card)[0]) == expected
