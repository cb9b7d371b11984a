"""Games as text: every kind of entry, whole games with real cards, faults with their place."""

from typing import get_args

import pytest
from events_for_tests import every_kind
from msgspec.structs import fields
from session_driver import Session
from session_players import RandomPlayers
from words_for_tests import WORDING

from companion.catalogue.shipped import SHIPPED
from companion.model.places import KENNEL, OFF, Place
from companion.session import events as ev
from companion.session.evolve import replay
from companion.transcript.kinds import KINDS
from companion.transcript.rejudge import rejudge
from companion.transcript.text import format_game, parse_game
from companion.transcript.words import RecordTextError

DATE_MS = 1_769_884_200_123

HEAD = """[Pawtrack "1"]
[Game "g"]
[Result "open"]
[Board "black_dog"]
[Player "red" "Anna"]
[Player "yellow" "Ben"]
[Player "green" "Carla \\"C\\""]
[Player "blue" "D#vid"]
[First "0"]
[Dealer "3"]
[Cards "not counted"]
[Position "v1 black_dog 4 turn=0 teams=0,1,0,1 0:k,k,k,5 1:k,k,k,13 2:k,k,k,32 3:k,k,k,48 dog=40 wheel=0"]
"""


def played(variant: str, seats: int, seed: int, rounds: int) -> Session:
    session = Session()
    session.start(variant=variant, seats=seats)
    RandomPlayers(session, seed, known=bool(seed % 2)).play_rounds(rounds)
    return session


def fault_of(text: str) -> RecordTextError:
    with pytest.raises(RecordTextError) as caught:
        parse_game(SHIPPED, text)
    assert "\n" not in str(caught.value)
    return caught.value


def test_every_event_has_one_kind_of_entry() -> None:
    """A new event needs one line in the table, and all its fields a way of being written."""
    assert {kind.event for kind in KINDS} | {ev.GameStarted, ev.CardGameStarted} == set(get_args(ev.Event))
    assert len({kind.verb for kind in KINDS}) == len(KINDS)
    for kind in KINDS:
        assert set(kind.plain) <= {field.name for field in fields(kind.event)}


def test_every_kind_of_event_goes_there_and_back() -> None:
    events = every_kind()
    text = format_game(events, DATE_MS)
    read = parse_game(SHIPPED, text)
    plays = [number for number, event in enumerate(events) if isinstance(event, ev.PlayAccepted)]
    for number, (there, back) in enumerate(zip(events, read.events, strict=True)):
        assert there == back or number in plays
    assert format_game(read.events, read.date_ms) == text
    assert replay(read.events).position == replay(events).position


@pytest.mark.sampled(3)
@pytest.mark.parametrize("variant", SHIPPED.ids)
def test_games_with_real_cards_go_there_and_back(variant: str) -> None:
    """Equal events, an equal state, the same text, and nothing that the rules do not bear out."""
    for seats in SHIPPED.variant(variant).seat_counts:
        session = played(variant, seats, seed=seats, rounds=2)
        text = format_game(session.events, DATE_MS)
        read = parse_game(SHIPPED, text)
        assert read.events == tuple(session.events)
        assert replay(read.events) == session.state
        assert (read.date_ms, read.illegal_plays) == (DATE_MS, ())
        assert format_game(read.events, read.date_ms) == text
        assert " next=" not in text
        judged = list(rejudge(read, WORDING))
        assert len(judged) >= sum(isinstance(event, ev.PlayAccepted) for event in session.events)
        assert not [entry for entry in judged if entry.wrong]


def test_undo_correction_and_pause_are_written_and_read_back() -> None:
    session = Session()
    session.ready()
    session.play("8")
    from companion.session import commands as cmd

    session.do(cmd.Undo())
    session.do(cmd.Pause())
    session.do(cmd.Resume())
    session.play("1/11")
    moved = session.position.placement.with_pawns(
        ((Place(3), KENNEL, KENNEL, KENNEL), *session.position.placement.pawns[1:])
    )
    session.do(
        cmd.Correct(placement=moved.with_pawns(tuple(tuple(sorted(row)) for row in moved.pawns)), reason='ein "Stoß"')
    )
    session.do(cmd.Abandon())
    text = format_game(session.events, DATE_MS)
    read = parse_game(SHIPPED, text)
    assert read.events == tuple(session.events)
    assert replay(read.events) == session.state
    assert '[Result "abandoned"]' in text
    assert 'reason="ein \\"Stoß\\""' in text


