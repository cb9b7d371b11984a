"""A game to be watched again: its rows build up the public state, and its lines, words and figures are the game's."""

from typing import Any

import pytest
from gallery.history_views import card_course, played_course
from msgspec import structs
from words_for_tests import WORDING, load_language

from companion.history.charts import game_charts, game_facts
from companion.history.course import GameCourse, course_of
from companion.history.line_words import line_note, line_title
from companion.history.play_clock import Stored
from companion.history.replay import Replay, make_replay, public_state
from companion.history.summary import summarise
from companion.session import events as ev
from companion.texts import LANGUAGES
from companion.views.wording.words import Words


def stored(course: GameCourse) -> tuple[Stored, ...]:
    return tuple(Stored(1, 1_700_000_000_000 + 1500 * row) for row in range(len(course.events)))


def watched(course: GameCourse) -> Replay:
    return make_replay(course, stored(course), WORDING)


@pytest.mark.parametrize("course", [played_course, card_course])
def test_the_rows_build_up_the_public_state(course: Any) -> None:
    game, made, shown = course(), watched(course()), dict[str, Any]()
    assert len(made.steps) == len(game.events)
    for row, step in enumerate(made.steps, 1):
        before, shown = shown, {**shown, **step.changes}
        assert step.at_ms == 1500 * (row - 1)
        assert shown == public_state(game.view(row, WORDING))
        assert row == 1 or all(before[name] != value for name, value in step.changes.items())


def test_each_line_is_in_every_language() -> None:
    game, made = played_course(), watched(played_course())
    assert [line.row for line in made.lines] == [line.row for line in game.lines]
    for shown, line in zip(made.lines, game.lines, strict=True):
        assert (shown.kind, shown.seat, shown.ply) == (line.kind, line.seat, line.ply)
        assert (shown.stands, shown.jump) == (line.stands, line.jump)
        for language in LANGUAGES:
            words = Words(load_language(language))
            assert shown.title[language] == line_title(game, line, words)
            assert shown.note[language] == line_note(game, line, words)


def test_figures_are_those_of_the_game_in_short() -> None:
    game = played_course()
    short, made = summarise(game.events, stored(game)), watched(game)
    assert set(made.figures) == set(LANGUAGES)
    for language, figures in made.figures.items():
        words = Words(load_language(language))
        assert (figures.facts, figures.charts) == (game_facts(short, words), game_charts(short, words))


def test_a_game_that_has_just_begun_can_be_watched() -> None:
    begun = course_of(played_course().events[:1])
    made = watched(begun)
    assert (len(made.steps), [line.kind for line in made.lines]) == (1, ["begin"])
    with pytest.raises(ValueError, match="without a row"):
        make_replay(GameCourse((), ()), (), WORDING)


def test_a_long_name_is_cut_to_one_line() -> None:
    first, *rest = played_course().events
    assert isinstance(first, ev.GameStarted)
    made = watched(course_of((structs.replace(first, names=("W" * 300, *first.names[1:])), *rest)))
    assert max(len(title) for line in made.lines for title in line.title.values()) < 120
    assert max(len(bar.label) for chart in made.figures["en"].charts for bar in chart.bars) < 60


def test_the_short_form_has_the_order_of_turns_and_computer_seats() -> None:
    first, *rest = played_course().events
    assert isinstance(first, ev.GameStarted)
    game = course_of((first, *rest))
    seats = len(first.names)
    order = summarise(game.events, stored(game)).order
    assert order == tuple((first.first + turn) % seats for turn in range(seats))
    from_its_middle = course_of((structs.replace(first, counted=False),))
    assert summarise(from_its_middle.events, stored(from_its_middle)).order == ()
    levels = structs.replace(first, levels=(None, "normal", *[None] * (seats - 2)))
    given = (levels, ev.SeatGiven(seat=3, level="easy"), ev.SeatGiven(seat=0, level=None))
    assert summarise(given, stored(course_of(given))).by_computer == (1, 3)
