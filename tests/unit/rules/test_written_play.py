"""`parse_play`: a play that somebody wrote, read as the legal play it means, or refused with the nearest one."""

import pytest
from board_text import HOME, at
from rules_for_tests import rules_of, with_rules

from companion.model.notation import NotationError, format_play, format_row, parse_position, read_play
from companion.model.play import StepKind
from companion.model.position import Position
from companion.rules.legal import legal_plays
from companion.rules.schema import checked_position
from companion.rules.written_play import IllegalPlayError, literal_rows, parse_play


def line(text: str) -> Position:
    return checked_position(*with_rules(parse_position(text)))


ROYAL = line("v1 dog_royal 4 turn=0 teams=0,1,0,1 0:k,9,k,60 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k")
TOCK = line("v1 tock_6 6 turn=0 teams=0,1 0:k,c,7,40 3:k,k,k,61")
ADVANCED = line("v1 super_tock_advanced 4 turn=0 teams=0,1,0,1 0:k,k,k,30 1:k,k,k,40 2:k,k,k,k 3:k,k,k,k")
CLASSIC = line("v1 dog 4 turn=0 teams=0,1,0,1 0:k,k,3,10 1:k,k,k,k 2:k,k,k,k 3:k,k,k,12")


@pytest.mark.parametrize(
    ("position", "text"),
    [
        (at("5", "13", dog=40), "8 0:5>13x1@13"),
        (at(blue="0", dog=40), "13 0:k>0x3@0"),
        (at("5", "20", dog=40), "swap 0:5<>1:20"),
        (at("3", "21", dog=19), "black5 0:3>8 dog:19>24x1@21 wheel+"),
        (at("3", "21", dog=19), "black5 0:3>8 dog:19>24x1@21 wheel-"),
        (at("5", dog=40, copied="2"), "copy=2 0:5>7"),
        (at("5", dog=7), "2 0:5>7x0@7"),
        (at(HOME, green="g2", dog=7), "2 2:g2>g4"),
        (ROYAL, "13 0:k#0>0"),
        (ROYAL, "13 0:k#2>0"),
        (ROYAL, "6 0:60>g1~1"),
        (ROYAL, "1-7 0:9>10 draw=1"),
        (TOCK, "A 0:c>>61x1@61"),
        (TOCK, "2 0:7>>cx0@c"),
        (TOCK, "4 0:40>36"),
        (TOCK, "J 0:40<>1:61"),
        (ADVANCED, "J skip:1"),
        (line("v1 dog 4 turn=0 teams=0,1,0,1 0:k,k,k,5 1:k,k,k,16 2:k,k,k,k 3:k,k,k,k"), "swap void"),
        (CLASSIC, "7 0:3>5 0:10>15x3@12"),
        (CLASSIC, "joker=+-4 0:3>63"),
    ],
)
def test_what_is_written_is_read(position: Position, text: str) -> None:
    assert format_play(parse_play(rules_of(position), text, position)) == text


@pytest.mark.parametrize(
    ("position", "written", "meant"),
    [
        (at("5", "13", dog=40), "8   0:5>13", "8 0:5>13x1@13"),
        (at("5", dog=40, copied="2"), "copy=2 0:5>7", "copy=2 0:5>7"),
        (ROYAL, "1-7 0:9>10", "1-7 0:9>10 draw=1"),
        (CLASSIC, "7 0:10>15x3@12 0:3>5", "7 0:3>5 0:10>15x3@12"),
        (CLASSIC, "joker=13 0:k>0", "joker=13 0:k>0"),
    ],
)
def test_what_the_board_tells_may_be_left_out(position: Position, written: str, meant: str) -> None:
    """The pawns sent home by a landing, cards drawn, the order of the portions."""
    assert (
        parse_play(rules_of(position), written, position).result
        == parse_play(rules_of(position), meant, position).result
    )


@pytest.mark.parametrize(
    ("position", "text", "reason"),
    [
        (at("5"), "", "no play: write the card and its steps"),
        (at("5"), "8", "says the card only"),
        (at("5"), "8 0:5=>13", "'0:5=>13' is no step"),
        (at("5"), "8 0:5>g9", "'g9' is no place"),
        (at("5"), "8 0:6>14", "seat 0 has no such pawn on 6; its pawns are k,k,k,5; the nearest is 8 0:5>13"),
        (at("5"), "8 7:5>13", "there is no seat 7"),
        (at("5"), "8 0:5>12", "is no legal play here; the nearest is 8 0:5>13"),
        (at("5"), "8 0:5>13x1@13", "seat 1 has no pawn on 13 to be sent home; the nearest is 8 0:5>13"),
        (at("5", copied="2"), "copy=3 0:5>8", "the card 'copy=3' has no legal play here"),
        (at(""), "8 0:k>0", "the card '8' has no legal play here"),
        (at("5"), "6 0:5>11", "unknown card '6' of black_dog"),
        (ROYAL, "13 0:k>0", "can mean more than one play: write 13 0:k#0>0 or 13 0:k#2>0"),
        (ROYAL, "1-7 0:9>12 draw=1", "is no legal play here; the nearest is 1-7 0:9>1"),
        (CLASSIC, "7 0:3>5 0:10>15", "is no legal play here"),
    ],
)
def test_what_is_not_legal_is_refused_with_the_nearest(position: Position, text: str, reason: str) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]*$") as caught:
        parse_play(rules_of(position), text, position)
    assert reason in str(caught.value)
    assert isinstance(caught.value, NotationError) or "unknown card" in reason