def test_comments_stay_where_they_are() -> None:
    """A line of its own is the normal form; behind an entry is read too."""
    text = format_game(
        parse_game(SHIPPED, HEAD + "pause # tea\n# cake\nresume\n").events,
        DATE_MS,
        ((1, "before"), (2, "tea"), (2, "")),
    )
    read = parse_game(SHIPPED, text)
    assert read.comments == ((1, "before"), (2, "tea"), (2, ""))
    assert format_game(read.events, read.date_ms, read.comments) == text
    assert parse_game(SHIPPED, HEAD + "pause # tea\n# cake\nresume\n").comments == ((2, "tea"), (2, "cake"))


def test_a_text_of_another_editor_is_read() -> None:
    """Byte order mark, carriage returns, blanks, tags in another order."""
    lines = HEAD.splitlines()
    text = "\ufeff" + "\r\n".join([lines[0], *reversed(lines[1:]), "", "  pause", "\tresume  ", ""])
    read = parse_game(SHIPPED, text)
    assert [type(event) for event in read.events] == [ev.GameStarted, ev.GamePaused, ev.GameResumed]
    started = read.events[0]
    assert isinstance(started, ev.GameStarted)
    assert started.names == ("D#vid", 'Carla "C"', "Ben", "Anna")


def test_what_is_seen_need_not_be_possible() -> None:
    text = (
        HEAD
        + "declare 0 8\nillegal 0 8 why=CORE-R31:moved(1:13>none) "
        + "seen=0:off,k,k,13/1:off,k,k,13/wheel=-1 t_ms=1 confidence=0.5\n"
    )
    seen = parse_game(SHIPPED, text).events[-1]
    assert isinstance(seen, ev.PlayRefused)
    assert seen.seen is not None
    assert seen.seen.pawns[0] == (OFF, KENNEL, KENNEL, Place(13))
    assert seen.seen.extra("wheel") == -1
    assert seen.reasons[0].target is None


