"""Shadow mode afterwards: how often a silent camera agreed with the tapped plays, and what it saw of the others."""

from dataclasses import replace

from gallery.history_views import played_course, tapped_course
from msgspec import structs
from words_for_tests import WORDING, load_language

from companion.history.agreement import agreement, disagreement_words, disagreements, total_words
from companion.history.course import GameCourse, course_of
from companion.model.notation import format_play
from companion.rules.legal import legal_plays
from companion.session import events as ev
from companion.session.state import Agreement, BoardGame
from companion.views.wording.words import Words

WORDS = Words(load_language("en"))


def test_plays_seen_otherwise_are_named_by_their_rows() -> None:
    course = tapped_course()
    found = disagreements(course)
    assert [one.unsure for one in found] == [True, False]
    for one in found:
        play, state = course.events[one.row - 1], course.states[one.row - 1]
        assert isinstance(play, ev.PlayAccepted)
        assert isinstance(state, BoardGame)
        assert (one.judged.seat, one.judged.card, one.ply) == (play.seat, play.card, state.ply)
        assert course.events[one.row] is one.judged


def test_what_was_taken_back_counts_nowhere() -> None:
    course = course_of(tapped_course().events[:-1])
    row = disagreements(course)[-1].row
    until = course_of(course.events[: row + 1])
    undone = course_of((*until.events, ev.EventsUndone(back_to=row)))
    assert len(disagreements(until)) == 2
    assert len(disagreements(undone)) == 1


def test_they_are_counted() -> None:
    plays = sum(isinstance(event, ev.ShadowJudged) for event in tapped_course().events)
    assert agreement(tapped_course()) == Agreement(same=plays - 2, otherwise=1, unsure=1)
    assert agreement(played_course()) is None
    assert agreement(GameCourse((), ())) is None
    total, rest = total_words(Agreement(same=7, otherwise=1, unsure=1), WORDS)
    assert total == WORDS.text("shadow.total", same=7, plays=9)
    assert rest == WORDS.text("shadow.rest", otherwise=1, unsure=1)
    assert total_words(Agreement(same=9, otherwise=0, unsure=0), WORDS)[1] == ""


def test_the_camera_gives_its_reason_its_play_or_its_doubt() -> None:
    course = tapped_course()
    unsure, objected = disagreements(course)
    assert disagreement_words(course, unsure, WORDS, WORDING) == WORDS.text("shadow.unsure")
    before = course.states[objected.row - 2]
    assert isinstance(before, BoardGame)
    said = WORDING.reason_text(before.rules, objected.judged.reasons[0], before.position, before.colours)
    expected = WORDS.text("shadow.objected", reason=WORDS.of(said))
    assert disagreement_words(course, objected, WORDS, WORDING) == expected
    card = next(card for card in before.rules.variant.cards if legal_plays(before.rules, before.position, card))
    play = legal_plays(before.rules, before.position, card)[0]
    for written, shown in (
        (format_play(play), WORDS.of(WORDING.play_text(before.rules, play, before.position, before.colours))),
        ("of another program", "of another program"),
    ):
        seen = replace(objected, judged=structs.replace(objected.judged, play=written, reasons=()))
        assert disagreement_words(course, seen, WORDS, WORDING) == WORDS.text("shadow.saw", play=shown)