def test_the_nearest_play_is_at_hand() -> None:
    with pytest.raises(IllegalPlayError) as caught:
        parse_play(rules_of(at("18", green="34")), "partner4 0:18>19 2:34>36", at("18", green="34"))
    assert caught.value.nearest in legal_plays(*with_rules(at("18", green="34")), "partner4")


def test_the_nearest_play_shares_most_words() -> None:
    with pytest.raises(IllegalPlayError, match=r"the nearest is 8 0:5>13$"):
        parse_play(rules_of(at("5 30", dog=2)), "8 0:5>12", at("5 30", dog=2))
    with pytest.raises(IllegalPlayError, match=r"the nearest is black5 0:3>8 dog:19>24 wheel-$"):
        parse_play(rules_of(at("3", dog=19)), "black5 0:3>9 dog:19>24 wheel-", at("3", dog=19))


def test_two_ways_to_one_board_are_one_play() -> None:
    """One pawn goes all the way, or both go half of it: pawns of a colour are alike."""
    board = at("1 3", dog=40)
    whole, halves = (
        parse_play(rules_of(board), "partner4 0:1>5", board),
        parse_play(rules_of(board), "partner4 0:3>5 0:1>3", board),
    )
    assert whole == halves


@pytest.mark.parametrize(
    ("row", "step", "after"),
    [
        ("13,5,k,k", "0:5>13x0@13", "k,13,k,k"),
        ("5,13,k,k", "0:5>13x0@13", "13,k,k,k"),
        ("5,k,k,13", "0:5>13", "13,k,k,k"),
        ("5,k,k,13", "0:k#2>0 0:5>7", "7,k,0,13"),
        ("k,5,k,13", "0:k#2>5x0@5", "k,k,5,13"),
        ("5,1,k,k", "0:1>5x0@5", "k,5,k,k"),
        ("g1,5,k,k", "0:5>g1", "g1,g1,k,k"),
    ],
)
def test_a_landing_sends_home_the_pawn_that_stood_there(row: str, step: str, after: str) -> None:
    """Not the one that lands, by whichever index; a pawn with a rank is no other one (ROY-R01)."""
    ranked = with_rules(parse_position(f"v1 dog_royal 4 turn=0 teams=0,1,0,1 0:{row} 1:k,k,k,k 2:k,k,k,k 3:k,k,k,k"))[1]
    written = read_play(f"8 {step}")
    assert format_row(tuple(literal_rows(ranked, written.steps, written.pawn)[0])) == after


def test_a_pawn_that_lands_on_the_dog_goes_home_itself() -> None:
    written = read_play("8 0:5>7x0@7")
    assert format_row(tuple(literal_rows(at("5", dog=7), written.steps)[0])) == "k,k,k,k"


def test_a_pawn_that_is_not_there_cannot_go_home() -> None:
    for text, reason in (("8 0:5>13x1@14", "no pawn on 14"), ("8 0:5>13x4@13", "no seat 4"), ("8 4:5>13", "no seat 4")):
        with pytest.raises(NotationError, match=reason):
            literal_rows(at("5", "13"), read_play(text).steps)


def test_steps_without_the_board() -> None:
    """The shape alone: kinds of steps, captures, who started, cards drawn."""
    written = read_play("1-7 0:k#2>0x3@0 0:60>g1~2 0:5>>c dog:19>24x1@21x2@23 wheel- skip:1 void draw=1")
    kinds = [step.kind for step in written.steps]
    assert kinds == [
        StepKind.START,
        StepKind.ADVANCE,
        StepKind.JUMP,
        StepKind.DOG,
        StepKind.WHEEL,
        StepKind.SKIP,
        StepKind.VOID,
    ]
    assert (written.card, written.pawn, written.draws, written.steps[1].wasted) == ("1-7", 2, 1, 2)
    assert [capture.seat for capture in written.steps[3].captures] == [1, 2]