@pytest.mark.parametrize(
    ("entries", "line", "column", "reason"),
    [
        ("plya 0 8 0:5>13", 13, 1, "'plya' is no entry; did you mean play?"),
        ("play 0", 13, 6, "the card and its steps are missing"),
        ("play x 8 0:5>13", 13, 6, "the seat is missing"),
        ("play 7 8 0:5>13", 13, 6, "there is no seat 7"),
        ("play 0 8 0:5=>13", 13, 10, "is no step"),
        ("pause\nplay 0 8 0:5>13 t_m=5", 14, 17, "'t_m=5' is no step"),
        ("play 0 8 0:5>13 t_ms=soon", 13, 17, "t_ms: 'soon' is no whole number"),
        ("play 0 8 0:5>13 t_ms=1 steps=0", 13, 24, "'steps=0' is not known of play"),
        ("play 0 8 0:5>13 confidence=2", 13, 17, "confidence: '2' is no number from 0 to 1"),
        ("deal round=1 dealer=3 first=0 cards=5", 13, 1, "deal: deck is missing"),
        ("deal round=1 dealer=4 first=0 cards=5 deck=3", 13, 14, "dealer: there is no seat 4"),
        ("deal round=1 dealer=3 dealer=3", 13, 23, "dealer is given twice"),
        ("deal round=1 delaer=3", 13, 14, "'delaer=3' is not known of deal; did you mean dealer?"),
        ("forfeit 0 hand=8,9,77", 13, 11, "hand: '77' is no card of black_dog"),
        ("forfeit 0 hand=8;9", 13, 11, "'8;9' is no simple word"),
        ("correct now=0:k,k,k turn=1 reason=x", 13, 9, "now: seat 0 has 4 pawns, not 3"),
        ("correct now=0:k,k,13,13 turn=1 reason=x", 13, 9, "now: two pawns stand on field 13"),
        ("correct now=0:k,k,k,64 turn=1 reason=x", 13, 9, "now: seat 0 cannot have a pawn there (64)"),
        ("correct now=0:k,k,k,off turn=1 reason=x", 13, 9, "now: seat 0 cannot have a pawn there"),
        ("correct now=cat=3 turn=1 reason=x", 13, 9, "now: black_dog has no 'cat'"),
        ('correct now=same turn=1 reason="x', 13, 25, "a quotation mark is not closed"),
        ("correct now=same turn=-1 reason=x", 13, 18, "turn: there is no seat -1"),
        ("undo 1", 13, 6, "back_to: of 0 entries so far, 1 cannot be taken back"),
        ("pause\nundo 0", 14, 6, "0 cannot be taken back"),
        ("pause\nundo -3", 14, 6, "-3 cannot be taken back"),
        ("free_start 0 pawn=4", 13, 14, "pawn: the pawns of a seat are 0 to 3"),
        ("figure 64 figure=dog", 13, 8, "there is no figure to put on 64"),
        ("figure 9 figure=cat", 13, 10, "black_dog has no 'cat' on the track"),
        ("won 0,9", 13, 5, "seats: there is no seat 9"),
        ("pause 1", 13, 7, "'1' is not known of pause"),
        ("illegal 0 8 why=nonsense t_ms=1 confidence=1", 13, 13, "'nonsense' is no reason"),
        ("illegal 0 8 why=A:b(0:5) t_ms=1 confidence=1", 13, 13, "is no reason"),
        ("exchange", 13, 1, "exchange: seat is missing"),
        ("exchange card=8", 13, 1, "exchange: seat is missing"),
        ("won 0,2\n", 3, 1, "Result: 'open' does not fit the entries, which say '0,2'"),
    ],
)  # fmt: skip
def test_a_fault_in_an_entry_has_its_place(entries: str, line: int, column: int, reason: str) -> None:
    fault = fault_of(f"{HEAD}{entries}\n")
    assert (fault.line, fault.column) == (line, column), fault
    assert reason in str(fault)


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('[Pawtrack "1"]', "hello", 1, 'its first line must be [Pawtrack "1"]'),
        ('[Pawtrack "1"]', '[Pawtrack "2"]', 1, "version '2' of the record is from a newer program: update this one"),
        ('[Pawtrack "1"]', '[Pawtrack "0"]', 1, "version '0' of the record is unknown"),
        ('[Game "g"]', '[Gmae "g"]', 2, "the tag 'Gmae' is unknown"),
        ('[Game "g"]', '[Game "g"', 2, "is no tag"),
        ('[Game "g"]', "[Game g h]", 2, 'write [Game "one text"]'),
        ('[Game "g"]\n', "", 11, "the tag Game is missing"),
        ('[Game "g"]', '[Game "g"]\n[Game "h"]', 3, "the tag Game stands twice"),
        ('[First "0"]', '[First "4"]', 9, "First: '4' is no seat; the seats are 0 to 3"),
        ('[Cards "not counted"]', '[Cards "five"]', 11, "Cards: 'five' is neither"),
        (
            '[Dealer "3"]\n',
            '[Dealer "3"]\n[Player "white" "Emma"]\n',
            13,
            "Position: it has 4 seats, but 5 players are named",
        ),
        ("dog=40", "dog=0", 12, "Position: dog: field 0 is a start field"),
        ("0:k,k,k,5", "0:k,k,k,13", 12, "two pawns stand on 13"),
        ("black_dog 4 turn", "black_cat 4 turn", 12, "unknown variant 'black_cat'"),
        ('[Board "black_dog"]', '[Board "black_dog"]\n[Variant "dog"]', 5, "'dog' does not fit the position"),
        ('[Board "black_dog"]', '[Board "black_dog"]\n[Date "today"]', 5, "Date: 'today' is no time"),
        ('[Board "black_dog"]', '[Board "black_dog"]\n[Demo "no"]', 5, "Demo: 'no' is not 'yes'"),
        ('[Board "black_dog"]', '[Board "black_dog"]\n[Date "2026-13-01T00:00:00.000Z"]', 5, "is no time"),
    ],
)
def test_a_fault_in_a_tag_has_its_line(old: str, new: str, line: int, reason: str) -> None:
    fault = fault_of(HEAD.replace(old, new, 1) + "pause\n")
    assert fault.line == line, fault
    assert reason in str(fault)


def test_an_empty_file_is_no_record() -> None:
    assert "it is no Pawtrack record" in str(fault_of(""))


def test_nothing_but_a_game_can_be_written() -> None:
    with pytest.raises(ValueError, match="begins with the start"):
        format_game((ev.GamePaused(),), DATE_MS)
